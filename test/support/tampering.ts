/** Changes of a catalog's file by an intruder who cannot sign it. */
import assert from 'node:assert/strict';

export type Tampering = { what: string; change: (catalog: Buffer) => Buffer };

function replaceText(what: string, pattern: RegExp, replacement: string): Tampering {
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
  replaceText('a period has another name', /"name": "Week 25/, '"name": "Week 31'),
  replaceText('an entry is back-dated', /"computedAt": "2025-07/, '"computedAt": "2025-06'),
  replaceText(
    'an entry has another manifest',
    /"manifest": "[0-9a-f]{64}"/,
    `"manifest": "${'a'.repeat(64)}"`,
  ),
  replaceText('a correction gives another reason', /another name/, 'none'),
  replaceText('the log is another', /"log": "[0-9a-f]{64}"/, `"log": "${'a'.repeat(64)}"`),
  replaceText('a key was valid from another time', /"validFrom": "\d{4}/, '"validFrom": "2020'),
  {
    what: 'an entry is dropped',
    change: (catalog) => {
      const parsed = JSON.parse(catalog.toString());
      return Buffer.from(JSON.stringify({ ...parsed, editions: parsed.editions.slice(0, -1) }));
    },
  },
];
