import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { completenessNote, estimateOf } from '../../src/registry/completeness.ts';
import { shippedRegistry } from '../../tools/shipped-registry.ts';
import { faultsOf } from '../support/registry.ts';

const compared = (registry: number, other: number, both: number) => [
  ...Array.from({ length: registry }, () => ({ in: 'registry' as const })),
  ...Array.from({ length: other }, () => ({ in: 'other' as const })),
  ...Array.from({ length: both }, () => ({ in: 'both' as const })),
];

describe('how complete the rounds are', () => {
  it('is estimated as Chapman does, with an interval above what is known', () => {
    // 200 marked, 150 caught again, 30 of them marked: 201 · 151 / 31 − 1.
    const { all, either } = estimateOf(compared(170, 120, 30));
    assert.equal(either, 320);
    assert.equal(all?.estimate.toFixed(2), '978.06');
    assert.ok(all.low > either && all.low < all.estimate && all.high > all.estimate);
    assert.deepEqual(estimateOf(compared(0, 0, 9)).all, { estimate: 9, low: 9, high: 9 });
    assert.equal(estimateOf(compared(90, 90, 4)).all, null);
  });

  it('says of the shipped registry what docs/diligence.md says', async () => {
    const { completeness } = await shippedRegistry();
    const page = await readFile(join(PROJECT_ROOT, 'docs/diligence.md'), 'utf8');
    const [, share, low, high] = /about (\d+)% of them \((\d+)% to (\d+)%\)/.exec(page) ?? [];
    assert.match(
      completenessNote(completeness),
      new RegExp(`an estimated ${share}% are known \\(95% interval: ${low}% to ${high}%`),
    );
  });

  it('is refused where a list is none of the two', async (t) => {
    const shipped = await readFile(join(PROJECT_ROOT, 'registry/completeness.yaml'), 'utf8');
    const faults = await faultsOf(t, {
      'completeness.yaml': shipped.replace('in: both', 'in: neither'),
    });
    assert.match(faults.join('\n'), /^completeness\.yaml:\d+ rounds\[\d+\]\.in: /);
  });
});
