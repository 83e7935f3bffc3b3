/** An entry of the site-wide search: one for each thing that has an address. */

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

/** The specified type of each kind, for interfaces that only have the specified types. */
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

/** In display order. */
export const SEARCH_KINDS = Object.keys(TYPE_OF_KIND) as [SearchKind, ...SearchKind[]];

export function typeOf(kind: SearchKind): SearchType {
  return TYPE_OF_KIND[kind];
}

export type SearchDocument = {
  kind: SearchKind;
  /** Full address of a page on this service. */
  url: string;
  title: string;
  /** Plain text to search, and to cut the snippet from. */
  text: string;
  /** Alternative names: aliases, repositories, synonyms. */
  keywords: readonly string[];
  /** Set for organizations and sectors. */
  slug?: string;
};
