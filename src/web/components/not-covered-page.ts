/** The page of a startup in a period that does not cover it: why, and what is known. */
import type { CheckedNumber } from '../../features/checks/check.ts';
import type { Dossier } from '../../features/diligence/dossier.ts';
import { type Html, html } from '../../lib/html.ts';
import { lastDayNamed } from '../../lib/period.ts';
import type { EvidenceRecord, NotCoveredRecord, Startup } from '../../pipeline/edition/record.ts';
import { asOf, type NotCovered } from '../../published/not-covered.ts';
import { coveredPeriods } from '../../published/startup-numbers.ts';
import type { Company } from '../../registry/schema.ts';
import { repositoryCommits } from './evidence.ts';
import { factList } from './facts.ts';
import { bdi, plainName, shortPeriodName } from './format.ts';
import type { Content } from './layout.ts';
import { dataHref, outward, PATHS, periodHref } from './links.ts';
import type { EditionView } from './periods.ts';
import { section } from './section.ts';
import { fourNumbers } from './startup/four-numbers.ts';
import { type History, historySection } from './startup/history.ts';
import { dealsSection } from './startup/known-facts.ts';

/** The common part of the pages of a startup, covered or not. */
export type StartupOf = {
  edition: EditionView;
  history: History;
  /** Undefined where nothing is known of it. */
  dossier: Dossier | undefined;
};

/** The common part of their frames. @param home whether the page belongs to the overview of its period */
export function startupFrame(slug: string, name: string, { edition }: StartupOf, home: boolean) {
  const period = edition.signals.meta.period.slug;
  const path = PATHS.startup(slug);
  const shown = new Set([period, ...coveredPeriods(edition.history, slug)]);
  const covered = edition.periods.filter((one) => shown.has(one.slug));
  return {
    of: { path, edition, covered },
    json: `/api/signal?company=${encodeURIComponent(slug)}&period=${encodeURIComponent(period)}`,
    place: 'startups' as const,
    feed: { title: `${name}, weekly`, path: `${path}/feed.xml` },
    home: periodHref('/', home ? period : edition.latest, edition),
  };
}

type NotCoveredView = StartupOf & {
  company: Company;
  missing: NotCoveredRecord;
  /** The last numbers that were published of it. */
  last: Pick<NotCovered, 'lastCovered' | 'lastRecord' | 'coveredInPart'>;
  /** The evidence of its last record. */
  lastEvidence: EvidenceRecord | null | undefined;
};

export function notCoveredPage(view: NotCoveredView): Content {
  const { company, missing, last, lastEvidence, edition, history, dossier } = view;
  const { period, isPartial } = edition.signals.meta;
  const name = plainName(company.name);
  const frame = startupFrame(company.slug, name, view, !isPartial);
  const roles = company.repositories.map(({ name: repository, ...role }) => ({
    repository,
    ...role,
  }));
  return {
    ...frame,
    title: `${name}: not covered, ${shortPeriodName(period.name)}`,
    description: `${name} is tracked, but not covered in ${period.name}: ${missing.reason}.`,
    subject: undefined,
    heading: bdi(company.name),
    dated: html`<p class="period">${period.name}</p>
<p class="notice">Not covered in this period: ${missing.reason}. Its numbers are unknown, which is not the same as zero, so it has no scores and no rank.</p>`,
    lead: company.description,
    side: facts(company, last, edition),
    main: [
      last.lastRecord && lastEvidence && isNewest(last)
        ? lastNumbers(last.lastRecord, lastEvidence)
        : null,
      historySection(history, frame.of.path, period.slug, edition),
      section('evidence', 'What is known of its repositories')`
${missing.repositories.length === 0 ? html`<p>None of them has been collected for this week.</p>` : repositoryCommits(missing.repositories, lastDayNamed(period.slug), roles, false)}`,
      dealsSection(dossier, company.slug),
    ],
  };
}

/** A page shows the newer of the last full week and a later one that is published in part. */
function isNewest({ lastCovered, coveredInPart }: NotCoveredView['last']): boolean {
  return coveredInPart === null || (lastCovered ?? '') > coveredInPart;
}

/** The numbers of the last week that covers it, dated. */
function lastNumbers(record: Startup, evidence: EvidenceRecord): Html {
  const { slug, period } = record;
  const hrefOf = (number: CheckedNumber) => dataHref(PATHS.check(slug, number), period);
  const dated = html`${asOf(record)}, <a href="${dataHref(PATHS.startup(slug), period)}">the last week that covers it</a>`;
  return fourNumbers(record, evidence, undefined, hrefOf, dated);
}

function facts(company: Company, last: NotCoveredView['last'], edition: EditionView): Html {
  const week = (period: string) =>
    html`<a href="${periodHref(PATHS.startup(company.slug), period, edition)}">${period}</a>`;
  const { lastCovered, coveredInPart } = last;
  return factList([
    ['Website', company.website && outward(company.website, company.website)],
    ['Code', outward(`https://github.com/${company.github}`, `github.com/${company.github}`)],
    ['Sources', html`<a href="${PATHS.diligence(company.slug)}">Diligence dossier</a>`],
    isNewest(last)
      ? ['Last covered', lastCovered === null ? 'never' : week(lastCovered)]
      : ['Covered in part', coveredInPart && week(coveredInPart)],
    ['What would help', html`<a href="/coverage">Coverage</a>`],
  ]);
}
