/** Funding, exits and investors of a startup, as far as a public source says so. */
import type { Dossier } from '../../../features/diligence/dossier.ts';
import { noticeLines, timelineOf } from '../../../features/diligence/sentences.ts';
import { type Html, html } from '../../../lib/html.ts';
import { bdi } from '../format.ts';
import { PATHS } from '../links.ts';
import { section } from '../section.ts';
import { timeline } from '../timeline.ts';

/** @param dossier undefined where nothing is known at all */
export function dealsSection(dossier: Dossier | undefined, slug: string): Html {
  const events = dossier ? timelineOf(dossier) : [];
  const notices = dossier ? noticeLines(dossier) : [];
  const unknown = dossier?.dossier.notKnown ?? [];
  const page = PATHS.diligence(slug);
  return section('deals', 'Funding, exits, investors')`
<p>Facts with a public source, latest first. No entry means we found no source.</p>
${events.length > 0 ? timeline(events) : html`<p>No round, exit or investor with a public source is known.</p>`}
${listOf('Disputed, corrected, withdrawn', notices)}
${listOf('Not known', unknown)}
${dossier && html`<p class="cite">As a dossier: <a href="${page}">page</a>, <a href="${page}/dossier.md">Markdown</a></p>`}`;
}

function listOf(heading: string, lines: readonly string[]): Html | null {
  if (lines.length === 0) return null;
  return html`<details><summary>${heading}</summary>
<ul>${lines.map((line) => html`<li>${bdi(line)}</li>\n`)}</ul></details>`;
}
