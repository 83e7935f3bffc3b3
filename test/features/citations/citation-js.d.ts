/** Types for the part of citation.js that is used; its packages have none. */
declare module '@citation-js/core' {
  export class Cite {
    constructor(items: readonly object[] | string);
    readonly data: readonly Readonly<Record<string, unknown>>[];
    format(
      format: 'bibliography',
      options: { format: 'text'; template: string; lang: string },
    ): string;
  }
}
declare module '@citation-js/plugin-bibtex';
declare module '@citation-js/plugin-csl';
declare module '@citation-js/plugin-ris';
