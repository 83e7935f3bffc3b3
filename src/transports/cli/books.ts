/** `bellwether books`: the store of keys, credits and payments, and what it says. */
import type { Command } from '@commander-js/extra-typings';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import { count, counted } from '../../lib/prose.ts';
import { type Audit, auditBooks, auditWithin } from '../../payments/audit.ts';
import { accountOfKey } from '../../payments/credits/accounts.ts';
import { entriesOf } from '../../payments/credits/credits.ts';
import { debts, deliverDebt } from '../../payments/debts.ts';
import { backUp, restore } from '../../store/backup.ts';
import { copyStore } from '../../store/copy-books.ts';
import { embeddedStore, nameOfStore } from '../../store/location.ts';
import { migrate, migrationStatus } from '../../store/migrate.ts';
import { openStore } from '../../store/store.ts';
import { defineCommand, note, say, show, showTable, tableLines, upTo } from './command.ts';
import { railsOn } from './operation-context.ts';
import { openBooks, Project } from './project.ts';

/** A day on networks with a block every two seconds. */
const DEFAULT_BLOCKS = 45_000;
const MAX_BLOCKS = 10_000_000;

export function command() {
  const books = defineCommand(
    'books',
    'The books of keys, credits and payments: SQLite in DATA_DIR, or PostgreSQL at DATABASE_URL. The service brings their tables up to date, and audits them, when it starts.',
    'bellwether books audit --no-chain',
    'bellwether books audit --json --blocks 300000',
    'bellwether books entries 4fK2mPq8ZtLw',
    'bellwether books deliver 0x8abd3f2c5e7a9b1d4c6e8f0a2b4d6e8f0a1c3e5d7f9b1a3c5e7d9f1b3a5c8ebb',
    'bellwether books backup backups/2026-11-21.sqlite',
    'bellwether books copy --to postgres://bellwether@db.example.org/bellwether',
  );
  addAccounting(books);
  addStorage(books);
  return books;
}

function addAccounting(group: Command): void {
  group
    .command('audit')
    .description(
      'Check that balances equal the sum of their entries, and that every consumption has its answer, every redemption and checkout its grant, and every settlement its transaction. Exits with 1 if there is a fault. Also lists what is owed and, if x402 is configured, transfers on the chain that have no answer; neither is a fault.',
    )
    .option('--json', 'as JSON')
    .option('--no-chain', 'do not read the chain')
    .option('--blocks <number>', 'newest blocks to search', upTo(MAX_BLOCKS), DEFAULT_BLOCKS)
    .action(async ({ json, chain, blocks }) => {
      await using books = await openBooks();
      const audit = await auditBooks(books.store);
      const { x402 } = chain ? await railsOn(books.store, books.project) : {};
      const unanswered = await x402?.unanswered(blocks).catch((error: unknown) => {
        note(`The chain was not read: ${messageOf(error)}`);
        return undefined;
      });
      if (audit.faults.length > 0) process.exitCode = 1;
      show(json, { ...audit, unanswered }, () => [
        ...auditLines(audit),
        ...section('Owed:', audit.debts),
        ...section('Transfers without an answer:', unanswered),
      ]);
    });
  group
    .command('entries <public-id>')
    .description('Show every movement on the account of a key, oldest first.')
    .option('--json', 'as JSON')
    .action(async (publicId, { json }) => {
      await using books = await openBooks();
      const entries = await entriesOf(books.store, await accountOfKey(books.store, publicId));
      if (entries.length === 0) note('There are no movements yet.');
      showTable(json, entries);
    });
  group
    .command('debts')
    .description(
      'List answers that were paid for by x402 and never delivered. Buyers fetch them with the authorization that they paid with; `books deliver` delivers one by hand.',
    )
    .option('--json', 'as JSON')
    .action(async ({ json }) => {
      await using books = await openBooks();
      const owed = await debts(books.store);
      if (owed.length === 0) note('Nothing is owed.');
      showTable(json, owed);
    });
  group
    .command('deliver <transaction>')
    .description(
      'Write an answer that is owed to standard output, for the buyer, and record that it was delivered. The transaction is the hash of the transfer, or the payment that debts names.',
    )
    .action(async (transaction) => {
      await using books = await openBooks();
      say(await deliverDebt(books.store, transaction));
    });
}

function addStorage(group: Command): void {
  group
    .command('status')
    .description('Show which migrations are applied.')
    .option('--json', 'as JSON')
    .action(async ({ json }) => {
      await using store = await new Project().books();
      showTable(json, await migrationStatus(store));
    });
  group
    .command('migrate')
    .description('Bring the tables up to date, as the service does when it starts.')
    .action(async () => {
      await using store = await new Project().books();
      const applied = await migrate(store);
      say(applied.length === 0 ? 'The store is up to date.' : `Applied ${applied.join(', ')}.`);
    });
  group
    .command('backup <file>')
    .description('Copy the embedded store, also while it is in use, to a file that is not there.')
    .action(async (file) => {
      await backUp(embeddedPath(), file);
      say(`Backed up to ${file}.`);
    });
  group
    .command('restore <file>')
    .description(
      'Replace the embedded store with a back-up. Stop the service first. The previous store is kept beside it; the last three are kept.',
    )
    .action(async (file) => {
      const { kept, removed } = await restore(file, embeddedPath());
      say(`Restored ${file}.`);
      if (kept !== undefined) note(`The previous store is in ${kept}.`);
      for (const path of removed) note(`Removed ${path}, kept by an earlier restoration.`);
    });
  group
    .command('copy')
    .description(
      'Copy the books that the settings name to another store, PostgreSQL or SQLite. Either everything is copied and passes the audit, or nothing is copied. Stop the service first, and set DATABASE_URL to the new store afterwards.',
    )
    .requiredOption('--to <place>', 'postgres://… or the path of a SQLite file; it must be empty')
    .action(async ({ to }) => {
      await using books = await openBooks();
      note(`Copied to: ${nameOfStore(to)}`);
      await using target = openStore(to);
      const rows = await copyStore(books.store, target, refuseFaults);
      for (const [table, number] of Object.entries(rows))
        say(`${table}  ${counted(number, 'row')}`);
      say('Rows and sums are the same on both sides, and both pass the audit.');
      note('The old store is unchanged. Set DATABASE_URL before anything is sold again.');
    });
}

async function refuseFaults(transaction: Parameters<typeof auditWithin>[0]): Promise<void> {
  const { faults } = await auditWithin(transaction);
  if (faults.length > 0)
    throw new BellwetherError(
      'copy-refused',
      'The books have faults, which `bellwether books audit` names. Nothing was copied.',
    );
}

function auditLines({ faults, counts }: Audit): string[] {
  return [
    ...faults.map(({ check, subject }) => `not so: ${check} (${subject})`),
    faults.length === 0
      ? `The books balance: ${counted(counts.accounts, 'account')}, ${counted(counts.entries, 'entry', 'entries')}, ${counted(counts.answers, 'paid answer')}, ${counted(counts.settlements, 'settled payment')}, ${count(counts.credits)} credits outstanding.`
      : `${counted(faults.length, 'fault')}. Payments stay suspended until there are none.`,
  ];
}

function section(heading: string, list: readonly object[] = []): string[] {
  return list.length === 0 ? [] : [heading, ...tableLines(list)];
}

/** The path of the embedded store. @throws BellwetherError `backup-failed` if there is none */
function embeddedPath(): string {
  const { payments, dataFolder } = new Project().settings;
  if (payments.databaseUrl !== undefined)
    throw new BellwetherError(
      'backup-failed',
      'The store is PostgreSQL at DATABASE_URL; use pg_dump and pg_restore.',
    );
  const path = embeddedStore(dataFolder);
  note(`Books: ${nameOfStore(path)}`);
  return path;
}
