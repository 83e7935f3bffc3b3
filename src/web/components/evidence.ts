/** What one startup's numbers were computed from, so that a reader can check them by hand. */
import { type Html, html, safeHref } from '../../lib/html.ts';
import { type Day, isoDay, parsePeriod } from '../../lib/period.ts';
import type {
  EvidenceRecord,
  RepositoryEvidence,
  Startup,
  WindowComposition,
} from '../../pipeline/edition/record.ts';
import { LASTS_UNTIL } from '../../pipeline/signals/classify.ts';
import { dataTable, numeric } from './data-table.ts';
import { count, decimal, longDate, repositoryName, share } from './format.ts';
import { section } from './section.ts';
import { evidenceTypes } from './startup/evidence-types.ts';

const FORTNIGHT_DAYS = 14;

export function evidenceSection(
  record: EvidenceRecord | Omit<EvidenceRecord, 'composition'>,
  startup: Pick<Startup, 'signalType' | 'signalStrength'>,
): Html | null {
  // Editions before method 2 rest on other evidence, which their files show.
  if (!('composition' in record)) return null;
  const end = parsePeriod(record.period)?.lastDay ?? 0;
  return section('evidence', 'Evidence')`
<p>Four kinds of change are looked for, each against the startup’s own past; 1 is the threshold.</p>
${evidenceTypes(record.evidence)}
${whyStill(startup, record.evidence)}
<details><summary>What the counts are made of, and the last ${record.weeklyCommits.length} weeks</summary>
${windows(record)}
${weeks(record, end)}
</details>`;
}

/** Where another type has more evidence than the one that is published. */
function whyStill(
  { signalType, signalStrength }: Pick<Startup, 'signalType' | 'signalStrength'>,
  evidence: EvidenceRecord['evidence'],
): Html | null {
  if (signalStrength === 'none') return null;
  const own = evidence[signalType].value ?? 0;
  if (Object.values(evidence).every(({ value }) => (value ?? 0) <= own)) return null;
  return html`<p class="still">The signal is still <strong>${signalType}</strong>, although another kind has more evidence: a ${signalStrength} signal lasts until its own falls below ${decimal(LASTS_UNTIL[signalStrength])}, so that it does not change from week to week.</p>`;
}

export function repositoryCommits(
  list: readonly RepositoryEvidence[],
  end: Day,
  roles: Startup['repositoryRoles'] = [],
  isWhole = true,
): Html {
  const roleOf = (repository: string) => {
    const known = roles.find((one) => one.repository === repository);
    if (!known || known.role === 'main') return null;
    return html` <small>${known.role}${known.reason === undefined ? '' : `: ${known.reason}`}</small>`;
  };
  const sum = (key: 'commits14d' | 'priorCommits14d') => {
    const known = list.flatMap((repository) => repository[key] ?? []);
    return number(known.length === 0 ? null : known.reduce((total, value) => total + value, 0));
  };
  return html`<p>A number links to GitHub’s own list of the same days, which also shows merges, copies and bots.</p>
<div class="scroll repositories" tabindex="0" role="region" aria-label="Commits by repository, as a table">
${dataTable({
  name: 'repositories',
  caption: `Commits in the 14 days to ${longDate(end)}, and in the 14 days before`,
  columns: ['Repository', numeric('14 days'), numeric('14 before')],
  rows: list.map(({ repository, notCounted, commits14d, priorCommits14d, commitsUrl }) => [
    html`${repositoryName(repository)}${roleOf(repository)}${notCounted === undefined ? null : html` <small>not counted: ${notCounted}</small>`}`,
    html`<a href="${safeHref(commitsUrl)}">${number(commits14d)}</a>`,
    html`<a href="${safeHref(fortnightBefore(commitsUrl, end))}">${number(priorCommits14d)}</a>`,
  ]),
  // There is no sum of numbers of which some are unknown.
  ...(isWhole && { foot: ['Together', sum('commits14d'), sum('priorCommits14d')] }),
})}
</div>`;
}

/** The same list of commits, fourteen days earlier. */
function fortnightBefore(commitsUrl: string, end: Day): string {
  if (!URL.canParse(commitsUrl)) return commitsUrl;
  const url = new URL(commitsUrl);
  url.searchParams.set('since', isoDay(end - 2 * FORTNIGHT_DAYS + 1));
  url.searchParams.set('until', isoDay(end - FORTNIGHT_DAYS));
  return url.href;
}

function windows({ composition }: EvidenceRecord): Html {
  const percent = (value: number | null) => (value === null ? '–' : share(value));
  const rows: [string, (window: WindowComposition) => string][] = [
    ['Commits', ({ commits }) => count(commits)],
    ['By one person', ({ largestContributorShare }) => percent(largestContributorShare)],
    ['Landed at once', ({ bulkShare }) => percent(bulkShare)],
    ['People', ({ people }) => count(people)],
    ['On two days', ({ peopleOnTwoDays }) => count(peopleOnTwoDays)],
    ['New people', ({ newPeople }) => number(newPeople)],
  ];
  return dataTable({
    name: 'windows',
    caption:
      'People who are new had no commit in the 180 days before. Commits landed at once when 20 or more landed in one repository within a minute.',
    columns: ['Of', ...WINDOWS.map(([, label]) => numeric(label))],
    rows: rows.map(([name, value]) => [
      name,
      ...WINDOWS.map(([window]) => value(composition[window])),
    ]),
  });
}

const WINDOWS = [
  ['current14d', '14 days'],
  ['prior14d', '14 before'],
  ['current30d', '30 days'],
  ['prior30d', '30 before'],
] as const;

function weeks({ weeklyCommits }: EvidenceRecord, end: Day): Html {
  const highest = Math.max(1, ...weeklyCommits);
  return dataTable({
    name: 'weeks',
    className: 'plain weeks',
    caption: 'Counted commits, newest week first',
    columns: [
      'Week to',
      numeric('Commits'),
      { title: html`<span class="unseen">Commits as a bar</span>`, cellClass: 'bar' },
    ],
    rows: weeklyCommits.map((commits, ago) => [
      isoDay(end - ago * 7),
      count(commits),
      html`<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><path d="M0 0h${Math.round((100 * commits) / highest)}v8H0z"/></svg>`,
    ]),
  });
}

/** A count, or a dash if it is not known. */
function number(value: number | null): string {
  return value === null ? '–' : count(value);
}
