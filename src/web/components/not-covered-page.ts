/** The page of a startup in a period that does not cover it: why, and what is known. */
import type { Dossier } from '../../features/diligence/dossier.ts';
import { type Html, html, safeHref } from '../../lib/html.ts';
import { parsePeriod } from '../../lib/period.ts';
import type { NotCoveredRecord } from '../../pipeline/edition/record.ts';
import { coveredPeriods } from '../../published/startup-numbers.ts';
import type { Company } from '../../registry/schema.ts';
import { repositoryCommits } from './evidence.ts';
import { bdi, plainName, shortPeriodName } from './format.ts';
import { layout } from './layout.ts';
import { PATHS, periodHref } from './links.ts';
import { type EditionView, periodLinks, periodNotice } from './periods.ts';
import { dealsSection } from './startup/deals.ts';
import { type History, historySection } from './startup/history.ts';

type NotCoveredView = {
  company: Company;
  missing: NotCoveredRecord;
  /** The last period after the current one that covers it. */
  inPart: string | undefined;
  edition: EditionView;
  history: History;
  dossier: Dossier | undefined;
};

export function notCoveredPage(view: NotCoveredView): string {
  const { company, missing, inPart, edition, history, dossier } = view;
  const { signals, addresses } = edition;
  const { slug: period, name: periodName } = signals.meta.period;
  const path = PATHS.startup(company.slug);
  const name = plainName(company.name);
  const shown = new Set([period, ...coveredPeriods(edition.history, company.slug)]);
  const listed = edition.periods.filter(({ slug }) => shown.has(slug));
  const roles = company.repositories.map(({ name: repository, role, reason }) => ({
    repository,
    role,
    ...(reason !== undefined && { reason }),
  }));
  return layout({
    title: `${name}: not covered, ${shortPeriodName(periodName)}`,
    description: `${name} is tracked, but not covered in ${periodName}: ${missing.reason}.`,
    canonical: addresses.at(periodHref(path, period, edition)),
    json: `/api/signal?company=${encodeURIComponent(company.slug)}&period=${encodeURIComponent(period)}`,
    place: 'startups',
    modules: ['views', 'chart'],
    feed: { title: `${name}, weekly`, path: `${path}/feed` },
    home: signals.meta.isPartial ? '/' : periodHref('/', period, edition),
    main: html`${periodNotice(path, edition, listed)}
<header class="page">
<h1>${bdi(company.name)}</h1>
<p class="period">${periodName}</p>
<p class="notice">Not covered in this period: ${missing.reason}. Its numbers are unknown, which is not the same as zero, so it has no scores and no rank.</p>
<p class="lead">${company.description}</p>
${facts(company, inPart, edition)}
${periodLinks(path, edition, listed)}
</header>
${historySection(history, path, period, edition)}
<section id="evidence" aria-labelledby="evidence-heading">
<h2 id="evidence-heading">What is known of its repositories</h2>
${missing.repositories.length === 0 ? html`<p>None of them has been collected for this week.</p>` : repositoryCommits(missing.repositories, parsePeriod(period)?.lastDay ?? 0, roles)}
</section>
${dealsSection(dossier, company.slug)}`,
  });
}

function facts(company: Company, inPart: string | undefined, edition: EditionView): Html {
  const last = coveredPeriods(edition.history, company.slug).at(-1);
  const link = (href: string, text: string) =>
    html`<a href="${safeHref(href)}" rel="noopener nofollow">${text}</a>`;
  const known: [string, Html | string | null][] = [
    ['Website', company.website && link(company.website, company.website)],
    ['Code', link(`https://github.com/${company.github}`, `github.com/${company.github}`)],
    ['Sources', html`<a href="${PATHS.diligence(company.slug)}">Diligence dossier</a>`],
    [
      'Last covered',
      last === undefined
        ? 'never'
        : html`<a href="${periodHref(PATHS.startup(company.slug), last, edition)}">${last}</a>`,
    ],
    [
      'Covered in part',
      inPart === undefined
        ? null
        : html`<a href="${periodHref(PATHS.startup(company.slug), inPart, edition)}">${inPart}</a>`,
    ],
  ];
  return html`<dl class="facts">${known.map(([fact, value]) =>
    value === null ? null : html`<div><dt>${fact}</dt><dd>${value}</dd></div>\n`,
  )}</dl>`;
}
