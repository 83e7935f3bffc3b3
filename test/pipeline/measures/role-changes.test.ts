import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isoDay, lastDayOf, parseDay, weekIndex } from '../../../src/lib/period.ts';
import type { LedgerConnection } from '../../../src/pipeline/ledger/connection.ts';
import { withEngine } from '../../../src/pipeline/ledger/duckdb.ts';
import { noRows } from '../../../src/pipeline/ledger/ledger-tables.ts';
import { Measured } from '../../../src/pipeline/measures/measured.ts';
import { replacedPackages, replacedRoles } from '../../../src/pipeline/measures/role-changes.ts';
import { Scope } from '../../../src/pipeline/measures/scope.ts';
import { shippedRegistry } from '../../../tools/shipped-registry.ts';

/** A Sunday. */
const D = parseDay('2026-08-02');

/** Packages that one commit removed and added, `npm` where none is named. */
type Change = { ago: number; left?: readonly string[]; came?: readonly string[]; commit?: string };

const { packageRoles } = await shippedRegistry();

/** Replacements in a week, by weeks before D: `left → came`, and the number of roles. */
async function replacedIn(changes: readonly Change[], weeksAgo = 0) {
  return withEngine(async (connection) => {
    await writeDependencies(connection, changes);
    const scope = new Scope(packageRoles);
    scope.addCopy({ number: 0, company: 'company', repository: 'example/one' });
    const set = scope.addSet([{ number: 0, copy: 0 }], Number.NEGATIVE_INFINITY);
    const lastDay = lastDayOf(weekIndex(D) - weeksAgo);
    scope.ask(set, lastDay, { daysBack: 400 });
    const measured = await Measured.open(connection, scope, [
      ...replacedRoles.reads,
      ...replacedPackages.reads,
    ]);
    const roles = await measured.integers(replacedRoles, ['replaced']);
    const pairs: string[] = [];
    for await (const chunk of measured.rows(replacedPackages))
      for (const [, , , , , gone, came] of chunk.getRows()) pairs.push(`${gone} → ${came}`);
    return { roles: roles.at(set, weekIndex(lastDay), 'replaced'), pairs };
  });
}

async function writeDependencies(
  connection: LedgerConnection & { run: (sql: string) => Promise<unknown> },
  changes: readonly Change[],
): Promise<void> {
  await connection.run(`CREATE TABLE dependencies AS ${noRows('dependencies')}`);
  const rows = changes.flatMap(({ ago, left = [], came = [], commit = `commit ${ago}` }) => {
    const row = (change: string) => (name: string) =>
      `('company', 'example/one', DATE '${isoDay(D - ago)}', '${name.includes(':') ? name : `npm:${name}`}', '${change}', '${commit}')`;
    return [...left.map(row('removed')), ...came.map(row('added'))];
  });
  await connection.run(`INSERT INTO dependencies VALUES ${rows.join(', ')}`);
}

const swap = (ago: number, left: string | string[], came: string | string[]): Change => ({
  ago,
  left: [left].flat(),
  came: [came].flat(),
});
const many = (number: number, name: string) =>
  Array.from({ length: number }, (_, index) => `${name}-${index}`);
const SWAP = swap(3, 'jest', 'vitest');
const MOVED = swap(20, 'jest', 'vitest');
const REVERTED = swap(2, 'vitest', 'jest');
const ADDED_BEFORE: Change = { ago: 300, came: ['jest'] };
const PINS = swap(
  3,
  ['pypi:requests', ...many(29, 'pypi:old')],
  ['pypi:httpx', ...many(29, 'pypi:new')],
);

describe('roles of packages that changed hands', () => {
  const where = (what: string, roles: number, ...changes: Change[]) =>
    it(`are ${roles} where ${what}`, async () => {
      const replaced = await replacedIn(changes);
      assert.deepEqual([replaced.roles, replaced.pairs.length], [roles, roles]);
    });
  const [removed, added] = [
    { ...SWAP, came: [] },
    { ...SWAP, left: [], commit: 'another' },
  ];
  where('one commit removes a package and adds another', 1, SWAP);
  where('it did so 27 days ago', 1, swap(27, 'jest', 'vitest'));
  where('it did so 28 days ago', 0, swap(28, 'jest', 'vitest'));
  where('two commits did it', 0, removed, added);
  where('the ecosystem is another', 0, swap(3, 'npm:redis', 'pypi:redis'));
  where('the role is another', 0, swap(3, 'prettier', 'oxlint'));
  where('the package comes back', 0, MOVED, { ago: 2, came: ['jest'] });
  where('its successor is removed again', 0, MOVED, REVERTED);
  where('its successor had just left', 0, swap(30, 'vitest', 'mocha'), MOVED);
  where('a manifest still has it', 0, ADDED_BEFORE, { ...ADDED_BEFORE, ago: 290 }, SWAP);
  where('a manifest had its successor', 0, { ago: 200, came: ['vitest'] }, SWAP);
  where('both are of one scope', 0, swap(3, '@emotion/react', '@emotion/styled'));
  where('it is the same under another name', 0, swap(3, 'framer-motion', 'motion'));
  where('it moved into a scope', 0, swap(3, 'react-query', '@tanstack/react-query'));
  where('it moved between scopes', 0, swap(3, '@remix-run/react', '@react-router/dev'));
  where(
    'own packages are renamed',
    0,
    swap(3, ['@old/core', '@old/cli'], ['@new/core', '@new/cli']),
  );
  where('a monorepo is imported', 0, swap(3, [], ['vitest', 'zod', ...many(90, 'package')]));
  where('thirty pinned packages are swapped', 0, PINS);
  where('few of them left', 1, { ...PINS, left: PINS.left?.slice(0, 5) ?? [] });

  it('are counted once, with every pair of packages, by name', async () => {
    const tests = await replacedIn([swap(3, ['jest', '@types/jest'], 'vitest')]);
    assert.deepEqual(tests, { roles: 1, pairs: ['npm:jest → npm:vitest'] });
    const change = swap(3, ['eslint', 'tslint', 'prettier'], '@biomejs/biome');
    const { roles, pairs } = await replacedIn([change]);
    assert.deepEqual([roles, pairs.length], [2, 3]);
  });

  it('do not know in a week what was reverted later', async () => {
    assert.equal((await replacedIn([MOVED, REVERTED], 1)).roles, 1);
  });
});
