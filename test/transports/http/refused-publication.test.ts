/** A service on a folder or a bucket that was changed: it serves what was sound, or nothing. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Catalog } from '../../../src/pipeline/edition/catalog.ts';
import { EditionStore, storeFor } from '../../../src/pipeline/edition/edition-store.ts';
import type { PublishOptions } from '../../../src/pipeline/edition/publish.ts';
import { storedBody } from '../../../src/transports/http/body.ts';
import { freePort } from '../../../tools/free-port.ts';
import { startBucketServer } from '../../support/bucket-server.ts';
import { output, startCli } from '../../support/cli.ts';
import { NO_STARS } from '../../support/no-stars.ts';
import { BASE_URL, FOUR_WEEKS, publishedExample } from '../../support/publication.ts';
import { problemIn, type Served, servePublication } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const DEADLINE_MS = 60_000;

/** Names week 26 as week 25, and the other way round. */
function swapLastTwo(catalog: Catalog): Catalog {
  const [left, right] = catalog.editions.slice(-2);
  assert.ok(left && right);
  const swapped = [
    { ...right, period: left.period, name: left.name },
    { ...left, period: right.period, name: right.name },
  ];
  return { ...catalog, editions: [...catalog.editions.slice(0, -2), ...swapped] };
}

describe('a service on a folder that was changed', () => {
  let options: PublishOptions;
  let sound: string;
  let path: string;
  const running: Served[] = [];
  before(async () => {
    options = await publishedExample(await temporaryFolder(), FOUR_WEEKS);
    const { folder } = storeFor(options.dataFolder, BASE_URL);
    // Moved to the folder in which commands look for it.
    const old = options.store.folder;
    await rename(old, `${old}-of-the-example`);
    await mkdir(dirname(folder), { recursive: true });
    await rename(`${old}-of-the-example`, folder);
    options = { ...options, store: new EditionStore(folder) };
    path = join(folder, 'catalog.json');
    sound = await readFile(path, 'utf8');
  });
  after(async () => {
    for (const { service } of running) await service.close();
  });

  const tamper = () => writeFile(path, JSON.stringify(swapLastTwo(JSON.parse(sound))));
  const mend = () => writeFile(path, sound);
  async function serve(): Promise<Served> {
    const served = await servePublication(options, { stars: NO_STARS, refreshMilliseconds: 50 });
    running.push(served);
    return served;
  }
  async function until(origin: string, isSo: (ready: Readiness) => boolean): Promise<Readiness> {
    for (let began = performance.now(); ; await delay(20)) {
      const response = await fetch(`${origin}/readyz`);
      const ready = { code: response.status, ...((await response.json()) as object) } as Readiness;
      if (isSo(ready)) return ready;
      assert.ok(performance.now() - began < DEADLINE_MS, JSON.stringify(ready));
    }
  }

  it('goes on with what was sound, says so, and takes up what is sound again', async () => {
    const { origin } = await serve();
    const signals = await (await fetch(`${origin}/api/signals.json`)).text();
    await tamper();
    const refused = await until(origin, (ready) => ready.refused !== undefined);
    assert.deepEqual([refused.code, refused.status, refused.period], [200, 'ready', '2025-w26']);
    assert.equal(refused.refused?.code, 'verification-failed');
    assert.ok(Date.parse(refused.refused?.since ?? ''));
    assert.equal(await (await fetch(`${origin}/api/signals.json`)).text(), signals);
    await mend();
    await until(origin, (ready) => ready.refused === undefined);
  });

  it('answers 503 where nothing is sound, and serves once it is', async () => {
    await tamper();
    const { origin } = await serve();
    const now = await until(origin, () => true);
    assert.deepEqual([now.code, now.status, now.period], [503, 'refused', null]);
    assert.equal(now.refused?.code, 'verification-failed');
    const problem = await problemIn(await fetch(`${origin}/api/signals.json`));
    assert.deepEqual([problem.status, problem.code], [503, 'verification-failed']);
    assert.match(problem.detail ?? '', /bellwether doctor/);
    await writeFile(path, '{"format":1,');
    await until(origin, ({ refused }) => refused?.code === 'editions-damaged');
    await mend();
    await until(origin, ({ code }) => code === 200);
    assert.equal((await fetch(`${origin}/api/signals.json`)).status, 200);
  });

  it('checks a file that is streamed before it is sent', async () => {
    const { store } = options;
    const body = randomBytes(5 * 2 ** 20);
    const hash = await store.put(body);
    const ask = () => storedBody(store, hash, 'application/x-ndjson');
    assert.ok((await ask()).stream);
    const file = store.pathOf(hash);
    const bytes = await readFile(file);
    await writeFile(file, Buffer.from(bytes).fill('0', 100, 200));
    await assert.rejects(ask(), { code: 'editions-damaged' });
    await writeFile(file, bytes);
    assert.ok(await ask());
  });
});

it('a service on a bucket that sends a byte a second says so, and stops in time', async (t) => {
  const bucket = await startBucketServer();
  t.after(() => bucket.close());
  bucket.setFault({ kind: 'trickle' });
  const port = await freePort();
  const environment = {
    ...bucket.environment,
    ...{ DATA_DIR: await temporaryFolder(), EDITIONS_URL: bucket.url(), BASE_URL },
    ...{ HOST: '127.0.0.1', PORT: String(port) },
  };
  const service = startCli(['serve'], environment);
  t.after(() => service.kill('SIGKILL'));
  await output(service, 'Ctrl+C');
  while (bucket.requests.length === 0) await delay(20);
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
  const { bucket: state } = (await ready.json()) as { bucket: object };
  assert.deepEqual({ ...state, since: '' }, { state: 'starting', since: '' });
  service.kill('SIGTERM');
  const [status] = await once(service, 'close');
  assert.equal(status, 0);
});

type Readiness = {
  code: number;
  status: string;
  period: string | null;
  refused?: { code: string; since: string };
};
