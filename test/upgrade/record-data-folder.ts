/**
 * Records the DATA_DIR of this release, for test/upgrade: a ledger of two startups, its editions, and
 * books with keys, sales and payments on every rail. The release's own code writes all of it, except
 * for payments that would need a chain or a bank.
 *
 * Usage, in a checkout of the release: npm run record:data-folder -- <archive.tar.gz>
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isoDay, parseDay } from '../../src/lib/period.ts';
import { freePort } from '../../tools/free-port.ts';
import { cli, output, startCli, untilReady } from '../support/cli.ts';
import { commitOn, ledgerOf } from '../support/histories.ts';
import { temporaryFolder } from '../support/temporary.ts';

const [archive = assert.fail('Usage: npm run record:data-folder -- <archive.tar.gz>')] =
  process.argv.slice(2);

const FIRST_DAY = '2025-04-01';
const LAST_DAY = '2025-06-29';
const COMPANIES = { chroma: 'chroma-core/chroma', langfuse: 'langfuse/langfuse' };

const folder = await temporaryFolder();
const port = String(await freePort());
const BASE_URL = 'http://signals.example.org';
const environment = { DATA_DIR: folder, PORT: port, BASE_URL };

async function bellwether(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await cli(args, environment);
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

async function writeLedger(): Promise<void> {
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
  const service = startCli(['serve'], environment);
  await output(service, 'Ctrl+C');
  await untilReady(port);
  for (const name of Object.keys(COMPANIES)) {
    const response = await fetch(`http://127.0.0.1:${port}/api/agent/deep-signal`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
        'idempotency-key': `recorded-${name}`,
      },
      body: JSON.stringify({ name }),
    });
    assert.equal(response.status, 200, await response.text());
  }
  service.kill();
  await once(service, 'close');
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
  const sold = { company: 'chroma', period: '2025-w26', recorded_at: now };
  account('recorded-checkout', 'grant', 'checkout:cs_test_recorded');
  const granted = { account_id: 'recorded-checkout', granted_at: now, delivered_at: now };
  insert('checkout', { session_id: 'cs_test_recorded', ...granted });
  account('recorded-solana', 'top-up', 'solana:recorded-signature');
  const transfer = { amount: '15000000', slot: '300000000', redeemed_at: now };
  const redeemed = { signature: 'recorded-signature', account_id: 'recorded-solana' };
  insert('solana_redemption', { ...redeemed, ...transfer });
  insert('paid_answer', { id: 'recorded-x402', rail: 'x402', body_hash: '0'.repeat(64), ...sold });
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
    transaction_hash: `0x${'d'.repeat(64)}`,
    answer_id: 'recorded-x402',
    settled_at: now,
    ...sold,
  });
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}

await writeLedger();
await bellwether('publish');
const key = await bellwether('keys', 'issue', '--credits', '10', '--label', 'recorded');
const revoked = await bellwether('keys', 'issue', '--credits', '3', '--label', 'revoked');
await bellwether('keys', 'revoke', revoked.split('_')[1] ?? '');
await sell(key);
addPayments();
// Part of the archive only: the service does not know this file.
const facts = { key, revoked, balance: 8, baseUrl: BASE_URL };
await writeFile(join(folder, 'recorded.json'), `${JSON.stringify(facts, null, 2)}\n`);
execFileSync('tar', ['--create', '--gzip', '--file', resolve(archive), '--directory', folder, '.']);
console.log(`Recorded ${archive}.`);
