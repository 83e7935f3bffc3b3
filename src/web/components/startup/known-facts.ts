/** Public facts about a startup, one a line with sources, and the repositories that are counted. */
import { type Html, html, safeHref } from '../../../lib/html.ts';
import type { EvidenceRecord, PartialStartup, Startup } from '../../../pipeline/edition/record.ts';
import { stageWords, statusWords } from '../../../published/company-words.ts';
import { factList } from '../facts.ts';
import { counted } from '../format.ts';

export function facts(startup: Startup | PartialStartup, sector: Html): Html {
  const { geography, websiteUrl, githubUrl, linkedinUrl, statusBasis, stageBasis, lastRound } =
    startup;
  const link = (url: string | null, text: string) =>
    url === null ? null : html`<a href="${safeHref(url)}" rel="noopener nofollow">${text}</a>`;
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
  const counts = `Counted: ${counted(held, 'public repository', 'public repositories')}`;
  if (missing.length === 0)
    return html`<p class="cite">${counts}, all that are followed. Private work is not seen.</p>`;
  return html`<p class="cite">${counts}. Not counted: ${missing.map(({ repository, notCounted }) => `${repository} (${notCounted})`).join(', ')}. Private work is not seen.</p>`;
}

/** Words with a link to what they were read in; null without any. */
function sourced(words: string, basis: { sourceUrl: string } | null | undefined): Html | null {
  if (words === '') return null;
  return basis
    ? html`${words} <small><a href="${safeHref(basis.sourceUrl)}" rel="noopener nofollow">source</a></small>`
    : html`${words}`;
}

function host(url: string | null): string {
  return url === null || !URL.canParse(url) ? '' : new URL(url).host.replace(/^www\./, '');
}
