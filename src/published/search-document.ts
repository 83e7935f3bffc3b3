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

export type SearchDocument = {
  type: SearchType;
  /** Full address of a page of this service. */
  url: string;
  title: string;
  /** Plain text that is searched, and from which the snippet is cut. */
  text: string;
  /** Other names that people look for: aliases, repositories, synonyms. */
  keywords: readonly string[];
};
