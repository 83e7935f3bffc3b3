/** A disk that is full or read-only stops paid operations for that time, and nothing else. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../tools/free-port.ts';
import { shippedStore } from '../../tools/shipped.ts';
import { cli, ENVIRONMENT, MAIN, shippedEnvironment, untilReady } from '../support/cli.ts';
import { skipConfined } from '../support/namespaces.ts';
import { isAway, showsState, storeState } from './support/away.ts';

const confined = { skip: skipConfined };
/** Every wait here ends within a few seconds, unless it never does. */
const PATIENCE_MS = 60_000;

type Confined = {
  origin: string;
  /** Sends a line to the script, which echoes it. */
  tell: (line: string) => Promise<void>;
};

/**
 * Runs `serve` in a namespace of its own.
 *
 * @param setUp shell commands before it starts, which may use $DATA_DIR and $PUBLISHED
 * @param meanwhile shell commands for each line that the test sends, in $line
 */
async function serveConfined(
  t: TestContext,
  environment: Record<string, string>,
  setUp: string,
  meanwhile = '',
): Promise<Confined> {
  const port = await freePort();
  const { dataFolder } = await shippedStore();
  const script = `set -e; ${setUp}
    "$0" "$@" < /dev/null & server=$!
    while read line; do ${meanwhile} echo "$line"; done
    kill -TERM $server; wait $server`;
  const env = {
    ...{ ...ENVIRONMENT, ...environment, PORT: String(port), PUBLISHED: dataFolder },
    GITHUB_API_URL: 'http://127.0.0.1:1',
  };
  const words = ['--map-root-user', '--mount', 'sh', '-c', script, process.execPath, MAIN, 'serve'];
  const child = spawn('unshare', words, { env, stdio: 'pipe' });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    errors += part;
  });
  const lines = createInterface({ input: child.stdout });
  t.after(async () => {
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'close');
    assert.equal(child.exitCode, 0, errors);
  });
  while (!errors.includes('Stop with Ctrl+C.')) {
    assert.equal(child.exitCode, null, errors);
    await delay(50);
  }
  await untilReady(port);
  const tell = async (line: string) => {
    child.stdin.write(`${line}\n`);
    const signal = AbortSignal.timeout(PATIENCE_MS);
    for (let said = ''; said !== line; ) [said] = await once(lines, 'line', { signal });
  };
  return { origin: `http://127.0.0.1:${port}`, tell };
}

async function becomes(origin: string, state: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let seen = await storeState(origin); seen !== state; seen = await storeState(origin)) {
    assert.ok(Date.now() < deadline, `the store is ${seen}, and never became ${state}`);
    await delay(50);
  }
  await showsState(origin, state);
}

const buy = (origin: string, key: string, name: string) =>
  fetch(`${origin}/api/agent/deep-signal`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      'idempotency-key': name,
    },
    body: JSON.stringify({ name }),
  });

const credits = (origin: string, key: string) =>
  fetch(`${origin}/api/account/credits`, { headers: { authorization: `Bearer ${key}` } });

async function balance(origin: string, key: string): Promise<number> {
  return ((await (await credits(origin, key)).json()) as { balance: number }).balance;
}

const FREE = ['/', '/startups?period=2026-w20', '/healthz', '/api/signals.json', '/feed.xml'];

async function freeIsServed(origin: string): Promise<void> {
  for (const address of [...FREE, '/api/signal?company=langfuse', '/api/answer?q=langfuse'])
    assert.equal((await fetch(origin + address)).status, 200, address);
}

async function withKey() {
  const environment = await shippedEnvironment();
  const issued = await cli(['keys', 'issue', '--credits', '5'], environment);
  return { environment, key: issued.stdout.trim() };
}

describe('books on a disk', () => {
  it('that becomes full are away until there is room again', confined, async (t) => {
    const { environment, key } = await withKey();
    const { origin, tell } = await serveConfined(
      t,
      environment,
      'cp -a "$DATA_DIR" "$DATA_DIR.away"; mount -t tmpfs -o size=8m tmpfs "$DATA_DIR"; cp -a "$DATA_DIR.away/." "$DATA_DIR";',
      'if [ "$line" = full ]; then dd if=/dev/zero of="$DATA_DIR/filler" bs=1k 2> /dev/null || true; else rm "$DATA_DIR/filler"; fi;',
    );
    await becomes(origin, 'ready');
    assert.equal((await buy(origin, key, 'langfuse')).status, 200);
    for (const name of ['prefect', 'weaviate']) {
      await tell('full');
      for (let asked = 0; asked < 3; asked++) await isAway(await buy(origin, key, name));
      await becomes(origin, 'away');
      await isAway(await credits(origin, key));
      await freeIsServed(origin);
      // Longer than the service waits before it tries again.
      await delay(2_500);
      assert.equal(await storeState(origin), 'away');
      await tell('room');
      await becomes(origin, 'ready');
      assert.equal((await buy(origin, key, name)).status, 200);
    }
    assert.equal(await balance(origin, key), 2, 'three answers, each paid once');
  });

  const readOnly = ['"$DATA_DIR"', '"$PUBLISHED"']
    .map((folder) => `mount --bind ${folder} ${folder}; mount -o remount,bind,ro ${folder};`)
    .join(' ');

  it('that is read-only are away, and everything free is served', confined, async (t) => {
    const { environment, key } = await withKey();
    const { origin, tell } = await serveConfined(
      t,
      environment,
      readOnly,
      'mount -o remount,bind,rw "$DATA_DIR";',
    );
    await becomes(origin, 'away');
    await freeIsServed(origin);
    await isAway(await buy(origin, key, 'langfuse'));
    await isAway(await fetch(`${origin}/api/v1/members.json`));
    await tell('writable');
    await becomes(origin, 'ready');
    assert.equal((await buy(origin, key, 'langfuse')).status, 200);
    assert.equal(await balance(origin, key), 4);
  });

  it('that is read-only and holds none are away as well', confined, async (t) => {
    const { origin } = await serveConfined(t, await shippedEnvironment(), readOnly);
    await becomes(origin, 'away');
    assert.equal((await fetch(`${origin}/api/signals.json`)).status, 200);
    await isAway(await buy(origin, 'bw_none', 'langfuse'));
  });
});
