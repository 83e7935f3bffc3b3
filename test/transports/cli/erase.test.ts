/** `bellwether erase`, from a git repository to the ledger and back. */
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { SHIPPED_LEDGER } from '../../../src/transports/cli/project.ts';
import { ADA, BEN, GitFixture } from '../../pipeline/collect/git-fixture.ts';
import { cli, refusalIn, refusalOf } from '../../support/cli.ts';
import { rowsIn } from '../../support/ledger-rows.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const ADA_AT_WORK = { name: 'Ada Example', address: 'ada@work.example' };

/** A data folder with the collected history of two people, one of them under two addresses. */
async function collectedFolder(t: TestContext) {
  const DATA_DIR = await temporaryFolder(t);
  const origin = new GitFixture(t);
  for (const author of [ADA, BEN, ADA_AT_WORK, BEN, ADA]) origin.commit({ author });
  const collect = async () => {
    const args = ['collect', 'chroma', '--local', origin.path, '--fresh'];
    const run = await cli(args, { DATA_DIR });
    assert.equal(run.status, 0, run.stderr);
  };
  await collect();
  return { DATA_DIR, collect };
}

async function people(DATA_DIR: string) {
  const ledger = await openLedger(join(DATA_DIR, 'ledger'));
  assert.ok(ledger);
  const query =
    'SELECT person, CAST(sum(commits) AS INTEGER) FROM activity GROUP BY person ORDER BY 2 DESC';
  return (await rowsIn(ledger, query)) as [string | null, number][];
}

/** Runs the command with these lines on standard input. */
function erase(DATA_DIR: string, lines: string) {
  return cli(['erase'], { DATA_DIR }, undefined, lines);
}

describe('bellwether erase', () => {
  it('erases a person whom standard input names, for this and all later collections', async (t) => {
    const { DATA_DIR, collect } = await collectedFolder(t);
    assert.deepEqual(
      (await people(DATA_DIR)).map(([, commits]) => commits),
      [3, 2],
    );
    await mkdir(join(DATA_DIR, 'collect', 'staged', 'chroma'), { recursive: true });
    const both = `Ada <${ADA.address.toUpperCase()}>\n\n${ADA_AT_WORK.address}\n`;
    const { status, stdout, stderr } = await erase(DATA_DIR, both);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^chroma: 3 rows with 3 commits become anonymous\.\n2 hashes added/);
    assert.match(stderr, /staged, left by an interrupted collection, was removed/);
    const left = await people(DATA_DIR);
    assert.deepEqual(left[0], [null, 3]);
    assert.equal(left.length, 2);
    await collect();
    assert.deepEqual(await people(DATA_DIR), left);
    const list = await readFile(join(DATA_DIR, 'ledger', 'erased.json'), 'utf8');
    assert.doesNotMatch(list + stdout + stderr, /\bada\b|@|Example/i, 'hashes and nothing else');
  });

  it('finds whom only another address leads to once the company is collected again', async (t) => {
    const { DATA_DIR, collect } = await collectedFolder(t);
    const dry = (...args: string[]) => cli(['erase', ...args, '--dry-run'], { DATA_DIR });
    const before = await people(DATA_DIR);
    const hash = String(before[0]?.[0]);
    const known = await dry(hash);
    assert.match(known.stdout, /^chroma: 3 rows with 3 commits .*\nNothing was changed\. 1 hash/);
    const named = await dry('ben  SAMPLE');
    assert.match(named.stderr, /A name alone also erases everyone else who commits under it/);
    assert.match(named.stdout, /1 hash would be listed/);
    assert.deepEqual(await people(DATA_DIR), before);
    assert.ok(!(await readdir(join(DATA_DIR, 'ledger'))).includes('erased.json'));
    // The ledger knows a person by one address, whichever has the smaller hash.
    const runs = [await dry(ADA.address), await dry(ADA_AT_WORK.address)];
    const unknown = runs.findIndex(({ stdout }) => stdout.startsWith('No row belongs to them.'));
    assert.notEqual(unknown, -1);
    await cli(['erase', [ADA, ADA_AT_WORK][unknown]?.address ?? ''], { DATA_DIR });
    await collect();
    assert.deepEqual((await people(DATA_DIR))[0], [null, 3]);
  });

  it('leaves the shipped files alone, and hides the person from their readers', async (t) => {
    const DATA_DIR = await temporaryFolder(t);
    const shipped = await openLedger(SHIPPED_LEDGER);
    assert.ok(shipped);
    const [first] = await rowsIn(
      shipped,
      `SELECT person FROM activity WHERE company = 'langfuse' AND person IS NOT NULL LIMIT 1`,
    );
    const hash = String(first?.[0]);
    const isHidden =
      /^langfuse: .* become anonymous\.$[\s\S]*^The files of the shipped ledger stay/m;
    const { status, stdout } = await cli(['erase', hash], { DATA_DIR });
    assert.equal(status, 0);
    assert.match(stdout, isHidden);
    assert.match(stdout, /--ledger data\/ledger changes them/);
    // The same under a ledger of one's own, which has another company.
    const origin = new GitFixture(t);
    origin.commit({ author: ADA });
    await cli(['collect', 'chroma', '--local', origin.path], { DATA_DIR });
    assert.match((await cli(['erase', hash, '--dry-run'], { DATA_DIR })).stdout, isHidden);
    assert.deepEqual((await openLedger(SHIPPED_LEDGER))?.manifest, shipped.manifest);
  });

  it('refuses unusable lines, naming their number and not their text', async (t) => {
    const { DATA_DIR } = await collectedFolder(t);
    for (const [lines, message] of [
      ['', /write an address on a line of its own/],
      ['ada@example.org\nAda', /number 2 is a single word, which is many people's name/],
      ['ada@', /number 1 is no address; write it like ada@example\.org/],
      ['x'.repeat(401), /number 1 is too long/],
    ] as const)
      assert.match(refusalIn(await erase(DATA_DIR, lines)), message);
    const refused = (folder: string, ...more: string[]) =>
      refusalOf(['erase', ADA.address, ...more], { DATA_DIR: folder });
    assert.match(await refused(DATA_DIR, '--ledger', DATA_DIR), /There is no ledger in /);
    await writeFile(join(DATA_DIR, 'keys', 'identity-key'), 'not a key');
    assert.match(await refused(DATA_DIR), /identity-key must hold 64 hexadecimal digits/);
    const empty = await temporaryFolder(t);
    assert.match(await refused(empty), /identity-key is not there, .* Give the hash itself/);
  });
});
