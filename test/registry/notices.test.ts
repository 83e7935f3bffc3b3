/** Facts that are disputed, corrected, upheld and withdrawn leave a trace in their file. */
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { giveNotice } from '../../src/registry/give-notice.ts';
import { checkRegistry, faultLine } from '../../src/registry/load-registry.ts';
import { factId, type Notice } from '../../src/registry/notices.ts';
import { REGISTRY_FOLDER } from '../../tools/shipped-registry.ts';
import { cli } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** A copy of the shipped registry. */
async function copy(t: TestContext): Promise<string> {
  const folder = join(await temporaryFolder(t), 'registry');
  cpSync(REGISTRY_FOLDER, folder, { recursive: true });
  return folder;
}

const SEED = 'langfuse/round/seed';
const LANGFUSE = 'companies/langfuse.yaml';
const notice = (change: Partial<Notice> = {}): Notice => ({
  fact: SEED,
  kind: 'disputed',
  on: '2026-11-22',
  by: 'company',
  reason: 'The company says that it was later.',
  ...change,
});

async function faultsOf(folder: string): Promise<string[]> {
  return (await checkRegistry(folder)).faults.map((fault) => faultLine(fault));
}

describe('a notice', () => {
  it('is written into the file of the fact, and the registry stays sound', async (t) => {
    const folder = await copy(t);
    assert.equal(giveNotice(folder, notice()), LANGFUSE);
    assert.equal(giveNotice(folder, notice({ kind: 'upheld', by: 'editor' })), LANGFUSE);
    const { registry, faults } = await checkRegistry(folder);
    assert.deepEqual(faults, []);
    const langfuse = registry?.companies.find(({ slug }) => slug === 'langfuse');
    assert.deepEqual(
      langfuse?.notices.map(({ kind, by }) => [kind, by]),
      [
        ['disputed', 'company'],
        ['upheld', 'editor'],
      ],
    );
  });

  it('of a withdrawal takes the fact out, and keeps it from coming back', async (t) => {
    const folder = await copy(t);
    const { registry } = await checkRegistry(folder);
    const tracked = new Set(registry?.companies.map(({ slug }) => slug));
    // Without investors, who would be in no deal afterwards.
    const round = registry?.deals.rounds.find(
      ({ company, investors }) => tracked.has(company) && investors.length === 0,
    );
    assert.ok(round);
    const fact = factId.round(round);
    const path = join(folder, 'companies', `${round.company}.yaml`);
    const before = await readFile(path, 'utf8');
    giveNotice(folder, notice({ fact, kind: 'withdrawn' }));
    const after = (await checkRegistry(folder)).registry;
    assert.ok(after?.deals.rounds.every(({ slug }) => slug !== round.slug));
    assert.throws(() => giveNotice(folder, notice({ fact })), {
      code: 'unknown-fact',
      message: `${fact} was withdrawn on 2026-11-22 already.`,
    });
    const trace = (await readFile(path, 'utf8')).split('\nnotices:')[1];
    await writeFile(path, `${before.trimEnd()}\nnotices:${trace}`);
    assert.match((await faultsOf(folder)).join(), /\.yaml:\d+ .* in the file again/);
  });

  it('reaches fields of a company, and says what is left to mend', async (t) => {
    const folder = await copy(t);
    giveNotice(folder, notice({ fact: 'langfuse/field/website', kind: 'withdrawn' }));
    const { registry } = await checkRegistry(folder);
    assert.equal(registry?.companies.find(({ slug }) => slug === 'langfuse')?.website, null);
    const args = ['--by', 'company', '--reason', 'It was another company.'];
    const { status, stdout, stderr } = await cli([
      ...['registry', 'dispute', SEED, folder, '--outcome', 'withdrawn'],
      ...args,
    ]);
    assert.equal(status, 1);
    assert.match(stderr, /The registry has \d+ faults? now; repair them by hand\./);
    assert.match(stdout, /la-famiglia\.name: is in no deal; remove la-famiglia/);
  });

  it('is refused where it fits nothing, with what would fit', async (t) => {
    const folder = await copy(t);
    for (const [change, message] of [
      [
        { fact: 'langfuse/round/series-z' },
        /has no langfuse\/round\/series-z; it has .*round\/seed/,
      ],
      [{ fact: 'no-such-company/round/seed' }, /no file no-such-company\.yaml/],
      [{ fact: 'Langfuse Seed' }, /fact must be a fact as a dossier names it, like/],
      [{ on: 'yesterday' }, /on must be a date like/],
      [{ reason: 'Said by ada@example.org.' }, /must not name a person or an address/],
      [{ reason: '' }, /reason must not be empty/],
      [{ kind: 'upheld' }, /is not disputed, so it cannot be upheld/],
    ] as const)
      assert.throws(() => giveNotice(folder, notice(change)), { message });
    giveNotice(folder, notice());
    assert.throws(() => giveNotice(folder, notice({ on: '2026-01-01' })), {
      message: /is before the newest notice/,
    });
    const path = join(folder, LANGFUSE);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replaceAll(SEED, 'dagger/round/seed'));
    assert.match((await faultsOf(folder)).join(), /must begin with langfuse\/, whose file this is/);
    await writeFile(path, text.replaceAll(SEED, 'langfuse/round/other'));
    assert.match((await faultsOf(folder)).join(), /is no fact of this file; it has /);
  });
});
