/** Date, age and coverage of a week in one line. */
import { type Html, html } from '../../lib/html.ts';
import { parseDay, parsePeriod } from '../../lib/period.ts';
import { ageInDays } from '../../pipeline/edition/timing.ts';
import { count, counted, longDate } from './format.ts';
import { periodHref } from './links.ts';
import type { EditionView } from './periods.ts';

/** `Week 31, 2026 (27 July – 2 August) · computed on 22 November 2026, 111 days later · 133 of 261 startups covered` */
export function dateline(edition: EditionView): Html {
  const { meta } = edition.signals;
  const { slug, name } = meta.period;
  const computedOn = parseDay(meta.lastUpdated.slice(0, 10));
  const period = parsePeriod(slug);
  const age = period ? ageInDays(period, new Date(meta.lastUpdated)) : 0;
  const tracked = meta.totalStartups + meta.notCovered.length;
  const after = meta.timing === 'live' ? '' : `, ${counted(age, 'day')} later`;
  return html`<p class="dateline">${name} <span>computed on ${longDate(computedOn)}${after}</span> <span>${
    meta.notCovered.length === 0
      ? html`all ${counted(tracked, 'tracked startup')} covered`
      : html`<a href="${periodHref('/startups', slug, edition)}#not-covered">${count(meta.totalStartups)} of ${count(tracked)} startups covered</a>`
  }</span></p>`;
}
