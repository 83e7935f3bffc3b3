/** Facts: in a line each, as large numbers, or dated with their sources. What is not known is left out. */
import type { TimelineEvent } from '../../features/diligence/sentences.ts';
import { type Html, type HtmlValue, html } from '../../lib/html.ts';
import { bdi } from './format.ts';
import { outward } from './links.ts';

export function factList(facts: readonly (readonly [string, HtmlValue])[]): Html {
  return html`<dl class="facts">${facts.map(([fact, value]) =>
    value === null || value === '' ? null : html`<div><dt>${fact}</dt><dd>${value}</dd></div>\n`,
  )}</dl>`;
}

/** A number to be seen at a glance, with what it means: an item of `<dl class="numbers">`. */
export function tile(name: string, value: HtmlValue, meaning: HtmlValue): Html {
  return html`<div><dt>${name}</dt><dd class="value">${value}</dd><dd>${meaning}</dd></div>\n`;
}

/** @param events latest first */
export function timeline(events: readonly TimelineEvent[]): Html {
  return html`<ol class="timeline">${events.map(
    ({ date, text, sources }) =>
      html`<li>${date === null ? html`<span class="when">undated</span>` : html`<time class="when" datetime="${date}">${date}</time>`} <span>${bdi(text)} <small>${sources.map(({ url, publisher }) => html`${outward(url, publisher)} `)}</small></span></li>\n`,
  )}</ol>`;
}
