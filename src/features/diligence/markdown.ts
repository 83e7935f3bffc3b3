/** A dossier as Markdown (CommonMark), for notes and for language models. */
import type { Dossier } from './dossier.ts';
import { signalSentence } from '../../diligence/signal-sentence.ts';
import { sourceDate, sourceKind, stageText, timelineOf } from './sentences.ts';

export function dossierMarkdown(record: Dossier): string {
  const { dossier, citation, url } = record;
  const { entity, formerly, stage, signal, notes } = dossier;
  const facts = [
    ...(formerly.length > 0 ? [`- Formerly: ${plain(formerly.join(', '))}`] : []),
    ...(stage ? [`- Stage: ${plain(stageText(stage))}`] : []),
    ...(signal ? [`- Engineering signal: ${plain(signalSentence(signal))}`] : []),
    ...notes.map((note) => `- ${plain(note)}`),
  ];
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
  return `# ${plain(entity)}: diligence dossier

Only facts with a public source stand here; what is missing is unknown, not untrue.

${facts.join('\n')}

## Timeline

${events.length > 0 ? events.join('\n') : 'No documented fact.'}

## Sources

${sources.join('\n')}

From <${url}>, CC BY 4.0.
`;
}

/** A report leads to what it reports. */
function kindOf(source: Dossier['citation'][number]): string {
  const kind = sourceKind(source);
  return source.reportOf === undefined ? kind : `[${kind}](${destination(source.reportOf)})`;
}

/** Characters that Markdown would read as markup or make links of, as they are (CommonMark, 2.4). */
function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>]|:(?=\/\/)/g, '\\$&');
}

/** An address between parentheses: none of its own may end it. */
function destination(url: string): string {
  return url.replace(/[()<>\s]/g, (character) =>
    encodeURIComponent(character).replace(/[()]/g, (one) => (one === '(' ? '%28' : '%29')),
  );
}
