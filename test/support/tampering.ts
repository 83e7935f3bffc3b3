/** Changes of a catalog's file by an intruder who cannot sign it. */
import assert from 'node:assert/strict';

export type Tampering = { what: string; change: (catalog: Buffer) => Buffer };

function replacing(what: string, pattern: RegExp, replacement: string): Tampering {
  return {
    what,
    change: (catalog) => {
      const text = catalog.toString();
      const changed = text.replace(pattern, replacement);
      assert.notEqual(changed, text, what);
      return Buffer.from(changed);
    },
  };
}

export const TAMPERINGS: readonly Tampering[] = [
  replacing('a period has another name', /"name": "Week 25/, '"name": "Week 31'),
  replacing('an entry is back-dated', /"computedAt": "2025-07/, '"computedAt": "2025-06'),
  replacing(
    'an entry has another manifest',
    /"manifest": "[0-9a-f]{64}"/,
    `"manifest": "${'a'.repeat(64)}"`,
  ),
  replacing('a correction gives another reason', /another name/, 'none'),
  replacing('the log is another', /"log": "[0-9a-f]{64}"/, `"log": "${'a'.repeat(64)}"`),
  replacing('a key was valid from another time', /"validFrom": "\d{4}/, '"validFrom": "2020'),
  {
    what: 'an entry is dropped',
    change: (catalog) => {
      const parsed = JSON.parse(catalog.toString());
      return Buffer.from(JSON.stringify({ ...parsed, editions: parsed.editions.slice(0, -1) }));
    },
  },
];
