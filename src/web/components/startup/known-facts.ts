/** Public facts about a startup with their sources, its deals, and the repositories that are counted. */
import type { Dossier } from '../../../features/diligence/dossier.ts';
import { noticeLines, timelineOf } from '../../../features/diligence/sentences.ts';
import { type Html, html } from '../../../lib/html.ts';
import type { EvidenceRecord, PartialStartup, Startup } from '../../../pipeline/edition/record.ts';
import { stageWords, statusWords } from '../../../published/company-words.ts';
import { factList, timeline } from '../facts.ts';
import { bdi, counted } from '../format.ts';
import { outward, PATHS } from '../links.ts';
import { type Section, section } from '../section.ts';

export function facts(startup: Startup | PartialStartup, sector: Html): Html {
  const { geography, websiteUrl, githubUrl, linkedinUrl, statusBasis, stageBasis, lastRound } =
    startup;
  const link = (url: string | null, text: string) => (url === null ? null : outward(url, text));
  return factList([
    ['Status', sourced(statusWords(startup), statusBasis)],
    ['Sector', sector],
    ['Stage', sourced(stageWords(startup), stageBasis ?? lastRound)],
    ['Geography', geography],
    ['Website', link(websiteUrl, host(websiteUrl))],
    ['Code', link(githubUrl, githubUrl.replace(/^https?:\/\//, ''))],
    ['LinkedIn', link(linkedinUrl, 'Company page')],
  ]);
}

/** Counted and missing repositories. */
export function coverage({ repositories }: EvidenceRecord): Html {
  const missing = repositories.filter(({ notCounted }) => notCounted !== undefined);
  const held = repositories.filter(({ commits14d }) => commits14d !== null).length;
  const others = missing.map(({ repository, notCounted }) => `${repository} (${notCounted})`);
  const rest =
    missing.length === 0 ? ', all that are followed' : `. Not counted: ${others.join(', ')}`;
  return html`<p class="cite">Counted: ${counted(held, 'public repository', 'public repositories')}${rest}. Private work is not seen.</p>`;
}

/** Words with a link to what they were read in; null without any. */
function sourced(words: string, basis: { sourceUrl: string } | null | undefined): Html | null {
  if (words === '') return null;
  return basis
    ? html`${words} <small>${outward(basis.sourceUrl, 'source')}</small>`
    : html`${words}`;
}

function host(url: string | null): string {
  return url === null || !URL.canParse(url) ? '' : new URL(url).host.replace(/^www\./, '');
}

/** Funding, exits and investors. @param dossier undefined where nothing is known at all */
export function dealsSection(dossier: Dossier | undefined, slug: string): Section {
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
