/** Dated facts with their sources, latest first. */
import type { TimelineEvent } from '../../features/diligence/sentences.ts';
import { type Html, html, safeHref } from '../../lib/html.ts';
import { bdi } from './format.ts';

export function timeline(events: readonly TimelineEvent[]): Html {
  return html`<ol class="timeline">${events.map(
    ({ date, text, sources }) =>
      html`<li>${date === null ? html`<span class="when">undated</span>` : html`<time class="when" datetime="${date}">${date}</time>`} <span>${bdi(text)} <small>${sources.map(({ url, publisher }) => html`<a href="${safeHref(url)}" rel="noopener nofollow">${publisher}</a> `)}</small></span></li>\n`,
  )}</ol>`;
}
