/** Books move between engines whole and proven, or not at all. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type KyselyPlugin, sql } from 'kysely';
import { auditBooks, auditWithin } from '../../src/payments/audit.ts';
import { issueKey, revokeKey } from '../../src/payments/credits/accounts.ts';
import { sellForCredit } from '../../src/payments/credits/credit-sale.ts';
import { appendEntry, lockAccount } from '../../src/payments/credits/credits.ts';
import { recordAnswer } from '../../src/payments/paid-answer.ts';
import { copyStore } from '../../src/store/copy-books.ts';
import { nameOfStore } from '../../src/store/location.ts';
import { migrate } from '../../src/store/migrate.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { newDatabase } from '../../tools/postgresql.ts';
import { type Engine, POSTGRESQL, SQLITE } from '../payments/support/stores.ts';
import { cli, startCli } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const TABLES = [
  'account',
  'credit_key',
  'ledger_entry',
  'paid_answer',
  'repeatable_request',
  'x402_payment',
  'solana_redemption',
  'checkout',
] as const;
const OFFER = {
  isCharged: true,
  body: '{"name":"Ключ “✓” 🔔"}',
  company: 'acorn',
  period: '2025-w26',
};

/** Something in every table, and more than a batch in the ledger, all of one account. */
async function fill(store: Store): Promise<string> {
  const { accountId } = await issueKey(store, 2 ** 40, 'ключ');
  const other = await issueKey(store, 3, null);
  await revokeKey(store, other.publicId);
  for (const idempotencyKey of [undefined, 'order-1', 'order-2'])
    await sellForCredit(store, { accountId, input: 'x', idempotencyKey }, OFFER);
  await store.transaction(async (transaction) => {
    const grant = async (kind: 'grant' | 'top-up', reference: string) => {
      const last = await lockAccount(transaction, accountId);
      return appendEntry(transaction, accountId, last, { kind, amount: 100, reference });
    };
    for (let index = 0; index < 600; index++) await grant('grant', `grant:${index}`);
    await grant('top-up', 'solana:signature');
    await grant('grant', 'checkout:session');
    const redemption = { amount: '18446744073709551615', slot: '7', redeemed_at: 'then' };
    await transaction
      .insertInto('solana_redemption')
      .values({ ...redemption, signature: 'signature', account_id: accountId })
      .execute();
    const times = { granted_at: 'then', delivered_at: null, held_until: 'now' };
    await transaction
      .insertInto('checkout')
      .values({ ...times, session_id: 'session', account_id: accountId })
      .execute();
    const answer = await recordAnswer(transaction, OFFER, { rail: 'x402', accountId: null });
    await sql`insert into x402_payment values ('id', 'payer', 'hash', '190000', '0', 'settled', '', '{}', '0', 'acorn', null, '{}', '0x1', ${answer}, 'then', 'now', 'then', null, 'now')`.execute(
      transaction,
    );
  });
  return accountId;
}

async function contentOf({ database }: Store): Promise<Record<string, unknown[]>> {
  const tables = TABLES.map(async (table) => {
    const rows = await database.selectFrom(table).selectAll().execute();
    return [table, rows.map((row) => JSON.stringify(row)).sort()] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

async function isEmpty(store: Store): Promise<void> {
  for (const [table, rows] of Object.entries(await contentOf(store)))
    assert.deepEqual(rows, [], table);
}

const proven = async (transaction: Parameters<typeof auditWithin>[0]) =>
  assert.deepEqual((await auditWithin(transaction)).faults, []);

async function pair(from: Engine, to: Engine, t: TestContext): Promise<[Store, Store]> {
  const [one, other] = [await from.make(), await to.make()];
  t.after(() => Promise.all([one.drop(), other.drop()]));
  return [one.store, other.store];
}

const MOVES: readonly [from: Engine, to: Engine][] = [
  [SQLITE, SQLITE],
  [SQLITE, POSTGRESQL],
  [POSTGRESQL, SQLITE],
];
for (const [from, to] of MOVES)
  describe(`books that move from ${from.name} to ${to.name}`, { skip: POSTGRESQL.skip }, () => {
    it('are the same, to the row, and can be sold from', async (t) => {
      const [source, target] = await pair(from, to, t);
      const accountId = await fill(source);
      const rows = await copyStore(source, target, proven);
      assert.deepEqual([rows.ledger_entry, rows.checkout], [607, 1]);
      assert.deepEqual(await contentOf(target), await contentOf(source));
      assert.deepEqual((await auditBooks(target)).faults, []);
      const again = { accountId, input: 'x', idempotencyKey: 'order-1' };
      assert.equal((await sellForCredit(target, again, OFFER)).isRepeated, true);
    });

    it('are not mixed with others: a target that is not empty stays as it is', async (t) => {
      const [source, target] = await pair(from, to, t);
      await issueKey(source, 1, 'source');
      await issueKey(target, 2, 'target');
      const before = await contentOf(target);
      const code = 'copy-refused';
      await assert.rejects(copyStore(source, target, proven), { code });
      assert.deepEqual(await contentOf(target), before);
    });

    it('leave nothing where it breaks off, or is not proven', async (t) => {
      const [source, target] = await pair(from, to, t);
      await fill(source);
      const reading = (change: Partial<KyselyPlugin>): Store => ({
        ...source,
        snapshot: (read) =>
          source.snapshot((transaction) =>
            read(
              transaction.withPlugin({
                transformQuery: ({ node }) => node,
                transformResult: async ({ result }) => result,
                ...change,
              }),
            ),
          ),
      });
      const cut = reading({
        transformQuery: ({ node }) => {
          if (JSON.stringify(node).includes('"checkout"')) throw new Error('cut off');
          return node;
        },
      });
      await assert.rejects(copyStore(cut, target, proven), /cut off/);
      await isEmpty(target);
      const garbled = reading({
        transformResult: async ({ result }) => ({
          ...result,
          rows: result.rows.map((row) => (row['label'] === 'ключ' ? { ...row, label: '?' } : row)),
        }),
      });
      const message = /^credit_key came out otherwise: /;
      await assert.rejects(copyStore(garbled, target, proven), { code: 'copy-refused', message });
      await isEmpty(target);
      await assert.rejects(
        copyStore(source, target, () => Promise.reject(new Error('not proven'))),
        /not proven/,
      );
      await isEmpty(target);
      await copyStore(source, target, proven);
      assert.deepEqual(await contentOf(target), await contentOf(source));
    });
  });

describe('bellwether books copy', { skip: POSTGRESQL.skip }, () => {
  it('goes to PostgreSQL and back by command, and says which books were used', async (t) => {
    const { url, drop } = await newDatabase();
    t.after(drop);
    const withPassword = new URL(url);
    withPassword.password = 'correct-horse';
    const DATA_DIR = await temporaryFolder(t);
    const issued = await cli(['keys', 'issue', '--credits', '7'], { DATA_DIR });
    assert.ok(issued.stderr.includes(`Books: SQLite in ${join(DATA_DIR, 'bellwether.sqlite')}`));
    const there = await cli(['books', 'copy', '--to', withPassword.href], { DATA_DIR });
    assert.equal(there.status, 0, there.stderr);
    assert.match(there.stdout, /^ledger_entry {2}1 row$/m);
    const { host, pathname } = withPassword;
    assert.ok(there.stderr.includes(`Copied to: PostgreSQL at ${host}${pathname}`));
    assert.doesNotMatch(there.stderr + there.stdout, /correct-horse/);
    const listed = await cli(['keys', 'list'], { DATA_DIR, DATABASE_URL: withPassword.href });
    assert.match(listed.stdout, / 7$/m);
    assert.match(listed.stderr, /^Books: PostgreSQL at (?!postgres@)/m);
    assert.doesNotMatch(listed.stderr, /correct-horse/);
    const own = join(DATA_DIR, 'bellwether.sqlite');
    for (const to of [url, own]) {
      const refused = await cli(['books', 'copy', '--to', to], { DATA_DIR });
      assert.equal(refused.status, 1);
      assert.match(refused.stderr, /not empty/);
    }
    const back = join(DATA_DIR, 'back.sqlite');
    const home = await cli(['books', 'copy', '--to', back], { DATA_DIR, DATABASE_URL: url });
    assert.equal(home.status, 0, home.stderr);
    const [one, other] = [openStore(join(DATA_DIR, 'bellwether.sqlite')), openStore(back)];
    assert.deepEqual(await contentOf(other), await contentOf(one));
    await Promise.all([one.close(), other.close()]);
  });

  it('refuses books that are at fault', async (t) => {
    const { url, drop } = await newDatabase();
    t.after(drop);
    const DATA_DIR = await temporaryFolder(t);
    const store = openStore(join(DATA_DIR, 'bellwether.sqlite'));
    await migrate(store);
    const { accountId } = await issueKey(store, 1, null);
    await sql`insert into ledger_entry values (${accountId}, 2, 'grant', 1, 99, 'forged', '')`.execute(
      store.database,
    );
    await store.close();
    const { status, stderr } = await cli(['books', 'copy', '--to', url], { DATA_DIR });
    assert.equal(status, 1);
    assert.match(stderr, /books audit/);
    const target = openStore(url);
    await isEmpty(target);
    await target.close();
  });

  it('that is killed in the middle leaves an empty store, and can be run again', async (t) => {
    const { url, drop } = await newDatabase();
    t.after(drop);
    const DATA_DIR = await temporaryFolder(t);
    const to = join(DATA_DIR, 'target.sqlite');
    const source = openStore(url);
    t.after(() => source.close());
    await migrate(source);
    await fill(source);
    const environment = { DATA_DIR, DATABASE_URL: url };
    await source.transaction(async (holder) => {
      // It comes last: everything else has been written by then.
      await sql`lock table checkout in access exclusive mode`.execute(holder);
      const child = startCli(['books', 'copy', '--to', to], environment);
      const waits = sql<{ waiting: number }>`
        select count(*) as waiting from pg_locks where not granted and relation = 'checkout'::regclass`;
      while ((await waits.execute(source.database)).rows[0]?.waiting === 0) {
        assert.equal(child.exitCode, null, child.output().stderr);
        await delay(20);
      }
      const gone = once(child, 'close');
      child.kill('SIGKILL');
      await gone;
    });
    const target = openStore(to);
    await isEmpty(target);
    await target.close();
    const again = await cli(['books', 'copy', '--to', to], environment);
    assert.equal(again.status, 0, again.stderr);
  });
});

describe('the name of a store', () => {
  it('has neither user nor password in it, however it is given', () => {
    for (const [location, name] of [
      ['postgres://user:secret@db.example.org:5433/books', 'db.example.org:5433/books'],
      ['postgresql://user:secret@db.example.org/books?sslmode=require', 'db.example.org/books'],
      ['postgres://db.example.org/books?user=u&password=secret', 'db.example.org/books'],
      ['postgres:///books?host=/run/postgresql&password=secret', '/run/postgresql/books'],
    ] as const)
      assert.equal(nameOfStore(location), `PostgreSQL at ${name}`);
    assert.doesNotMatch(nameOfStore('postgres://user:secret@[bad'), /secret/);
    assert.equal(nameOfStore('var/bellwether.sqlite'), 'SQLite in var/bellwether.sqlite');
  });
});
