/** What a signal type rests on, by name: releases, repositories and packages. */
import { type Html, html, safeHref } from '../../lib/html.ts';
import { parseDay } from '../../lib/period.ts';
import type { SignalType, TypeEvidence } from '../../pipeline/edition/record.ts';
import { longDate, repositoryName } from './format.ts';

/** Items that are shown at once. */
const MAX_SHOWN = 5;

/** Nothing for a type without items. */
export function typeItems(type: SignalType, evidence: TypeEvidence): Html | null {
  if (type === 'Deploy frequency spike') return releases(evidence[type]);
  if (type === 'Framework migration') return packages(evidence[type]);
  if (type === 'Engineering hiring burst') return people(evidence[type]);
  return repositories(evidence[type]);
}

function people({ newPeople, stayed }: TypeEvidence['Engineering hiring burst']): Html | null {
  if (newPeople === null || stayed === null) return null;
  return html`<p><small>People are counted and not named.</small></p>`;
}

function repositories({ newRepositories }: TypeEvidence['Infrastructure buildout']): Html | null {
  return items(
    newRepositories.length,
    newRepositories.map(
      ({ repository, day }) =>
        html`${linked(`https://github.com/${repository}`, repositoryName(repository))} ${date(day)}`,
    ),
  );
}

function releases({ releases: named, totalReleases }: TypeEvidence['Deploy frequency spike']) {
  return items(
    totalReleases,
    named.map(
      ({ repository, tag, day }) =>
        html`${linked(`https://github.com/${repository}/releases/tag/${encodeURIComponent(tag)}`, html`${repositoryName(repository)} ${tag}`)} ${date(day)}`,
    ),
  );
}

function packages(evidence: TypeEvidence['Framework migration']): Html | null {
  const { replaced = [], repository, basis, left, came, totalLeft, totalCame } = evidence;
  if (repository === null) return null;
  const list = (heading: string, changes: typeof left, total: number) =>
    html`<p>${heading}</p>
${items(
  total,
  changes.map(
    ({ name, day, commit }) => html`${atCommit(repository, commit, html`${name}`)} ${date(day)}`,
  ),
)}`;
  const pairs = replaced.map((pair) => {
    const text = html`${pair.left} → ${pair.came}, ${pair.role} in ${repositoryName(pair.repository)}`;
    return html`${atCommit(pair.repository, pair.commit, text)} ${date(pair.day)}`;
  });
  return html`${items(pairs.length, pairs)}
${list('Left', left, totalLeft)}
${list('Came', came, totalCame)}
${basis === 'lines' ? html`<p><small>Read from lines that manifests gained or lost; Go is left out.</small></p>` : null}`;
}

/** The first few at once, the others folded. @param total of which not all may be named */
function items(total: number, lines: readonly Html[]): Html | null {
  if (lines.length === 0) return null;
  const list = (some: readonly Html[]) =>
    html`<ul class="items">${some.map((line) => html`<li>${line}</li>\n`)}</ul>`;
  const more = total - MAX_SHOWN;
  if (more <= 0) return list(lines);
  const unnamed = total - lines.length;
  return html`${list(lines.slice(0, MAX_SHOWN))}
<details><summary>${more} more</summary>
${list(lines.slice(MAX_SHOWN))}${unnamed > 0 ? html`<p>And ${unnamed} that are not listed.</p>` : null}</details>`;
}

/** A text that leads to the commit, if it is known. */
function atCommit(repository: string, commit: string | null, text: Html): Html {
  return commit === null ? text : linked(`https://github.com/${repository}/commit/${commit}`, text);
}

function linked(href: string, text: Html): Html {
  return html`<a href="${safeHref(href)}" rel="noopener nofollow">${text}</a>`;
}

function date(day: string): Html {
  return html`<time datetime="${day}">${longDate(parseDay(day))}</time>`;
}
