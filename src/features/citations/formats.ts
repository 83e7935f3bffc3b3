/**
 * References as plain text. They follow the handbooks' patterns for a work by an organization, and the
 * documentation of Wikipedia's template. Of the libraries for citations, citation.js has no MLA and no
 * Chicago, its BibTeX drops non-Latin letters or does not escape TeX's special characters, its RIS
 * truncates identifiers, and its first APA reference takes half a second; tests compare ours with its
 * own where it has one.
 */
import { parseDay } from '../../lib/period.ts';
import { PUBLISHER, type Work } from './cited-work.ts';

/** The formats of the specification, section 4. */
export const CITATION_FORMATS = ['bibtex', 'ris', 'apa', 'mla', 'chicago', 'wikipedia'] as const;
export type CitationFormat = (typeof CITATION_FORMATS)[number];

const FORMATTERS: Readonly<Record<CitationFormat, (work: Work) => string>> = {
  bibtex,
  ris,
  apa,
  mla,
  chicago,
  wikipedia: ({ title, date, url }) =>
    `{{cite web |title=${wiki(title)} |url=${wikiUrl(url)} |publisher=${PUBLISHER} |date=${dated(date, 'wikipedia')}}}`,
};

/** A reference, ending with a line feed. */
export function citation(format: CitationFormat, work: Work): string {
  const [title, headline] = [oneLine(work.title), oneLine(work.headline)];
  return `${FORMATTERS[format]({ ...work, title, headline })}\n`;
}

/** The kind of work, in brackets after its title; a page needs no such note. */
const APA_KINDS = { report: 'Technical report', dataset: 'Dataset', webpage: undefined } as const;

/**
 * APA 7. The publisher is omitted if it is the same as the author. A report or a data set has a year, a
 * page its day.
 */
function apa({ kind, title, date, url }: Work): string {
  const note = APA_KINDS[kind];
  if (note === undefined)
    return `${PUBLISHER}. (${dated(date, 'apa')}). ${sentence(curled(title))} ${url}`;
  const subtitled =
    kind === 'report' ? title.replace(/: \p{Ll}/u, (start) => start.toUpperCase()) : title;
  return `${PUBLISHER}. (${date.slice(0, 4)}). ${curled(subtitled)} [${note}]. ${url}`;
}

/** Quotation marks as printers set them. */
function curled(title: string): string {
  return title
    .replace(/"(?=\S)([^"]*)"/g, '“$1”')
    .replace(/(?<![^\s“(])'/g, '‘')
    .replaceAll("'", '’');
}

/** With a full stop, unless it ends with a mark of its own; inside quotation marks, as Americans do. */
function sentence(title: string): string {
  const [, text = '', marks = ''] = /^(.*?)([”’]*)$/su.exec(title) ?? [];
  return /[.?!…:]$/u.test(text) ? title : `${text}.${marks}`;
}

/** MLA 9. The author is omitted if it is the same as the publisher. */
function mla({ kind, headline, date, url }: Work): string {
  return `${titled(kind, headline)} ${PUBLISHER}, ${dated(date, 'mla')}, ${url}.`;
}

/**
 * Chicago 17, as a bibliography entry. A report is cited as a book, everything else as a web page.
 */
function chicago({ kind, headline, date, url }: Work): string {
  const published =
    kind === 'report'
      ? `Technical report. ${PUBLISHER}, ${date.slice(0, 4)}`
      : `${PUBLISHER}, ${dated(date, 'chicago')}`;
  return `${PUBLISHER}. ${titled(kind, headline)} ${published}. ${url}.`;
}

/** Quotation marks are only for parts of a larger work; plain text has no italics. */
function titled(kind: Work['kind'], headline: string): string {
  const ended = /[.?!…]$/u.test(headline) ? '' : '.';
  return kind === 'report' ? `${headline}${ended}` : `“${quoted(headline)}${ended}”`;
}

/**
 * `@dataset` and `@online` come from biblatex. Reference managers import `@misc` as a document of no
 * particular kind, and BibTeX's own styles print unknown types like `@misc`.
 */
const BIBTEX_TYPES = { report: 'techreport', dataset: 'dataset', webpage: 'online' } as const;
const BIBTEX_MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** UTF-8, which all current BibTeX implementations read. Double braces preserve capitals. */
function bibtex({ key, kind, title, date, url }: Work): string {
  const [year, month, day] = date.split('-').map(Number);
  const publisher = kind === 'report' ? 'institution' : 'publisher';
  return `@${BIBTEX_TYPES[kind]}{${key},
  author = {{${PUBLISHER}}},
  title = {{${tex(title)}}},
  ${publisher} = {${PUBLISHER}},
  year = {${year}},
  month = ${BIBTEX_MONTHS[(month ?? 1) - 1]},
  day = {${day}},
  url = {${url}},
}`;
}

const TEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
};

/** Escapes TeX's special characters, and breaks up its ligatures. */
function tex(text: string): string {
  return text
    .replace(/[\\~^<>|{}&%$#_]/g, (character) => TEX[character] ?? `\\${character}`)
    .replace(/(?<=-)-|(?<=')'|(?<=[`?!])`|(?<=,),/g, '{}$&');
}

const RIS_TYPES = { report: 'RPRT', dataset: 'DATA', webpage: 'ELEC' } as const;

/** RIS format: a tag, two spaces, a hyphen and a space; lines end with CR LF. */
function ris({ key, kind, title, date, url }: Work): string {
  const lines = [
    ['TY', RIS_TYPES[kind]],
    ['ID', key],
    ['AU', PUBLISHER],
    ['TI', title],
    ['PB', PUBLISHER],
    ['PY', date.slice(0, 4)],
    ['DA', `${date.replaceAll('-', '/')}/`],
    ['UR', url],
    ['LA', 'en'],
    ['ER', ''],
  ];
  // `citation` adds the line feed.
  return `${lines.map(([tag, value]) => `${tag}  - ${value}`).join('\r\n')}\r`;
}

const MLA_MONTHS = 'Jan. Feb. Mar. Apr. May June July Aug. Sept. Oct. Nov. Dec.'.split(' ');
const AMERICAN_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const AMERICAN_DAY = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});
const BRITISH_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

function dated(iso: string, style: 'apa' | 'mla' | 'chicago' | 'wikipedia'): string {
  const date = new Date(parseDay(iso) * 86_400_000);
  if (style === 'apa') return `${date.getUTCFullYear()}, ${AMERICAN_DAY.format(date)}`;
  if (style === 'chicago') return AMERICAN_DATE.format(date);
  if (style === 'wikipedia') return BRITISH_DATE.format(date);
  return `${date.getUTCDate()} ${MLA_MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Quotation marks inside quotation marks become single. */
function quoted(title: string): string {
  return title
    .replace(/"([^"]*)"/g, '‘$1’')
    .replaceAll('“', '‘')
    .replace(/[”"]/g, '’');
}

/**
 * Replaces wikitext syntax by character references: templates, links, tags, emphasis, signatures,
 * magic words and bare addresses anywhere, and list markers at the beginning.
 */
function wiki(text: string): string {
  return text.replace(
    /[{}[\]|<>=&'~]|^[*#:;]|_(?=_)|:(?=\/\/)/g,
    (character) => `&#${character.codePointAt(0)};`,
  );
}

function wikiUrl(url: string): string {
  return url.replace(/[{}[\]|<>"'\s]/g, (character) =>
    encodeURIComponent(character).replace("'", '%27'),
  );
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
