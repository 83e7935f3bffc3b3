/** The parser of BibTeX that a reference manager (Better BibTeX for Zotero) uses. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { citation } from '../../src/features/citations/formats.ts';
import { HOSTILE, title, work } from '../features/citations/works.ts';
import { skip } from './installed.ts';

describe('BibTeX', { skip }, () => {
  let parser: typeof import('@retorquere/bibtex-parser');
  before(async () => {
    parser = await import('@retorquere/bibtex-parser');
  });
  const read = (text: string) => {
    const { entries, errors } = parser.parse(text, { sentenceCase: false });
    assert.deepEqual(errors, [], text);
    assert.equal(entries.length, 1);
    return entries[0];
  };

  it('is read by the parser of a reference manager as what was meant', () => {
    const entry = read(citation('bibtex', work()));
    assert.equal(entry?.key, work().key);
    assert.equal(entry?.fields.title, work().title);
    assert.equal(entry?.fields.url, work().url);
    assert.equal(entry?.fields.year, '2025');
    assert.deepEqual(entry?.fields.author, [{ name: 'Bellwether' }]);
  });

  it('is a data set to reference managers where it is one', () => {
    for (const [kind, type] of [
      ['dataset', 'dataset'],
      ['webpage', 'online'],
      ['report', 'techreport'],
    ] as const) {
      const text = citation('bibtex', work({ kind }));
      assert.equal(read(text)?.type, type);
    }
  });

  it('keeps every title, character by character', () => {
    fc.assert(
      fc.property(fc.oneof(title, fc.constantFrom(...HOSTILE)), (text) => {
        const entry = read(citation('bibtex', work({ title: text })));
        assert.equal(entry?.fields.title, text);
        assert.equal(entry?.fields.url, work().url);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});
