/** What one startup's numbers were computed from, so that a reader can check them by hand. */
import { type Html, html, safeHref } from '../../lib/html.ts';
import { type Day, isoDay, parsePeriod } from '../../lib/period.ts';
import type { EvidenceRecord, RepositoryEvidence, Startup } from '../../pipeline/edition/record.ts';
import { count, decimal, longDate } from './format.ts';
import { EVIDENCE_RULES } from './terms.ts';

const FORTNIGHT_DAYS = 14;
const WINDOW_DAYS = 30;

/** @param roles of the startup's repositories; records of earlier versions have none */
export function evidenceSection(
  record: EvidenceRecord,
  roles: Startup['repositoryRoles'] | undefined,
): Html {
  const end = parsePeriod(record.period)?.lastDay ?? 0;
  return html`<section id="evidence" aria-labelledby="evidence-heading">
<h2 id="evidence-heading">Evidence</h2>
<p>What the numbers above were computed from. Days are UTC.</p>
<div class="evidence">
<div>
${repositories(record.repositories, end, roles)}
${signalTypes(record.evidence)}
${thirtyDays(record, end)}
</div>
<div>
${weeks(record, end)}
</div>
</div>
</section>`;
}

function repositories(
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
    count(list.reduce((total, repository) => total + repository[key], 0));
  return html`<h3>Commits by repository</h3>
<p>A number links to the hosting service’s own list of the same days, which also shows the merges, duplicates and maintenance bots that are not counted here.</p>
<table class="plain">
<caption>The 14 days to ${longDate(end)}, and the 14 days before</caption>
<thead><tr><th scope="col">Repository</th><th scope="col" class="number">14 days</th><th scope="col" class="number">14 before</th></tr></thead>
<tbody>
${list.map(
  ({ repository, commits14d, priorCommits14d, commitsUrl }) =>
    html`<tr><th scope="row">${repository}${roleOf(repository)}</th><td class="number"><a href="${safeHref(commitsUrl)}">${count(commits14d)}</a></td><td class="number"><a href="${safeHref(fortnightBefore(commitsUrl, end))}">${count(priorCommits14d)}</a></td></tr>\n`,
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

function signalTypes(evidence: Readonly<Record<string, number>>): Html {
  return html`<h3>Signal types</h3>
<table class="plain">
<caption>Evidence for each type; 1 is its threshold</caption>
<thead><tr><th scope="col">Type</th><th scope="col" class="number">Evidence</th><th scope="col">Reached</th></tr></thead>
<tbody>
${Object.entries(evidence).map(
  ([type, value]) =>
    html`<tr><th scope="row">${type}<small>${EVIDENCE_RULES[type]}</small></th><td class="number">${decimal(belowThreshold(value))}</td><td>${value >= 1 ? html`<strong>yes</strong>` : 'no'}</td></tr>\n`,
)}</tbody>
</table>`;
}

/** Keeps rounding from showing a threshold as reached that was not. */
function belowThreshold(evidence: number): number {
  return evidence < 1 ? Math.min(evidence, 0.99) : evidence;
}

function thirtyDays({ infraFiles30d, dependencyTurnover30d }: EvidenceRecord, end: Day): Html {
  const rows = Array.from(
    { length: Math.max(infraFiles30d.length, dependencyTurnover30d.length) },
    (_, ago) =>
      html`<tr><th scope="row">${isoDay(end - ago * WINDOW_DAYS)}</th><td class="number">${number(infraFiles30d[ago])}</td><td class="number">${number(dependencyTurnover30d[ago])}</td></tr>\n`,
  );
  return html`<h3>Thirty-day windows</h3>
<table class="plain">
<caption>CI and infrastructure files changed; dependencies added or removed, the smaller of the two</caption>
<thead><tr><th scope="col">30 days to</th><th scope="col" class="number">Files</th><th scope="col" class="number">Dependencies</th></tr></thead>
<tbody>
${rows}</tbody>
</table>`;
}

function weeks({ weeklyCommits, weeklyReleases }: EvidenceRecord, end: Day): Html {
  const highest = Math.max(1, ...weeklyCommits);
  return html`<h3>Weeks</h3>
<table class="plain weeks">
<caption>Counted commits and release tags, newest week first</caption>
<thead><tr><th scope="col">Week to</th><th scope="col" class="number">Commits</th><th scope="col"><span class="unseen">Commits as a bar</span></th><th scope="col" class="number">Tags</th></tr></thead>
<tbody>
${weeklyCommits.map(
  (commits, ago) =>
    html`<tr><th scope="row">${isoDay(end - ago * 7)}</th><td class="number">${count(commits)}</td><td class="bar"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><path d="M0 0h${Math.round((100 * commits) / highest)}v8H0z"/></svg></td><td class="number">${number(weeklyReleases[ago])}</td></tr>\n`,
)}</tbody>
</table>`;
}

/** A count, or a dash if the record does not go back that far. */
function number(value: number | undefined): string {
  return value === undefined ? '–' : count(value);
}
