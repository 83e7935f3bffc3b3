/** A week and how much of what is tracked it covers, in one line. */
import { type Html, html } from '../../lib/html.ts';
import { count, counted } from './format.ts';
import { dataHref } from './links.ts';
import type { EditionView } from './periods.ts';

/** `Week 31, 2026 (27 July – 2 August) · 133 of 261 startups covered` */
export function dateline({ signals: { meta }, latest }: EditionView): Html {
  const { slug, name } = meta.period;
  const tracked = meta.totalStartups + meta.notCovered.length;
  const why = slug === latest ? '/coverage' : `${dataHref('/startups', slug)}#not-covered`;
  return html`<p class="dateline">${name} <span>${
    meta.notCovered.length === 0
      ? html`all ${counted(tracked, 'tracked startup')} covered`
      : html`<a href="${why}">${count(meta.totalStartups)} of ${count(tracked)} startups covered</a>`
  }</span></p>`;
}
