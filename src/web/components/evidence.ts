/** What one startup's numbers were computed from, so that a reader can check them by hand. */
import { type Html, html, safeHref } from '../../lib/html.ts';
import { type Day, isoDay, parsePeriod } from '../../lib/period.ts';
import type {
  EvidenceRecord,
  RepositoryEvidence,
  Startup,
  WindowComposition,
} from '../../pipeline/edition/record.ts';
import { SIGNAL_TYPES, type TypeEvidence } from '../../pipeline/edition/type-evidence.ts';
import { count, decimal, longDate, share } from './format.ts';
import { EVIDENCE_RULES } from './terms.ts';
import { typeItems } from './type-items.ts';

const FORTNIGHT_DAYS = 14;

/** @param roles of the startup's repositories; records of earlier versions have none */
export function evidenceSection(
  record: EvidenceRecord | Omit<EvidenceRecord, 'composition'>,
  roles: Startup['repositoryRoles'] | undefined,
): Html | null {
  // Editions before method 2 rest on other evidence, which their files show.
  if (!('composition' in record)) return null;
  const end = parsePeriod(record.period)?.lastDay ?? 0;
  return html`<section id="evidence" aria-labelledby="evidence-heading">
<h2 id="evidence-heading">Evidence</h2>
<p>What the numbers above were computed from. Days are UTC.</p>
<div class="evidence">
<div>
${repositoryCommits(record.repositories, end, roles)}
${signalTypes(record.evidence)}
${windows(record)}
</div>
<div>
${weeks(record, end)}
</div>
</div>
</section>`;
}

export function repositoryCommits(
  list: readonly RepositoryEvidence[],
  end: Day,
  roles: Startup['repositoryRoles'] = [],
): Html {
  const roleOf = (repository: string) => {
    const known = roles.find((one) => one.repository === repository);
    if (!known) return null;
    return html` <small>${known.role}${known.reason === undefined ? '' : `: ${known.reason}`}</small>`;
  };
  const sum = (key: 'commits14d' | 'priorCommits14d') =>
    count(list.reduce((total, repository) => total + (repository[key] ?? 0), 0));
  return html`<h3>Commits by repository</h3>
<p>A number links to the hosting service’s own list of the same days, which also shows the merges, duplicates and maintenance bots that are not counted here.</p>
<table class="plain">
<caption>The 14 days to ${longDate(end)}, and the 14 days before</caption>
<thead><tr><th scope="col">Repository</th><th scope="col" class="number">14 days</th><th scope="col" class="number">14 before</th></tr></thead>
<tbody>
${list.map(
  ({ repository, notCounted, commits14d, priorCommits14d, commitsUrl }) =>
    html`<tr><th scope="row">${repository}${roleOf(repository)}${notCounted === undefined ? null : html` <small>not counted: ${notCounted}</small>`}</th><td class="number"><a href="${safeHref(commitsUrl)}">${number(commits14d)}</a></td><td class="number"><a href="${safeHref(fortnightBefore(commitsUrl, end))}">${number(priorCommits14d)}</a></td></tr>\n`,
)}</tbody>
<tfoot><tr><th scope="row">Together</th><td class="number">${sum('commits14d')}</td><td class="number">${sum('priorCommits14d')}</td></tr></tfoot>
</table>`;
}

/** The same list of commits, fourteen days earlier. */
function fortnightBefore(commitsUrl: string, end: Day): string {
  if (!URL.canParse(commitsUrl)) return commitsUrl;
  const url = new URL(commitsUrl);
  url.searchParams.set('since', isoDay(end - 2 * FORTNIGHT_DAYS + 1));
  url.searchParams.set('until', isoDay(end - FORTNIGHT_DAYS));
  return url.href;
}

function signalTypes(evidence: TypeEvidence): Html {
  return html`<h3>Signal types</h3>
<table class="plain">
<caption>Evidence for each type; 1 is its threshold</caption>
<thead><tr><th scope="col">Type</th><th scope="col" class="number">Evidence</th><th scope="col">Reached</th></tr></thead>
<tbody>
${SIGNAL_TYPES.map(
  (type) =>
    html`<tr><th scope="row">${type}<small>${EVIDENCE_RULES[type]}</small></th><td class="number">${strengthOf(evidence[type].value)}</td><td>${(evidence[type].value ?? 0) >= 1 ? html`<strong>yes</strong>` : 'no'}</td></tr>\n`,
)}</tbody>
</table>
${SIGNAL_TYPES.map((type) => typeItems(type, evidence))}`;
}

/** Two decimals, which never show a threshold as reached that was not; a dash if not known. */
function strengthOf(value: number | null): string {
  if (value === null) return '–';
  return decimal(value < 1 ? Math.min(value, 0.99) : value);
}

function windows({ composition }: EvidenceRecord): Html {
  const percent = (value: number | null) => (value === null ? '–' : share(value));
  const rows: [string, (window: WindowComposition) => string][] = [
    ['Commits', ({ commits }) => count(commits)],
    ['By one person', ({ largestContributorShare }) => percent(largestContributorShare)],
    ['In bulk', ({ bulkShare }) => percent(bulkShare)],
    ['People', ({ people }) => count(people)],
    ['On two days', ({ peopleOnTwoDays }) => count(peopleOnTwoDays)],
    ['New people', ({ newPeople }) => number(newPeople)],
  ];
  return html`<h3>What the counts are made of</h3>
<table class="plain">
<caption>People who are new had no commit in the 180 days before; a commit landed in bulk when 20 or more landed in one repository within a minute</caption>
<thead><tr><th scope="col">Of</th>${WINDOWS.map(([, label]) => html`<th scope="col" class="number">${label}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ([name, value]) =>
    html`<tr><th scope="row">${name}</th>${WINDOWS.map(([window]) => html`<td class="number">${value(composition[window])}</td>`)}</tr>\n`,
)}</tbody>
</table>`;
}

const WINDOWS = [
  ['current14d', '14 days'],
  ['prior14d', '14 before'],
  ['current30d', '30 days'],
  ['prior30d', '30 before'],
] as const;

function weeks({ weeklyCommits }: EvidenceRecord, end: Day): Html {
  const highest = Math.max(1, ...weeklyCommits);
  return html`<h3>Weeks</h3>
<table class="plain weeks">
<caption>Counted commits, newest week first</caption>
<thead><tr><th scope="col">Week to</th><th scope="col" class="number">Commits</th><th scope="col"><span class="unseen">Commits as a bar</span></th></tr></thead>
<tbody>
${weeklyCommits.map(
  (commits, ago) =>
    html`<tr><th scope="row">${isoDay(end - ago * 7)}</th><td class="number">${count(commits)}</td><td class="bar"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><path d="M0 0h${Math.round((100 * commits) / highest)}v8H0z"/></svg></td></tr>\n`,
)}</tbody>
</table>`;
}

/** A count, or a dash if it is not known. */
function number(value: number | null): string {
  return value === null ? '–' : count(value);
}
