/** The way from a page to the same page in other periods. */
import { type Html, html } from '../../lib/html.ts';
import { periodHref } from './links.ts';
import type { PublishedPeriod, Site } from './model.ts';

export type PeriodPages = {
  /** The page's path; it is the same in all periods. */
  path: string;
  /** The period shown. */
  period: string;
  /** The periods that have this page, newest first. */
  periods: readonly PublishedPeriod[];
  site: Pick<Site, 'latest' | 'periods'>;
};

/** Says that a page is not about the latest period, and where that is; nothing when it is. */
export function periodNotice({ path, period, periods, site }: PeriodPages): Html | null {
  if (period === site.latest) return null;
  const newest = periods[0];
  const latest = site.periods.find(({ slug }) => slug === site.latest);
  if (newest && newest.slug !== site.latest && newest.slug === period)
    return html`<p class="notice">The last period that covers it. The latest period is <a href="/">${latest?.name ?? site.latest}</a>.</p>`;
  if (!newest) return null;
  const which = newest.slug === site.latest ? 'The latest is' : 'The last one that covers it is';
  return html`<p class="notice">You are reading an earlier period. ${which} <a href="${periodHref(path, newest.slug, site)}">${newest.name}</a>.</p>`;
}

/** Links to the period before, the one after, and every other. */
export function periodLinks({ path, period, periods, site }: PeriodPages): Html {
  const index = periods.findIndex(({ slug }) => slug === period);
  const link = (to: PublishedPeriod | undefined, rel: string, label: string) =>
    to &&
    html`<span>${label} <a rel="${rel}" href="${periodHref(path, to.slug, site)}">${to.name}</a></span>`;
  const years = Map.groupBy(periods, ({ slug }) => slug.slice(0, 4));
  return html`<nav class="periods" aria-label="Periods">
${link(periods[index + 1], 'prev', 'Earlier:')}
${index > 0 ? link(periods[index - 1], 'next', 'Later:') : null}
<details><summary>All ${periods.length} periods</summary>
<dl>${[...years].map(
    ([year, inYear]) => html`<div><dt>${year}</dt><dd><ul>${inYear.map(
      ({ slug, name }) =>
        html`<li>${slug === period ? html`<strong aria-current="page">${name}</strong>` : html`<a href="${periodHref(path, slug, site)}">${name}</a>`}</li>`,
    )}</ul></dd></div>
`,
  )}</dl>
</details>
</nav>`;
}
