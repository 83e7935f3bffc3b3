/** Facts in a line each; what is not known is left out. */
import { type Html, type HtmlValue, html } from '../../lib/html.ts';

export function factList(facts: readonly (readonly [string, HtmlValue])[]): Html {
  return html`<dl class="facts">${facts.map(([fact, value]) =>
    value === null || value === '' ? null : html`<div><dt>${fact}</dt><dd>${value}</dd></div>\n`,
  )}</dl>`;
}
