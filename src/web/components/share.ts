/** A page to pass on and to cite: its reference to copy, and where its data, its feed and its citations are. */
import { CITATION_FORMATS } from '../../features/citations/formats.ts';
import { citationPath } from '../../features/citations/reference-files.ts';
import { type Html, html } from '../../lib/html.ts';
import { codeBlock } from './code.ts';
import { dataHref } from './links.ts';

export type Shared = {
  title: string;
  /** Path of the same content as data. */
  json?: string;
  /** The weekly feed of what the page is about. */
  feed?: { title: string; path: string };
  /** Its name in `/api/cite`, for pages that have one. */
  cites?: { slug: string; period?: string } | undefined;
  /** More that can be taken along, by its name. */
  takes?: Readonly<Record<string, string>>;
};

const FORMAT_NAMES = {
  bibtex: 'BibTeX',
  ris: 'RIS',
  apa: 'APA',
  mla: 'MLA',
  chicago: 'Chicago',
  wikipedia: 'Wikipedia',
};

/** @param address the full address of the page */
export function share({ title, json, feed, cites, takes = {} }: Shared, address: string): Html {
  const links = Object.entries({ ...takes, JSON: json, RSS: feed?.path });
  const formats = CITATION_FORMATS.map(
    (format) => [FORMAT_NAMES[format], citation(format)] as const,
  );
  return html`${codeBlock('Reference', `Bellwether. ${title}${title.endsWith('?') ? '' : '.'} ${address}`)}
<ul class="jump">${[...links, ...(cites ? formats : [])].map(([name, href]) => href && html`<li><a href="${href}" rel="nofollow">${name}</a></li>\n`)}</ul>`;

  function citation(format: (typeof CITATION_FORMATS)[number]): string {
    const path = citationPath(format, cites?.slug ?? '');
    return cites?.period === undefined ? path : dataHref(path, cites.period);
  }
}
