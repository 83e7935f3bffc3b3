/** Pages that exist once a period: what they are made from, and their links to other periods. */
import type { Addresses } from '../../lib/addresses.ts';
import { type Html, html } from '../../lib/html.ts';
import type { HistoryTable, SignalsResponse } from '../../pipeline/edition/record.ts';
import { computation } from '../../published/computation.ts';
import type { Published } from '../../published/published.ts';
import { count, counted } from './format.ts';
import { dataHref, periodHref } from './links.ts';

type PublishedPeriod = { slug: string; name: string };

/** The edition of one period, and what its pages show of all others. */
export type EditionView = {
  addresses: Addresses;
  /** Every published period, newest first. */
  periods: readonly PublishedPeriod[];
  /** Slug of the latest period. */
  latest: string;
  /** Whether the latest period's numbers are older than 14 days. */
  isOld: boolean;
  signals: SignalsResponse;
  history: HistoryTable;
};

export async function editionView(
  period: string,
  { editions, addresses }: Published,
): Promise<EditionView> {
  return {
    addresses,
    periods: editions.periods,
    latest: editions.latest,
    isOld: editions.isOld,
    signals: await editions.signals(period),
    history: await editions.history(),
  };
}

/** A page in the period of an edition. */
export function hrefIn({ signals, latest }: EditionView, path: string): string {
  return periodHref(path, signals.meta.period.slug, { latest });
}

/** Keeps the period of an edition in a form. */
export function periodField({ signals, latest }: EditionView): Html | null {
  const { slug } = signals.meta.period;
  return slug === latest ? null : html`<input type="hidden" name="period" value="${slug}">`;
}

/** A page that exists once a period. */
export type InPeriod = {
  /** The same in all periods. */
  path: string;
  edition: EditionView;
  /** The periods that have this page, newest first; by default all. */
  covered?: readonly PublishedPeriod[];
};

/** The head and the notice of a page of a period. */
export function periodHead({ path, edition, covered = edition.periods }: InPeriod) {
  const { signals, addresses, latest } = edition;
  const { meta } = signals;
  const period = meta.period.slug;
  return {
    notice: periodNotice(path, edition, covered),
    canonical: addresses.at(periodHref(path, period, { latest })),
    subject: { period, publishedAt: meta.lastUpdated },
    home: periodHref('/', period, { latest }),
  };
}

/**
 * Says that a page is not about the latest period, and links to the newest page; of the latest
 * period, whether its numbers are old. Nothing where neither is so.
 *
 * @param path the same in all periods
 * @param covered the periods that have this page, newest first
 */
function periodNotice(
  path: string,
  { signals, periods, latest, isOld }: EditionView,
  [newest]: readonly PublishedPeriod[],
): Html | null {
  const { slug: period, name } = signals.meta.period;
  const link = (own: string, to: string) =>
    html`<a href="${periodHref(own, to, { latest })}">${periods.find(({ slug }) => slug === to)?.name ?? to}</a>`;
  const notice = (text: Html) => html`<p class="notice">${text}</p>`;
  if (signals.meta.isPartial)
    return notice(
      html`This week is published in part: too few startups are covered to rank anybody. The latest full period is ${link(path, latest)}.`,
    );
  if (period === latest && isOld)
    return notice(
      html`Latest complete week: ${datesOf(name)}. Newer weeks are not collected yet. <a href="/coverage">What is missing?</a>`,
    );
  if (period === latest || !newest) return null;
  if (newest.slug === period)
    return notice(html`The last period that covers it. The latest period is ${link('/', latest)}.`);
  const which = newest.slug === latest ? 'The latest is' : 'The last one that covers it is';
  return notice(html`You are reading an earlier period. ${which} ${link(path, newest.slug)}.`);
}

/** `3–9 August 2026`, of `Week 32, 2026 (3–9 August)` */
function datesOf(name: string): string {
  const [, year, dates] = /(\d{4}) \((.*)\)$/.exec(name) ?? [];
  if (year === undefined || dates === undefined) return name;
  return /\d{4}$/.test(dates) ? dates : `${dates} ${year}`;
}

/**
 * Links to the period before and the one after, and a picker of any other; nothing where there is no
 * other.
 */
export function periodLinks({ path, edition, covered = edition.periods }: InPeriod): Html | null {
  const { signals, latest } = edition;
  const { slug: period } = signals.meta.period;
  if (covered.every(({ slug }) => slug === period)) return null;
  const index = covered.findIndex(({ slug }) => slug === period);
  const link = (to: PublishedPeriod | undefined, rel: string, label: string) =>
    to &&
    html`<a rel="${rel}" href="${periodHref(path, to.slug, { latest })}" title="${to.name}">${label}</a>`;
  return html`<nav class="periods" aria-label="Weeks">
${link(covered[index + 1], 'prev', '← Week before')}
${index > 0 ? link(covered[index - 1], 'next', 'Week after →') : null}
<form action="${path}"><label>Any week <select name="period" data-submits="">${covered.map(({ slug, name }) => html`<option value="${slug}"${slug === period ? html` selected=""` : null}>${name}</option>`)}</select></label> <button type="submit">Show</button></form>
</nav>`;
}

/** The period of a page, and when its numbers were computed. */
export function periodLine({ meta }: EditionView['signals']): Html {
  return html`<p class="period">${meta.period.name}</p>
<p class="computed">${computation(meta)}</p>`;
}

/** The week, and how much of what is tracked it covers: `Week 31, 2026 (27 July – 2 August) · 133 of 261 startups covered` */
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
