/**
 * References as plain text. APA comes from citation.js and its style sheet. Its BibTeX either drops
 * letters that are not Latin or leaves TeX's own characters as they are, its RIS cuts identifiers, and
 * no package carries the MLA and Chicago styles: these follow the formats' and handbooks' patterns
 * for a work of an organization, Wikipedia's form the documentation of its template.
 */
import { Cite } from '@citation-js/core';
import '@citation-js/plugin-csl';
import { parseDay } from '../../lib/period.ts';
import { PUBLISHER, type Work } from './work.ts';

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

/** One reference with its line end. */
export function citation(format: CitationFormat, work: Work): string {
  const [title, headline] = [oneLine(work.title), oneLine(work.headline)];
  return `${FORMATTERS[format]({ ...work, title, headline })}\n`;
}

/** Stands for `<` in the style's engine, which would read `<i>` as markup: for private use. */
const LESS_THAN = '\uE000';

/** APA 7, by its style sheet; an organization that publishes itself is not named as publisher. */
function apa({ key, kind, title, date, url }: Work): string {
  const subtitled =
    kind === 'report' ? title.replace(/: \p{Ll}/u, (start) => start.toUpperCase()) : title;
  const cite = new Cite([
    {
      id: key,
      type: kind,
      title: subtitled.replaceAll('<', LESS_THAN),
      author: [{ literal: PUBLISHER }],
      issued: { 'date-parts': [date.split('-').map(Number)] },
      URL: url,
      language: 'en',
      ...(kind === 'report' && { genre: 'Technical report' }),
    },
  ]);
  return cite
    .format('bibliography', { format: 'text', template: 'apa', lang: 'en-US' })
    .trim()
    .replaceAll(LESS_THAN, '<');
}

/** MLA 9: an organization that publishes itself is not named as author as well. */
function mla({ kind, headline, date, url }: Work): string {
  return `${titled(kind, headline)} ${PUBLISHER}, ${dated(date, 'mla')}, ${url}.`;
}

/** Chicago 17, as an entry of a bibliography: a report as a book is cited, the others as web pages. */
function chicago({ kind, headline, date, url }: Work): string {
  const published =
    kind === 'report'
      ? `Technical report. ${PUBLISHER}, ${date.slice(0, 4)}`
      : `${PUBLISHER}, ${dated(date, 'chicago')}`;
  return `${PUBLISHER}. ${titled(kind, headline)} ${published}. ${url}.`;
}

/** Works that stand alone go without quotation marks; plain text has no italics. */
function titled(kind: Work['kind'], headline: string): string {
  const ended = /[.?!…]$/u.test(headline) ? '' : '.';
  return kind === 'report' ? `${headline}${ended}` : `“${quoted(headline)}${ended}”`;
}

const BIBTEX_TYPES = { report: 'techreport', dataset: 'misc', webpage: 'misc' } as const;
const BIBTEX_MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** In UTF-8, as every BibTeX of the last decade reads it; doubled braces keep capitals. */
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

/** Characters that TeX would act on, as it prints them; those that it would join stay apart. */
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
  return (
    lines
      .map(([tag, value]) => `${tag}  - ${value}`)
      .join('\r\n')
      // The reference's own line end follows.
      .concat('\r')
  );
}

const MONTHS = [
  'Jan.',
  'Feb.',
  'Mar.',
  'Apr.',
  'May',
  'June',
  'July',
  'Aug.',
  'Sept.',
  'Oct.',
  'Nov.',
  'Dec.',
];
const LONG = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const LONG_BRITISH = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

function dated(iso: string, style: 'mla' | 'chicago' | 'wikipedia'): string {
  const date = new Date(parseDay(iso) * 86_400_000);
  if (style === 'chicago') return LONG.format(date);
  if (style === 'wikipedia') return LONG_BRITISH.format(date);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Quotation marks within quotation marks are single. */
function quoted(title: string): string {
  return title
    .replace(/"([^"]*)"/g, '‘$1’')
    .replaceAll('“', '‘')
    .replace(/[”"]/g, '’');
}

/**
 * What has a meaning in wikitext stands as a character reference: everywhere what opens templates,
 * links, tags, emphasis and signatures, magic words and bare addresses; at the beginning lists.
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
