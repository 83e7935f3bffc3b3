/** References as files, with the extensions and media types that reference managers recognize. */
import { periodSlug } from '../../lib/period.ts';
import { CITATION_FORMATS, type CitationFormat } from './formats.ts';

type FileKind = { ending: string; type: string };

const PROSE: FileKind = { ending: 'txt', type: 'text/plain' };
const KINDS: Readonly<Record<CitationFormat, FileKind>> = {
  bibtex: { ending: 'bib', type: 'application/x-bibtex' },
  ris: { ending: 'ris', type: 'application/x-research-info-systems' },
  apa: PROSE,
  mla: PROSE,
  chicago: PROSE,
  wikipedia: PROSE,
};

/** All media types of references. */
export const CITATION_TYPES = [...new Set(Object.values(KINDS).map(({ type }) => type))];

export function citationFormat(text: string): CitationFormat | undefined {
  return CITATION_FORMATS.find((known) => known === text);
}

/** The cited slug in a file name: `paper` for `paper.bib`. Slugs contain no dots. */
export function citedSlug(format: CitationFormat, text: string): string {
  const ending = `.${KINDS[format].ending}`;
  return periodSlug(text.endsWith(ending) ? text.slice(0, -ending.length) : text);
}

/** The address of a reference; with a file extension for formats that programs open. */
export function citationPath(format: CitationFormat, slug: string): string {
  const kind = KINDS[format];
  const file = kind === PROSE ? slug : `${slug}.${kind.ending}`;
  return `/api/cite/${format}/${encodeURIComponent(file)}`;
}

/**
 * Media type and file name of a reference. BibTeX and RIS are plain text (specification, section 4)
 * unless requested with a file extension.
 *
 * @param text a slug or file name
 */
export function citationMedia(
  format: CitationFormat,
  text: string,
  period: string | undefined,
): { type: string; file: string } {
  const { ending, type } = KINDS[format];
  const slug = citedSlug(format, text);
  return {
    type: text.endsWith(`.${ending}`) ? type : PROSE.type,
    file: `bellwether-${slug}${period === undefined ? '' : `-${period}`}.${ending}`,
  };
}
