/**
 * Records the DATA_DIR of a release, for test/upgrade: a ledger of two startups, its editions, and
 * books with keys, sales and payments on every rail. The release's own code writes all of it, except
 * for payments that would need a chain or a bank.
 *
 * Usage: node test/upgrade/record-data-folder.ts <checkout of the release, installed> <archive.tar.gz>
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isoDay, parseDay } from '../../src/lib/period.ts';
import { freePort } from '../../tools/free-port.ts';

const [checkout = '', archive = ''] = process.argv.slice(2);
if (checkout === '' || archive === '')
  throw new Error('Usage: node test/upgrade/record-data-folder.ts <checkout> <archive.tar.gz>');

const FIRST_DAY = '2025-04-01';
const LAST_DAY = '2025-06-29';
const COMPANIES = { chroma: 'chroma-core/chroma', langfuse: 'langfuse/langfuse' };
const START_SECONDS = 60;

const folder = await mkdtemp(join(tmpdir(), 'bellwether-recorded-'));
const run = promisify(execFile);
const command = ['bin/bellwether.cjs', 'src/main.ts']
  .map((path) => resolve(checkout, path))
  .find((path) => existsSync(path));
if (command === undefined) throw new Error(`${checkout} is no checkout`);
const port = await freePort();
const environment = {
  PATH: process.env['PATH'] ?? '',
  DATA_DIR: folder,
  PORT: String(port),
  BASE_URL: 'http://signals.example.org',
};

async function bellwether(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [command ?? '', ...args], { env: environment });
  return stdout.trim();
}

/** Uses the release's own fixtures, which write its format of the ledger. */
async function writeLedger(): Promise<void> {
  const { commitOn, ledgerOf } = await import(resolve(checkout, 'test/support/histories.ts'));
  const first = parseDay(FIRST_DAY);
  const histories = Object.entries(COMPANIES).map(([slug, repository], index) => {
    const commits = Array.from({ length: parseDay(LAST_DAY) - first + 1 }, (_, day) =>
      commitOn(isoDay(first + day), { emailHash: `author${(day + index) % 3}` }),
    );
    const history = { repository, commits, coveredFrom: FIRST_DAY, coveredThrough: LAST_DAY };
    return [slug, [history]] as const;
  });
  await ledgerOf(folder, Object.fromEntries(histories));
  await rm(join(folder, 'staged'), { recursive: true, force: true });
}

/** Sales for credits, by the running service. */
async function sell(key: string): Promise<void> {
  const service = spawn(process.execPath, [command ?? '', 'serve'], {
    env: environment,
    stdio: 'ignore',
  });
  try {
    const origin = `http://127.0.0.1:${port}`;
    for (let second = 0; second < START_SECONDS; second++) {
      if (
        await fetch(`${origin}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        break;
      await sleep(1000);
    }
    for (const [name, idempotencyKey] of [
      ['chroma', 'first'],
      ['langfuse', 'second'],
    ]) {
      const response = await fetch(`${origin}/api/agent/deep-signal`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${key}`,
          'idempotency-key': `recorded-${idempotencyKey}`,
        },
        body: JSON.stringify({ name }),
      });
      if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    }
  } finally {
    service.kill();
    await new Promise((done) => service.once('close', done));
  }
}

/** Rows of a settled x402 payment, a redeemed Solana transfer and a fulfilled checkout. */
function addPayments(): void {
  const database = new DatabaseSync(join(folder, 'bellwether.sqlite'));
  const now = new Date().toISOString();
  const insert = (table: string, row: Record<string, string | number | null>) => {
    const columns = Object.keys(row);
    const values = columns.map(() => '?').join(', ');
    database
      .prepare(`insert into ${table} (${columns.join(', ')}) values (${values})`)
      .run(...Object.values(row));
  };
  const account = (id: string, kind: string, reference: string) => {
    insert('account', { id, created_at: now });
    const entry = { account_id: id, number: 1, kind, amount: 100, balance: 100, reference };
    insert('ledger_entry', { ...entry, recorded_at: now });
  };
  account('recorded-checkout', 'grant', 'checkout:cs_test_recorded');
  insert('checkout', {
    session_id: 'cs_test_recorded',
    account_id: 'recorded-checkout',
    granted_at: now,
    delivered_at: now,
  });
  account('recorded-solana', 'top-up', 'solana:recorded-signature');
  insert('solana_redemption', {
    signature: 'recorded-signature',
    account_id: 'recorded-solana',
    amount: '15000000',
    slot: '300000000',
    redeemed_at: now,
  });
  insert('paid_answer', {
    id: 'recorded-x402',
    rail: 'x402',
    company: 'chroma',
    period: '2025-w26',
    body_hash: '0'.repeat(64),
    recorded_at: now,
  });
  insert('x402_payment', {
    id: `eip155:84532/0x${'a'.repeat(40)}/0x${'b'.repeat(40)}/0x${'c'.repeat(64)}`,
    payer: `0x${'b'.repeat(40)}`,
    request_hash: '1'.repeat(64),
    amount: '190000',
    valid_before: '1800000000',
    state: 'settled',
    held_until: now,
    payload: '{}',
    since_block: '1',
    company: 'chroma',
    period: '2025-w26',
    transaction_hash: `0x${'d'.repeat(64)}`,
    answer_id: 'recorded-x402',
    recorded_at: now,
    settled_at: now,
  });
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}

try {
  await writeLedger();
  await bellwether('publish');
  const key = await bellwether('keys', 'issue', '--credits', '10', '--label', 'recorded');
  const revoked = await bellwether('keys', 'issue', '--credits', '3', '--label', 'revoked');
  await bellwether('keys', 'revoke', revoked.split('_')[1] ?? '');
  await sell(key);
  addPayments();
  // Part of the archive only: the service does not know this file.
  await writeFile(
    join(folder, 'recorded.json'),
    `${JSON.stringify({ key, revoked, balance: 8, baseUrl: environment.BASE_URL }, null, 2)}\n`,
  );
  await run('tar', ['--create', '--gzip', '--file', resolve(archive), '--directory', folder, '.']);
  console.log(`Recorded ${archive}.`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
