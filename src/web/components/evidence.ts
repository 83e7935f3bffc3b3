/** The basis of one startup's signal and counts, so that a reader can check them by hand. */
import { evidenceSentence, plainText } from '../../features/this-week/evidence-words.ts';
import { sum } from '../../lib/averages.ts';
import { type Html, type HtmlValue, html, safeHref } from '../../lib/html.ts';
import { type Day, parseDay } from '../../lib/period.ts';
import {
  type EvidenceRecord,
  type RepositoryEvidence,
  SIGNAL_TYPES,
  type SignalType,
  type Startup,
  type TypeEvidence,
} from '../../pipeline/edition/record.ts';
import { LASTS_UNTIL } from '../../pipeline/signals/classify.ts';
import { signalKey, signalTitle } from '../../published/signal-words.ts';
import { dataTable, numeric } from './data-table.ts';
import { count, decimal, longDate, repositoryName } from './format.ts';
import { outward } from './links.ts';
import { type Section, section } from './section.ts';
import { EVIDENCE_RULES } from './terms.ts';

/** The bar's end: as many times the threshold. */
const BAR_END = 2;
/** Items that are shown at once. */
const MAX_SHOWN = 5;

export function evidenceSection(
  { evidence }: Pick<EvidenceRecord, 'evidence'>,
  startup: Pick<Startup, 'signalType' | 'signalStrength'>,
): Section {
  const strongest = [...SIGNAL_TYPES].sort(
    (a, b) => (evidence[b].value ?? -1) - (evidence[a].value ?? -1),
  );
  return section('evidence', 'Evidence')`
<p>Four kinds of change are looked for, each against the startup’s own past; 1 is the threshold.</p>
<div class="types">
${strongest.map((type) => typeArticle(type, evidence))}</div>
${whyStill(startup, evidence)}`;
}

function typeArticle(type: SignalType, evidence: TypeEvidence): Html {
  const { value, summary } = evidence[type];
  const width = Math.round((100 * Math.min(BAR_END, value ?? 0)) / BAR_END);
  return html`<article class="type ${signalKey({ signalType: type, signalStrength: 'strong' })}">
<h3>${signalTitle(type)} <small>${type}</small></h3>
<p class="reached">${reached(value)}</p>
<svg class="gauge" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><path class="whole" d="M0 0h100v4H0z"/><path d="M0 0h${width}v4H0z"/><path class="mark" d="M${100 / BAR_END} 0v4"/></svg>
<p>${plainText(evidenceSentence(type, evidence) ?? [summary])}</p>
${value === null || value === 0 ? null : ITEMS[type](evidence)}
<details><summary>How it is computed</summary>
<p>${EVIDENCE_RULES[type]}</p></details>
</article>
`;
}

/** Two decimals, which never show a threshold as reached that was not. */
function reached(value: number | null): Html {
  if (value === null) return html`not known`;
  const shown = decimal(value < 1 ? Math.min(value, 0.99) : value);
  return value >= 1
    ? html`<strong>${shown}</strong> of its threshold: reached`
    : html`${shown} of its threshold`;
}

/** A release, repository or package by name, and where it can be read; null where that is not known. */
type Item = { text: HtmlValue; day: string; href: string | null };

/** The items that a type rests on. */
const ITEMS: Readonly<Record<SignalType, (evidence: TypeEvidence) => Html | null>> = {
  'Engineering hiring burst': () => html`<p><small>People are counted and not named.</small></p>`,
  'Infrastructure buildout': ({ 'Infrastructure buildout': { newRepositories } }) =>
    itemList(
      newRepositories.map(({ repository, day }) => ({
        text: repositoryName(repository),
        day,
        href: `https://github.com/${repository}`,
      })),
    ),
  'Deploy frequency spike': ({ 'Deploy frequency spike': { releases, totalReleases } }) =>
    itemList(
      releases.map(({ repository, tag, day }) => ({
        text: html`${repositoryName(repository)} ${tag}`,
        day,
        href: `https://github.com/${repository}/releases/tag/${encodeURIComponent(tag)}`,
      })),
      totalReleases,
    ),
  'Framework migration': ({ 'Framework migration': evidence }) => {
    const { replaced = [], repository, basis, left, came, totalLeft, totalCame } = evidence;
    if (repository === null) return null;
    const changed = ({ name, day, commit }: (typeof left)[number]): Item => ({
      text: name,
      day,
      href: commitUrl(repository, commit),
    });
    const pairs = replaced.map((pair) => ({
      text: html`${pair.left} → ${pair.came}, ${pair.role} in ${repositoryName(pair.repository)}`,
      day: pair.day,
      href: commitUrl(pair.repository, pair.commit),
    }));
    return html`${itemList(pairs)}
<p>Removed</p>
${itemList(left.map(changed), totalLeft)}
<p>Added</p>
${itemList(came.map(changed), totalCame)}
${basis === 'lines' ? html`<p><small>Read from lines that manifests gained or lost; Go is left out.</small></p>` : null}`;
  },
};

function commitUrl(repository: string, commit: string | null): string | null {
  return commit && `https://github.com/${repository}/commit/${commit}`;
}

/** The first few at once, the others folded. @param total of which not all may be named */
function itemList(items: readonly Item[], total = items.length): Html | null {
  if (items.length === 0) return null;
  const list = (some: readonly Item[]) =>
    html`<ul class="items">${some.map(({ text, day, href }) => html`<li>${href === null ? text : outward(href, text)} <time datetime="${day}">${longDate(parseDay(day))}</time></li>\n`)}</ul>`;
  const more = total - MAX_SHOWN;
  if (more <= 0) return list(items);
  const unnamed = total - items.length;
  return html`${list(items.slice(0, MAX_SHOWN))}
<details><summary>${more} more</summary>
${list(items.slice(MAX_SHOWN))}${unnamed > 0 ? html`<p>And ${unnamed} that are not listed.</p>` : null}</details>`;
}

/** A note if another type has more evidence than the published one. */
function whyStill(
  { signalType, signalStrength }: Pick<Startup, 'signalType' | 'signalStrength'>,
  evidence: TypeEvidence,
): Html | null {
  if (signalStrength === 'none') return null;
  const own = evidence[signalType].value ?? 0;
  if (Object.values(evidence).every(({ value }) => (value ?? 0) <= own)) return null;
  return html`<p class="still">The signal is still <strong>${signalType}</strong>, although another kind has more evidence: a ${signalStrength} signal lasts until its own falls below ${decimal(LASTS_UNTIL[signalStrength])}, so that signals do not flip from week to week.</p>`;
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
  const total = (key: 'commits14d' | 'priorCommits14d') => {
    const known = list.flatMap((repository) => repository[key] ?? []);
    return number(known.length === 0 ? null : sum(known));
  };
  return html`<p>The newer number links to GitHub’s own list of the same days, which includes merges, copies and bots.</p>
${dataTable({
  caption: `Commits in the 14 days to ${longDate(end)}, and in the 14 days before`,
  columns: ['Repository', numeric('14 days'), numeric('14 before')],
  rows: list.map(({ repository, notCounted, commits14d, priorCommits14d, commitsUrl }) => [
    html`${repositoryName(repository)}${roleOf(repository)}${notCounted === undefined ? null : html` <small>not counted: ${notCounted}</small>`}`,
    html`<a href="${safeHref(commitsUrl)}">${number(commits14d)}</a>`,
    number(priorCommits14d),
  ]),
  // There is no sum of numbers of which some are unknown.
  ...(isWhole && { foot: ['Together', total('commits14d'), total('priorCommits14d')] }),
  scrolls: 'Commits by repository, as a table',
})}`;
}

/** A count, or a dash if it is not known. */
function number(value: number | null): string {
  return value === null ? '–' : count(value);
}
