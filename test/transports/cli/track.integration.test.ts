/** Tracking, from an organization's name to its page, with a hosting service on this machine. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cp, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { dayOf, isoDay } from '../../../src/lib/period.ts';
import { openLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { command } from '../../../src/transports/cli/track.ts';
import { freePort } from '../../../tools/free-port.ts';
import { acme } from '../../../tools/local-hosting/acme.ts';
import { LocalHosting, type Trouble } from '../../../tools/local-hosting/local-hosting.ts';
import { cli, output, startCli } from '../../support/cli.ts';
import { commitOn, ledgerOf } from '../../support/histories.ts';
import { rowsIn } from '../../support/ledger-rows.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const TODAY = dayOf(Date.now() / 1000);
const PAGE = /^Acme Example Databases: (http:\S+\/startups\/acme)$/m;

let hosting: LocalHosting;
const BASE_URL = 'http://signals.example.org';
let settings: Record<string, string>;
/** A data folder in which one company is published whose copy ended 25 days ago. */
let published: string;

before(async () => {
  hosting = await LocalHosting.start();
  settings = { ...hosting.settings, BASE_URL };
  await acme(await temporaryFolder(), hosting);
  published = await temporaryFolder();
  const days = Array.from({ length: 100 }, (_, index) => isoDay(TODAY - 125 + index));
  await ledgerOf(published, {
    chroma: [
      {
        repository: 'chroma-core/chroma',
        commits: days.map((day) => commitOn(day)),
        coveredFrom: isoDay(TODAY - 125),
        coveredThrough: isoDay(TODAY - 25),
      },
    ],
  });
  const { status, stderr } = await cli(['publish'], { DATA_DIR: published, BASE_URL });
  assert.equal(status, 0, stderr);
});
after(() => hosting.close());

/** A copy of it, for a test of its own. */
async function dataFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await cp(published, folder, { recursive: true });
  return folder;
}

async function filesOf(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true }).catch(() => [])).sort();
}

describe('bellwether track', () => {
  it('ends with the startup’s page, which a running service has', async (t) => {
    const DATA_DIR = await dataFolder();
    const PORT = String(await freePort());
    const environment = { ...settings, DATA_DIR, PORT };
    const service = startCli(['serve'], environment);
    t.after(() => service.kill());
    await output(service, 'Bellwether serves');

    const organization = `${hosting.url}/orgs/acme/repositories`;
    const { status, stdout, stderr } = await cli(['track', organization, '--yes'], environment);
    assert.equal(status, 0, stderr + stdout);
    assert.match(stdout, /main {6}acme\/engine +270 +commits in 90 days, +300 +stars/);
    assert.match(
      stdout,
      /left out: 1 fork, 1 archived, 0 mirrored or templates, 1 with little activity/,
    );
    const file = await readFile(join(DATA_DIR, 'registry', 'companies', 'acme.yaml'), 'utf8');
    assert.match(file, /^name: Acme Example Databases\nsector: /);
    assert.match(
      file,
      /repositories:\n {2}- acme\/engine\n {2}- acme\/cloud\n {2}- name: acme\/docs\n {4}role: side\n/,
    );
    assert.doesNotMatch(file, /linux|old-engine|empty/);

    const page = new URL(PAGE.exec(stdout)?.[1] ?? '');
    const get = (path: string) => fetch(`http://127.0.0.1:${PORT}${path}`);
    const recordAt = async (path: string) =>
      (await (await get(path)).json()) as Record<string, unknown>;
    // Its repositories began after the current week.
    let period: unknown;
    for (let tries = 0; tries < 300 && !period; tries++) {
      await delay(200);
      period = (await recordAt('/api/signal?company=acme'))['coveredInPart'];
    }
    const record = await recordAt(`/api/signal?company=acme&period=${period}`);
    assert.equal(record['commitVelocity14d'], 14 * 6);
    // The empty one is new as well.
    assert.deepEqual([record['newReposBasis'], record['newRepos']], ['organization', 5]);
    assert.match(await (await get(page.pathname)).text(), /Covered in part/);

    const ended = await cli(['untrack', 'Acme Example Databases'], environment);
    assert.equal(ended.status, 0, ended.stderr);
    assert.match(ended.stdout, /acme is no longer tracked[\s\S]*published editions/);
    assert.deepEqual(await filesOf(join(DATA_DIR, 'registry', 'companies')), []);
    assert.ok((await stat(join(DATA_DIR, 'repositories', 'acme__engine.git'))).isDirectory());
  });

  it('tracks what it proposes once it is confirmed, and writes nothing before', async () => {
    const DATA_DIR = await dataFolder();
    const track = (answer: string | undefined, ...words: string[]) =>
      cli(['track', 'acme', ...words], { ...settings, DATA_DIR }, undefined, answer);
    const declined = await track('no\n');
    assert.equal(declined.status, 0);
    assert.match(declined.stdout, /\nNothing was written\..*\n$/);
    const silent = await track(undefined);
    assert.equal(silent.status, 1);
    assert.match(silent.stderr, /No answer came, so nothing was written/);
    const changed = ['--main', 'site', '--leave-out', 'acme/docs', '--name', 'Acme'];
    const other = await track('no\n', ...changed);
    assert.match(other.stdout, /^Acme \(acme\)[\s\S]*main +acme\/site /m);
    assert.doesNotMatch(other.stdout, /acme\/docs/);
    assert.deepEqual(await filesOf(join(DATA_DIR, 'registry')), []);
    const { status, stdout, stderr } = await track('yes\n');
    assert.equal(status, 0, stderr);
    assert.match(stderr, /Track these\? \[yes or no\]/);
    assert.match(stdout, /^Wrote \S+acme\.yaml\.$[\s\S]*: http:\S+$/m);
  });

  it('killed at any moment, loses nothing and continues', { timeout: 240_000 }, async () => {
    const DATA_DIR = await dataFolder();
    const environment = { ...settings, DATA_DIR };
    for (let round = 0; round < 3; round++) {
      const child = startCli(['track', 'acme', '--yes'], environment);
      const ended = once(child, 'close');
      await Promise.race([delay(500 + Math.random() * 3500), ended]);
      child.kill('SIGKILL');
      await ended;
      const sound = await cli(['registry', 'check'], environment);
      assert.equal(sound.status, 0, sound.stdout);
    }
    const { status, stdout, stderr } = await cli(['track', 'acme', '--yes'], environment);
    assert.equal(status, 0, stderr + stdout);
    assert.match(stdout, PAGE);
    const ledger = await openLedger(join(DATA_DIR, 'ledger'));
    assert.ok(ledger);
    const query =
      'SELECT company, CAST(sum(commits) AS INTEGER) FROM activity GROUP BY company ORDER BY company';
    assert.deepEqual(await rowsIn(ledger, query), [
      ['acme', 120],
      ['chroma', 100],
    ]);
    const verified = await cli(['verify'], environment);
    assert.equal(verified.status, 0, verified.stderr);
  });
});

describe('bellwether track refuses', () => {
  /** Runs in this process: only settings and the hosting service differ. */
  async function refusal(DATA_DIR: string, ...args: string[]): Promise<string> {
    const before = { ...process.env };
    Object.assign(process.env, settings, { DATA_DIR });
    try {
      await command().exitOverride().parseAsync(args, { from: 'user' });
      return 'nothing';
    } catch (error) {
      return String(error);
    } finally {
      process.env = before;
    }
  }

  it('what is no organization, or is in trouble, and writes nothing', async (t) => {
    const DATA_DIR = await temporaryFolder();
    hosting.people.add('ann');
    hosting.organizations.set('bare', { repositories: [] });
    t.after(() => {
      hosting.trouble = () => undefined;
    });
    const reset = String(Math.floor(Date.now() / 1000) + 1800);
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
    const cases: [words: string[], message: RegExp, trouble?: Trouble][] = [
      [['https://gitlab.com/acme'], /is not an organization; give a name like acme/],
      [['unused'], /has no organization unused/],
      [['ann'], /ann is a person’s account/],
      [['bare'], /bare has 0 public repositories.*none that can be tracked/],
      [
        ['acme', '--yes', '--slug', 'chroma-2', '--name', 'Chroma'],
        /chroma-2 cannot be tracked like this:[\s\S]*already belongs to chroma[\s\S]*Nothing was written/,
      ],
      [['acme', '--yes', '--sector', 'bakeries'], /bakeries is not in sectors\.yaml/],
      [
        ['acme'],
        /limit is used up\. .* run the same command again after \d\d:\d\d UTC/,
        { status: 403, headers },
      ],
      [['acme'], /its rate limit is used up/, { status: 429, headers: { 'retry-after': '900' } }],
      [['acme'], /answer is not what its API describes/, { status: 200, body: 'garbage' }],
    ];
    for (const [words, message, trouble] of cases) {
      hosting.trouble = () => trouble;
      assert.match(await refusal(DATA_DIR, ...words), message);
    }
    await assert.rejects(stat(join(DATA_DIR, 'registry')));
  });
});
