/** A page to pass on and to cite: its reference to copy, and where its data, its feed and its citations are. */
import type { CitationFormat } from '../../features/citations/formats.ts';
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

/** In lower case, they are the formats of `/api/cite`. */
const FORMATS = ['BibTeX', 'RIS', 'APA', 'MLA', 'Chicago', 'Wikipedia'] as const;

/** @param address the full address of the page */
export function share({ title, json, feed, cites, takes = {} }: Shared, address: string): Html {
  const links = Object.entries({ ...takes, JSON: json, RSS: feed?.path });
  const formats = FORMATS.map(
    (name) => [name, citation(name.toLowerCase() as Lowercase<typeof name>)] as const,
  );
  return html`${codeBlock('Reference', `Bellwether. ${title}${title.endsWith('?') ? '' : '.'} ${address}`)}
<ul class="jump">${[...links, ...(cites ? formats : [])].map(([name, href]) => href && html`<li><a href="${href}" rel="nofollow">${name}</a></li>\n`)}</ul>`;

  function citation(format: CitationFormat): string {
    const path = citationPath(format, cites?.slug ?? '');
    return cites?.period === undefined ? path : dataHref(path, cites.period);
  }
}
