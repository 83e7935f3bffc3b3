/** A dossier as Markdown (CommonMark), for notes and for language models. */
import type { Dossier } from './dossier.ts';
import {
  headLines,
  NO_FACT,
  noticeLines,
  SOURCED_ONLY,
  sourceDate,
  sourceKind,
  timelineOf,
} from './sentences.ts';

export function dossierMarkdown(record: Dossier): string {
  const { dossier, citation, url } = record;
  const head = headLines(record).map((line) => `- ${plain(line)}`);
  const events = timelineOf(record).map(
    ({ date, text, sources }) =>
      `- **${date ?? 'undated'}** ${plain(text)} (${sources
        .map((source) => `[${plain(source.publisher)}](${destination(source.url)})`)
        .join(', ')})`,
  );
  const sources = citation.map(
    (source) =>
      `- [${plain(source.title)}](${destination(source.url)}), ${kindOf(source)}, ${sourceDate(source)}`,
  );
  return `# ${plain(dossier.entity)}: diligence dossier

${SOURCED_ONLY}

${head.join('\n')}

## Timeline

${events.length > 0 ? events.join('\n') : NO_FACT}

${section('Disputed, corrected, withdrawn', noticeLines(record))}${section('Not known', dossier.notKnown)}## Sources

${sources.join('\n')}

From <${url}>, CC BY 4.0.
`;
}

function section(heading: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return `## ${heading}\n\n${lines.map((line) => `- ${plain(line)}`).join('\n')}\n\n`;
}

/** Adds a link to the original if another document was read and the original's address is known. */
function kindOf(source: Dossier['citation'][number]): string {
  const kind = sourceKind(source);
  return source.originalUrl === undefined ? kind : `[${kind}](${destination(source.originalUrl)})`;
}

/** Escapes Markdown syntax and automatic links (CommonMark, 2.4). */
function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>]|:(?=\/\/)/g, '\\$&');
}

/** Encodes the characters that would end a link destination. */
function destination(url: string): string {
  return url.replace(/[()<>\s]/g, (character) =>
    encodeURIComponent(character).replace(/[()]/g, (one) => (one === '(' ? '%28' : '%29')),
  );
}
