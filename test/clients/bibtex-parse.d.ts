/** The part that the tests use; the package has no types. */
declare module '@orcid/bibtex-parse-js' {
  type Entry = { citationKey: string; entryType: string; entryTags: Record<string, string> };
  const bibtex: { toJSON: (text: string) => Entry[] };
  export default bibtex;
}
