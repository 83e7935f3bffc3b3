/** A DATA_DIR of every release so far, opened by this version: nothing in it may be lost. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { appendFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it, type TestContext } from 'node:test';
import { z } from 'zod';
import { METHOD_VERSION } from '../../src/pipeline/edition/method.ts';
import { openLedger } from '../../src/pipeline/ledger/ledger.ts';
import { rowsIn } from '../../src/pipeline/ledger/ledger-manifest.ts';
import { freePort } from '../../tools/free-port.ts';
import { cli, output, type RunningCli, startCli, untilReady } from '../support/cli.ts';
import { ARCHIVES, unpacked } from '../support/recorded.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { wholeFile } from '../support/whole-file.ts';

const EDITIONS = join('editions', 'http-signals.example.org');

const Manifest = z.object({
  methodVersion: z.int(),
  files: z.array(z.object({ sha256: z.string() })),
});
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

/** Contents, by hash, of the editions’ manifests and of all that they name. */
async function bodiesOf(
  folder: string,
  editions: readonly Edition[],
): Promise<Map<string, Buffer>> {
  const read = (hash: string) => readFile(join(folder, EDITIONS, 'bodies', hash.slice(0, 2), hash));
  const bodies = new Map<string, Buffer>();
  for (const { manifest } of editions) {
    const listed = await read(manifest);
    bodies.set(manifest, listed);
    const { files } = Manifest.parse(JSON.parse(listed.toString()));
    for (const { sha256 } of files) bodies.set(sha256, await read(sha256));
  }
  return bodies;
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
    /** What a command says, which has to succeed. */
    const bellwether = async (...args: string[]): Promise<string> => {
      const { status, stdout, stderr } = await cli(args, environment);
      assert.equal(status, 0, stderr);
      return stdout;
    };

    it('has editions whose signatures hold', async () => {
      assert.match(
        await bellwether('verify'),
        /^\d+ editions verified: .* every signature holds\.$/m,
      );
    });

    it('is computed again by a later version of the method, and keeps what was out', async () => {
      const editions = await editionsIn(folder);
      const bodies = await bodiesOf(folder, editions);
      const [one] = editions;
      assert.ok(one);
      const { methodVersion } = Manifest.parse(JSON.parse(String(bodies.get(one.manifest))));
      assert.ok(methodVersion < METHOD_VERSION);
      assert.match(
        await bellwether('publish'),
        /^5 editions, 2025-w22 to 2025-w26: 0 new, 5 corrected, 0 unchanged, 0 left/m,
      );
      const catalog = JSON.parse(await readFile(join(folder, EDITIONS, 'catalog.json'), 'utf8'));
      assert.deepEqual(
        catalog.editions.map(({ superseded }: { superseded: unknown[] }) => superseded.at(-1)),
        editions.map(({ manifest, signature }) => ({
          manifest,
          signature,
          revision: 1,
          correction: `computed by version ${METHOD_VERSION} of the method, not ${methodVersion}`,
        })),
      );
      assert.deepEqual(await bodiesOf(folder, editions), bodies);
      assert.match(
        await bellwether('verify'),
        /^11 editions verified: .* every signature holds\.$/m,
      );
      const again = await bellwether('publish');
      assert.match(again, /: 0 new, 0 corrected, 5 unchanged, 0 left/);
    });

    it('has the rows of its own ledger', async () => {
      const ledger = await openLedger(join(folder, 'ledger'));
      assert.ok(ledger);
      assert.equal(ledger.manifest.over, undefined);
      const rows = (['activity', 'repositories'] as const).map((table) =>
        rowsIn(ledger.manifest, table),
      );
      assert.deepEqual(rows, [180, 2]);
    });

    it('has its books brought up to date, and nothing in them is at fault', async () => {
      assert.match(
        await bellwether('db', 'migrate'),
        /^(?:Applied \d{4}-|The store is up to date)/m,
      );
      assert.doesNotMatch(await bellwether('db', 'status'), /pending/);
      assert.match(
        await bellwether('ledger', 'audit', '--no-chain'),
        /^The books balance: 4 accounts, 6 entries, 3 paid answers, 1 settled payment, 211 credits/m,
      );
      const keys = await bellwether('keys', 'list');
      assert.match(keys, /^\S+ +8 credits .* valid {2}recorded$/m);
      assert.match(keys, /^\S+ +3 credits .* revoked \S+ {2}revoked$/m);
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

      it('shows the editions of the release', async () => {
        const response = await fetch(`${origin}/api/signal?company=chroma`);
        assert.equal(response.status, 200);
        assert.match(await response.text(), /2025-w26/);
      });

      it('sells to a key of the release, from the balance that it had', async () => {
        const balance = async () => {
          const headers = { authorization: `Bearer ${recorded.key}` };
          const response = await fetch(`${origin}/api/account/credits`, { headers });
          return ((await response.json()) as { balance: number }).balance;
        };
        assert.equal(await balance(), recorded.balance);
        const bought = await buy(recorded.key);
        assert.equal(bought.status, 200);
        assert.match(await bought.text(), /chroma/);
        assert.equal(await balance(), recorded.balance - 1);
        assert.match(await bellwether('ledger', 'audit', '--no-chain'), /^The books balance: /m);
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
    await writeFile(path, text.replace(/"format": ?\d/, '"format": 4'));
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
      `${path} was written by a later version of Bellwether (in format 4)`;
    assert.ok((await refused(folder, 'publish')).includes(said(ledger)));
    const catalog = join(folder, EDITIONS, 'catalog.json');
    await inLaterFormat(catalog);
    assert.ok((await refused(folder, 'serve')).includes(said(catalog)));
  });

  it('names the file that is damaged', async (t) => {
    const folder = await copy(t);
    const [edition] = await editionsIn(folder);
    const manifest = edition?.manifest ?? '';
    const body = join(folder, EDITIONS, 'bodies', manifest.slice(0, 2), manifest);
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
