/** What a signal type rests on, by name: sentences, releases, repositories and packages. */
import { type Html, html, safeHref } from '../../lib/html.ts';
import type { SignalTypeName, TypeEvidence } from '../../pipeline/edition/type-evidence.ts';

/** Nothing where there is no evidence of the type. */
export function typeItems(type: SignalTypeName, evidence: TypeEvidence): Html | null {
  const { value, summary } = evidence[type];
  if (value === 0) return null;
  return html`<h4>${type}</h4>
<p>${summary}</p>
${value === null ? null : itemsOf(type, evidence)}`;
}

function itemsOf(type: SignalTypeName, evidence: TypeEvidence): Html | null {
  if (type === 'Deploy frequency spike') return releases(evidence[type]);
  if (type === 'Framework migration') return packages(evidence[type]);
  return null;
}

function releases({
  releases: named,
  totalReleases,
}: TypeEvidence['Deploy frequency spike']): Html | null {
  if (named.length === 0) return null;
  return html`<ul class="list">
${named.map(
  ({ repository, tag, day }) =>
    html`<li><a href="${safeHref(`https://github.com/${repository}/releases/tag/${encodeURIComponent(tag)}`)}" rel="noopener nofollow">${repository} ${tag}</a>, ${day}</li>\n`,
)}</ul>
${more(totalReleases, named)}`;
}

function packages({
  repository,
  basis,
  left,
  came,
  totalLeft,
  totalCame,
}: TypeEvidence['Framework migration']): Html | null {
  if (repository === null) return null;
  const list = (heading: string, changes: typeof left, total: number) =>
    html`<p>${heading}</p>
<ul class="list">
${changes.map(
  ({ name, day, commit }) =>
    html`<li>${commit === null ? name : html`<a href="${safeHref(`https://github.com/${repository}/commit/${commit}`)}" rel="noopener nofollow">${name}</a>`}, ${day}</li>\n`,
)}</ul>
${more(total, changes)}`;
  return html`${list('Left', left, totalLeft)}
${list('Came', came, totalCame)}
${basis === 'lines' ? html`<p><small>Basis: lines that manifests gained or lost; Go is left out.</small></p>` : null}`;
}

function more(total: number, named: readonly unknown[]): Html | null {
  return total > named.length ? html`<p>And ${total - named.length} more.</p>` : null;
}
