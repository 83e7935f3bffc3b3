/** A DATA_DIR of every release so far, opened by this version: its keys and books lose nothing. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { appendFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it, type TestContext } from 'node:test';
import { z } from 'zod';
import { openLedger } from '../../src/pipeline/ledger/ledger.ts';
import { freePort } from '../../tools/free-port.ts';
import { cli, output, type RunningCli, startCli, untilReady } from '../support/cli.ts';
import { ARCHIVES, unpacked } from '../support/recorded.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { wholeFile } from '../support/whole-file.ts';

const EDITIONS = join('editions', 'http-signals.example.org');

const Recorded = z.object({
  key: z.string(),
  revoked: z.string(),
  balance: z.int(),
  baseUrl: z.string(),
});

type Edition = { period: string; manifest: string; signature: string };
async function editionsIn(folder: string): Promise<Edition[]> {
  const catalog = await readFile(join(folder, EDITIONS, 'catalog.json'), 'utf8');
  const { editions } = JSON.parse(catalog) as { editions: Edition[] };
  return editions.map(({ period, manifest, signature }) => ({ period, manifest, signature }));
}

assert.ok(ARCHIVES.length > 0);

for (const archive of ARCHIVES)
  describe(`the DATA_DIR of ${archive.replace('.tar.gz', '')}`, () => {
    let folder: string;
    let recorded: z.infer<typeof Recorded>;
    let environment: Record<string, string>;
    before(async () => {
      folder = await unpacked(archive);
      recorded = Recorded.parse(JSON.parse(readFileSync(join(folder, 'recorded.json'), 'utf8')));
      environment = { DATA_DIR: folder, BASE_URL: recorded.baseUrl };
    });
    /** Runs a command that must succeed. @returns its output */
    const bellwether = async (...args: string[]): Promise<string> => {
      const { status, stdout, stderr } = await cli(args, environment);
      assert.equal(status, 0, stderr);
      return stdout;
    };

    it('has editions that verify, and publishes on under its key', async () => {
      const key = await readFile(join(folder, 'keys', 'signing-key.pem'), 'utf8');
      const before = await editionsIn(folder);
      assert.match(await bellwether('verify'), /every signature holds\.$/m);
      assert.match(await bellwether('publish'), /^5 editions, 2025-w22 to 2025-w26: /m);
      assert.deepEqual(await editionsIn(folder), before);
      assert.equal(await readFile(join(folder, 'keys', 'signing-key.pem'), 'utf8'), key);
    });

    it('has its books brought up to date, and nothing in them is at fault', async () => {
      assert.match(
        await bellwether('books', 'migrate'),
        /^(?:Applied \d{4}-|The store is up to date)/m,
      );
      assert.doesNotMatch(await bellwether('books', 'status'), / -$/m);
      assert.match(
        await bellwether('books', 'audit', '--no-chain'),
        /^The books balance: 4 accounts, 6 entries, 3 paid answers, 1 settled payment, 211 credits/m,
      );
      const keys = await bellwether('keys', 'list');
      assert.match(keys, /^\S.* recorded .* - +8$/m);
      assert.match(keys, /^\S.* revoked .*Z +3$/m);
    });

    describe('served', () => {
      let service: RunningCli;
      let origin: string;
      before(async () => {
        const port = await freePort();
        origin = `http://127.0.0.1:${port}`;
        service = startCli(['serve'], { ...environment, HOST: '127.0.0.1', PORT: String(port) });
        await output(service, 'Ctrl+C');
        await untilReady(port);
      });
      after(async () => {
        service.kill();
        await new Promise((done) => service.once('close', done));
      });
      const buy = (key: string) =>
        fetch(`${origin}/api/agent/deep-signal`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
          body: JSON.stringify({ name: 'chroma' }),
        });

      it('sells to a key of the release, from the balance that it had', async () => {
        const balance = async () => {
          const headers = { authorization: `Bearer ${recorded.key}` };
          const response = await fetch(`${origin}/api/account/credits`, { headers });
          return ((await response.json()) as { balance: number }).balance;
        };
        assert.equal(await balance(), recorded.balance);
        const bought = await buy(recorded.key);
        const body = await bought.text();
        assert.equal(bought.status, 200, body);
        assert.match(body, /chroma/);
        assert.equal(await balance(), recorded.balance - 1);
        assert.match(await bellwether('books', 'audit', '--no-chain'), /^The books balance: /m);
      });

      it('sells nothing to a key that was revoked', async () => {
        assert.equal((await buy(recorded.revoked)).status, 401);
      });
    });
  });

describe('a DATA_DIR that cannot be opened', () => {
  let whole: string;
  before(async () => {
    whole = await unpacked();
  });
  const copy = async (t: TestContext) => {
    const folder = await temporaryFolder(t);
    await cp(whole, folder, { recursive: true });
    return folder;
  };
  const refused = async (folder: string, ...args: string[]): Promise<string> => {
    const settings = { DATA_DIR: folder, BASE_URL: 'http://signals.example.org' };
    const { status, stderr } = await cli(args, settings);
    assert.equal(status, 1, stderr);
    assert.doesNotMatch(stderr, /^ +at /m);
    return stderr;
  };
  const inLaterFormat = async (path: string) => {
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/"format": ?\d/, '"format": 5'));
  };

  it('is refused where a later version wrote the books', async (t) => {
    const folder = await copy(t);
    const database = new DatabaseSync(join(folder, 'bellwether.sqlite'));
    database.exec("insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')");
    database.close();
    assert.match(
      await refused(folder, 'keys', 'list'),
      /^The store was written by a later version of Bellwether \(migration 9999-later\)/m,
    );
  });

  it('is refused where a later version wrote the ledger or the editions', async (t) => {
    const folder = await copy(t);
    const ledger = join(folder, 'ledger', 'ledger.json');
    await inLaterFormat(ledger);
    const said = (path: string) =>
      `${path} was written by a later version of Bellwether (in format 5)`;
    assert.ok((await refused(folder, 'publish')).includes(said(ledger)));
    const catalog = join(folder, EDITIONS, 'catalog.json');
    await inLaterFormat(catalog);
    assert.ok((await refused(folder, 'serve')).includes(said(catalog)));
  });

  it('names the file that is damaged', async (t) => {
    const folder = await copy(t);
    const [edition] = await editionsIn(folder);
    const manifest = edition?.manifest ?? '';
    const body = join(folder, EDITIONS, 'bodies', manifest.slice(0, 2), `${manifest}.zst`);
    await appendFile(body, ' ');
    assert.ok((await refused(folder, 'verify')).includes(`${body} is not what was published`));
    const ledger = await openLedger(join(folder, 'ledger'));
    assert.ok(ledger);
    const table = join(folder, 'ledger', wholeFile(ledger, 'activity').file);
    const bytes = await readFile(table);
    bytes[100] = (bytes[100] ?? 0) ^ 255;
    await writeFile(table, bytes);
    assert.ok(
      (await refused(folder, 'publish')).includes(`${table} is not the file that was written`),
    );
    await rm(table);
    assert.ok((await refused(folder, 'publish')).includes(`${table} is missing`));
    const books = join(folder, 'bellwether.sqlite');
    await writeFile(books, 'nothing that a database begins with'.repeat(200));
    assert.ok((await refused(folder, 'keys', 'list')).includes(`${books} cannot be used`));
  });
});
