/** The store's own promises: migrations both ways, transactions that bear each other, back-ups. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { BellwetherError } from '../../src/lib/errors.ts';
import { auditBooks } from '../../src/payments/audit.ts';
import { issueKey, listKeys } from '../../src/payments/credits/accounts.ts';
import { sellForCredit } from '../../src/payments/credits/credit-sale.ts';
import { backUp, restore } from '../../src/store/backup.ts';
import { migrate, migrationStatus } from '../../src/store/migrate.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import {
  isUnavailable,
  openStore,
  type Store,
  type StoreTransaction,
} from '../../src/store/store.ts';
import { newDatabase } from '../../tools/postgresql.ts';
import { onEachEngine, POSTGRESQL } from '../payments/support/stores.ts';
import { cli } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { IS_INTEGRATION } from '../support/tier.ts';

const NAMES = Object.keys(MIGRATIONS);
const offer = { isCharged: true, body: '{}', company: 'acorn', period: '2025-w26' };
const spend = (store: Store, accountId: string) =>
  sellForCredit(store, { accountId, input: '', idempotencyKey: undefined }, offer);

onEachEngine('the store', (engine) => {
  it('is brought up to date from the tables of every release', async (t) => {
    for (const [index, name] of NAMES.entries()) {
      const made = await engine.make(name);
      t.after(() => made.drop());
      const { store } = made;
      const pending = (await migrationStatus(store)).filter(({ appliedAt }) => appliedAt === null);
      const later = NAMES.slice(index + 1);
      assert.deepEqual(
        pending.map((migration) => migration.name),
        later,
      );
      assert.deepEqual(await migrate(store), later);
      assert.deepEqual(await migrate(store), []);
      assert.deepEqual(await listKeys(store), []);
    }
  });

  it('is brought up to date once, by however many processes at the same instant', async (t) => {
    const [first = '', ...later] = NAMES;
    const made = await engine.make(first);
    t.after(() => made.drop());
    const others = [made.location, made.location, made.location].map(openStore);
    const applied = await Promise.all(others.map(migrate));
    assert.deepEqual(applied.flat(), later);
    await Promise.all(others.map((store) => store.close()));
  });

  it('lets several connections spend without getting in each other’s way', async (t) => {
    const made = await engine.make();
    t.after(() => made.drop());
    const other = openStore(made.location);
    t.after(() => other.close());
    const { accountId } = await issueKey(made.store, 30, null);
    const sales = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        spend(index % 2 === 0 ? made.store : other, accountId),
      ),
    );
    assert.equal(sales.filter(({ status }) => status === 'fulfilled').length, 30);
    for (const sale of sales)
      if (sale.status === 'rejected')
        assert.ok(
          sale.reason instanceof BellwetherError && sale.reason.code === 'insufficient-credits',
          String(sale.reason),
        );
    assert.deepEqual((await auditBooks(other)).faults, []);
  });

  it('takes nothing of a transaction that fails', async (t) => {
    const made = await engine.make();
    t.after(() => made.drop());
    await assert.rejects(
      made.store.transaction(async (transaction) => {
        await transaction.insertInto('account').values({ id: 'half', created_at: '' }).execute();
        throw new Error('no');
      }),
      /no/,
    );
    const kept = made.store.database.selectFrom('account').selectAll();
    assert.deepEqual(await kept.execute(), []);
  });
});

if (IS_INTEGRATION)
  describe('a connection to PostgreSQL that is cut off', { skip: POSTGRESQL.skip }, () => {
    for (const [when, meanwhile] of [
      ['between two statements of a transaction', () => delay(200)],
      ['during a statement', (store) => sql`select pg_sleep(10)`.execute(store)],
    ] satisfies [string, (store: StoreTransaction) => Promise<unknown>][])
      it(`${when} fails that transaction alone`, async (t) => {
        const { url, drop } = await newDatabase();
        t.after(drop);
        const [store, other] = [openStore(url), openStore(url)];
        t.after(() => Promise.all([store.close(), other.close()]));
        const work = store.transaction(async (transaction) => {
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
            transaction,
          );
          const cut = sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other.database);
          await Promise.all([meanwhile(transaction), cut]);
          await sql`select 1`.execute(transaction);
        });
        await assert.rejects(work, isUnavailable);
        await sql`select 1`.execute(store.database);
      });
  });

describe('the embedded store', () => {
  it('waits to be opened while another process has it locked', async (t) => {
    const location = join(await temporaryFolder(t), 'books.sqlite');
    const holder = `
      const { DatabaseSync } = require('node:sqlite');
      const database = new DatabaseSync(process.argv[1]);
      database.exec('begin exclusive; create table made (i integer)');
      process.stdout.write('held');
      setTimeout(() => { database.exec('commit'); database.close(); }, 300);`;
    const other = spawn(process.execPath, ['-e', holder, location], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const gone = once(other, 'exit');
    await once(other.stdout, 'data');
    const store = openStore(location);
    assert.deepEqual(await migrate(store), NAMES);
    await store.close();
    assert.deepEqual(await gone, [0, null]);
  });
});

describe('a back-up of the embedded store', () => {
  it('is whole, taken while it is written to, and can be put back', async (t) => {
    const folder = await temporaryFolder(t);
    const location = join(folder, 'books.sqlite');
    const store = openStore(location);
    await migrate(store);
    const { accountId } = await issueKey(store, 1_000_000, null);
    let isSpending = true;
    const spending = (async () => {
      while (isSpending) {
        await spend(store, accountId);
        // The embedded engine answers at once: others would never have their turn.
        await immediate();
      }
    })();
    const copies = ['one', 'two', 'three'].map((name) => join(folder, `${name}.sqlite`));
    for (const copy of copies) {
      await backUp(location, copy);
      const taken = openStore(copy);
      const { faults, counts } = await auditBooks(taken);
      assert.deepEqual(faults, []);
      assert.equal(counts.entries, counts.answers + 1);
      await taken.close();
    }
    isSpending = false;
    await spending;
    assert.ok((await readdir(folder)).every((name) => !name.includes('unfinished')));
    const now = (await auditBooks(store)).counts;
    await store.close();
    const { kept } = await restore(copies[0] ?? '', location);
    const restored = openStore(location);
    const then = (await auditBooks(restored)).counts;
    assert.ok(then.entries < now.entries);
    await spend(restored, accountId);
    await restored.close();
    // The books from before the restoration are not lost.
    const before = openStore(kept ?? '');
    assert.deepEqual((await auditBooks(before)).counts, now);
    await before.close();
  });

  it('refuses a file that is no back-up, and leaves the store alone', async (t) => {
    const folder = await temporaryFolder(t);
    const location = join(folder, 'books.sqlite');
    const store = openStore(location);
    await migrate(store);
    await issueKey(store, 1, null);
    const text = join(folder, 'text.sqlite');
    await writeFile(text, 'not a database, but long enough to be read as one '.repeat(100));
    const code = 'backup-failed';
    await assert.rejects(restore(text, location), { code });
    // To SQLite a file without a byte is a database without tables, and in order.
    const empty = join(folder, 'empty.sqlite');
    await writeFile(empty, '');
    await assert.rejects(restore(empty, location), { code });
    await assert.rejects(restore(join(folder, 'none'), location), { code });
    await assert.rejects(backUp(join(folder, 'none'), join(folder, 'copy')), { code });
    await assert.rejects(backUp(location, text), { code });
    await assert.rejects(backUp(location, join(text, 'inside', 'a', 'file')));
    assert.equal((await listKeys(store)).length, 1);
    await store.close();
    assert.ok((await readdir(folder)).every((name) => !name.includes('unfinished')));
  });

  it('is taken and put back by command', async (t) => {
    const DATA_DIR = await temporaryFolder(t);
    const run = (...args: string[]) => cli(args, { DATA_DIR });
    const copy = join(DATA_DIR, 'copies', 'one.sqlite');
    assert.equal((await run('books', 'backup', copy)).status, 1);
    const { stdout: key } = await run('keys', 'issue', '--credits', '7', '--label', 'ключ');
    assert.match(key, /^bw_\w{12}_\w{38}\n$/);
    assert.equal((await run('books', 'backup', copy)).status, 0);
    assert.ok(existsSync(copy));
    const twice = await run('books', 'backup', copy);
    assert.equal(twice.status, 1);
    assert.match(twice.stderr, /exists already/);
    assert.equal((await run('keys', 'revoke', key.slice(3, 15))).status, 0);
    const put = await run('books', 'restore', copy);
    assert.equal(put.status, 0, put.stderr);
    const listed = await run('keys', 'list');
    assert.match(listed.stdout, /ключ .* - +7$/m);
    const status = await run('books', 'status');
    assert.match(status.stdout, /^0001-payments +\d{4}-/m);
    const audit = await run('books', 'audit');
    assert.equal(audit.status, 0);
    assert.match(audit.stdout, /The books balance: 1 account, 1 entry/);
  });
});

describe('bellwether keys', () => {
  it('says what would be right', async (t) => {
    const DATA_DIR = await temporaryFolder(t);
    const run = (...args: string[]) => cli(args, { DATA_DIR });
    for (const credits of ['-1', '9999999']) {
      const refused = await run('keys', 'issue', `--credits=${credits}`);
      assert.equal(refused.status, 1, credits);
      assert.match(refused.stderr, /must be a whole number from 0 to 1000000/);
    }
    for (const args of [
      ['keys', 'revoke', 'unknown'],
      ['books', 'entries', "' or 1=1"],
      ['keys', 'refund', 'nothing'],
    ]) {
      const refused = await run(...args);
      assert.equal(refused.status, 1, args.join(' '));
      assert.match(refused.stderr, /no key|No credit was spent/);
    }
    const { stdout } = await run('keys', 'list', '--json');
    assert.deepEqual(JSON.parse(stdout), []);
  });
});
