/** As far as the tests use it; it comes without types. */
declare module '@orcid/bibtex-parse-js' {
  type Entry = { citationKey: string; entryType: string; entryTags: Record<string, string> };
  const bibtex: { toJSON: (text: string) => Entry[] };
  export default bibtex;
}
