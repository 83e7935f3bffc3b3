/** What the site-wide search finds: one entry for each thing that has an address. */

/** Specification, section 2, SearchHit. */
export const SEARCH_TYPES = [
  'startup',
  'sector',
  'blog',
  'comparison',
  'answer',
  'faq',
  'research',
] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

/** What each kind counts as where there are only the specified types. */
const TYPE_OF_KIND = {
  startup: 'startup',
  fund: 'research',
  acquirer: 'research',
  company: 'research',
  sector: 'sector',
  answer: 'answer',
  comparison: 'comparison',
  question: 'faq',
  term: 'faq',
  method: 'research',
  finding: 'research',
  report: 'research',
  market: 'research',
  digest: 'blog',
  price: 'faq',
  document: 'faq',
} as const satisfies Readonly<Record<string, SearchType>>;

export type SearchKind = keyof typeof TYPE_OF_KIND;

/** In the order in which they are offered. */
export const SEARCH_KINDS = Object.keys(TYPE_OF_KIND) as [SearchKind, ...SearchKind[]];

export function typeOf(kind: SearchKind): SearchType {
  return TYPE_OF_KIND[kind];
}

export type SearchDocument = {
  kind: SearchKind;
  /** Full address of a page of this service. */
  url: string;
  title: string;
  /** Plain text that is searched, and from which the snippet is cut. */
  text: string;
  /** Other names that people look for: aliases, repositories, synonyms. */
  keywords: readonly string[];
  /** Of an organization or a sector. */
  slug?: string;
};
