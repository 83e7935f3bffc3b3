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

const NOTHING = { roles: 0, pairs: [] };

describe('a role of packages', () => {
  it('changes hands when one commit removes a package and adds another of the role', async () => {
    const change = { ago: 3, left: ['jest', '@types/jest'], came: ['vitest'] };
    assert.deepEqual(await replacedIn([change]), { roles: 1, pairs: ['npm:jest → npm:vitest'] });
  });

  it('counts once, however many packages leave it, and by the number of roles', async () => {
    const change = { ago: 3, left: ['eslint', 'tslint', 'prettier'], came: ['@biomejs/biome'] };
    const { roles, pairs } = await replacedIn([change]);
    assert.equal(roles, 2);
    assert.equal(pairs.length, 3);
  });

  it('is reported for 28 days', async () => {
    assert.equal((await replacedIn([{ ago: 27, left: ['jest'], came: ['vitest'] }])).roles, 1);
    assert.equal((await replacedIn([{ ago: 28, left: ['jest'], came: ['vitest'] }])).roles, 0);
  });

  it('does not change hands in two commits, in two ecosystems, or between two roles', async () => {
    const apart = [
      { ago: 3, left: ['jest'], commit: 'one' },
      { ago: 3, came: ['vitest'], commit: 'two' },
    ];
    assert.deepEqual(await replacedIn(apart), NOTHING);
    assert.deepEqual(
      await replacedIn([{ ago: 3, left: ['npm:redis'], came: ['pypi:redis'] }]),
      NOTHING,
    );
    assert.deepEqual(await replacedIn([{ ago: 3, left: ['prettier'], came: ['oxlint'] }]), NOTHING);
  });

  it('is not reported when the package comes back, or its successor is removed again', async () => {
    const moved = { ago: 20, left: ['jest'], came: ['vitest'] };
    assert.deepEqual(await replacedIn([moved, { ago: 2, came: ['jest'] }]), NOTHING);
    const reverted = { ago: 2, left: ['vitest'], came: ['jest'] };
    assert.deepEqual(await replacedIn([moved, reverted]), NOTHING);
    // In the week before the reversal nothing of it was known.
    assert.equal((await replacedIn([moved, reverted], 1)).roles, 1);
    const before = { ago: 30, left: ['vitest'], came: ['mocha'] };
    assert.deepEqual(await replacedIn([before, moved]), NOTHING);
  });

  it('is not reported while another manifest still has the package, or had its successor', async () => {
    const everywhere = { ago: 300, came: ['jest'], commit: 'one' };
    const change = { ago: 3, left: ['jest'], came: ['vitest'] };
    const twice = [everywhere, { ...everywhere, ago: 290 }, change];
    assert.deepEqual(await replacedIn(twice), NOTHING);
    assert.deepEqual(await replacedIn([{ ago: 200, came: ['vitest'] }, change]), NOTHING);
  });
});

describe('no migration', () => {
  it('is a move within one scope, or under another name', async () => {
    for (const [left, came] of [
      ['@emotion/react', '@emotion/styled'],
      ['framer-motion', 'motion'],
      ['react-query', '@tanstack/react-query'],
      ['@remix-run/react', '@react-router/dev'],
    ])
      assert.deepEqual(
        await replacedIn([{ ago: 3, left: [left ?? ''], came: [came ?? ''] }]),
        NOTHING,
      );
  });

  it('is a rename of all own packages', async () => {
    const names = ['core', 'react', 'server', 'cli'];
    const change = {
      ago: 3,
      left: names.map((name) => `@old/${name}`),
      came: names.map((name) => `@new/${name}`),
    };
    assert.deepEqual(await replacedIn([change]), NOTHING);
  });

  it('is the import of a monorepo', async () => {
    const came = ['vitest', 'vite', 'zod', ...Array.from({ length: 90 }, (_, i) => `package-${i}`)];
    assert.deepEqual(await replacedIn([{ ago: 3, came }]), NOTHING);
  });

  it('is a commit that swaps thirty pinned transitive packages', async () => {
    const pins = (side: string) => Array.from({ length: 29 }, (_, i) => `pypi:${side}-${i}`);
    const change = {
      ago: 3,
      left: ['pypi:requests', ...pins('old')],
      came: ['pypi:httpx', ...pins('new')],
    };
    assert.deepEqual(await replacedIn([change]), NOTHING);
    const few = { ago: 3, left: change.left.slice(0, 5), came: change.came };
    assert.equal((await replacedIn([few])).roles, 1);
  });
});
