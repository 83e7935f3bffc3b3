import { BellwetherError } from '../../lib/errors.ts';
import { counted } from '../../lib/prose.ts';
import { auditWithin } from '../../payments/audit.ts';
import { backUp, restore } from '../../store/backup.ts';
import { copyStore } from '../../store/copy-books.ts';
import { embeddedStore, nameOfStore } from '../../store/location.ts';
import { migrate, migrateDown, migrationStatus } from '../../store/migrate.ts';
import { openStore, type Store } from '../../store/store.ts';
import { Command } from './options.ts';
import { Project, withStore, withUnmigratedStore } from './project.ts';
import { note, say } from './terminal.ts';

export function dbCommand(): Command {
  const db = new Command('db')
    .summary('migrate, back up, restore and move the transactional store')
    .description(
      'The store of keys, credits and payments: SQLite in DATA_DIR, or PostgreSQL at DATABASE_URL. The service brings it up to date when it starts.',
    )
    .examples(
      'bellwether db status',
      'bellwether db backup backups/2026-11-21.sqlite',
      'bellwether db copy --to postgres://bellwether@db.example.org/bellwether',
    );
  db.command('migrate')
    .description('Bring the tables up to date.')
    .examples('bellwether db migrate')
    .action(() =>
      withUnmigratedStore(async (store) => {
        const applied = await migrate(store);
        say(applied.length === 0 ? 'The store is up to date.' : `Applied ${applied.join(', ')}.`);
      }),
    );
  db.command('status')
    .description('Show which migrations are applied.')
    .examples(
      'bellwether db status',
      'DATABASE_URL=postgres://bellwether@localhost/bellwether bellwether db status',
    )
    .action(() =>
      withUnmigratedStore(async (store) => {
        for (const { name, appliedAt } of await migrationStatus(store))
          say(`${name}  ${appliedAt === null ? 'pending' : `applied ${appliedAt}`}`);
      }),
    );
  db.command('down')
    .description(
      'Undo the last migration, and delete the tables that it created with all their rows.',
    )
    .option('--yes', 'I know that keys, credits and payments are deleted')
    .examples('bellwether db down --yes')
    .action(({ yes }: { yes?: true }) =>
      withUnmigratedStore(async (store) => {
        if (!yes)
          throw new BellwetherError(
            'not-confirmed',
            'This deletes keys, credits and payments. Back up, stop the service, and add --yes.',
          );
        const taken = await migrateDown(store);
        say(taken.length === 0 ? 'There is nothing to undo.' : `Undid ${taken.join(', ')}.`);
      }),
    );
  db.command('backup')
    .argument('<file>', 'file to write; it must not exist')
    .description('Copy the embedded store; it may be in use.')
    .examples('bellwether db backup backups/2026-11-21.sqlite')
    .action(async (file: string) => {
      await backUp(embedded(), file);
      say(`Backed up to ${file}.`);
    });
  db.command('restore')
    .argument('<file>', 'a back-up')
    .description(
      'Replace the embedded store with a back-up. Stop the service first. The previous store is kept beside it; the last three are kept.',
    )
    .examples('bellwether db restore backups/2026-11-21.sqlite')
    .action(async (file: string) => {
      const { kept, removed } = await restore(file, embedded());
      say(`Restored ${file}.`);
      if (kept !== undefined) note(`The previous store is in ${kept}.`);
      for (const path of removed) note(`Removed ${path}, kept by an earlier restoration.`);
    });
  db.command('copy')
    .requiredOption('--to <place>', 'postgres://… or the path of a SQLite file; it must be empty')
    .description(
      'Copy the books that the settings name to another store, PostgreSQL or SQLite. Either everything is copied and passes the audit, or nothing is copied. Stop the service first, and set DATABASE_URL to the new store afterwards.',
    )
    .examples('bellwether db copy --to postgres://bellwether@localhost/bellwether')
    .action(({ to }: { to: string }) => withStore((store) => copy(store, to)));
  return db;
}

async function copy(store: Store, location: string): Promise<void> {
  note(`Copied to: ${nameOfStore(location)}`);
  const target = openStore(location);
  try {
    const rows = await copyStore(store, target, async (transaction) => {
      const { faults } = await auditWithin(transaction);
      if (faults.length > 0)
        throw new BellwetherError(
          'copy-refused',
          'The books have faults, which `bellwether ledger audit` names. Nothing was copied.',
        );
    });
    for (const [table, entries] of Object.entries(rows))
      say(`${table}  ${counted(entries, 'row')}`);
    say('Rows and sums are the same on both sides, and both pass the audit.');
    note('The old store is unchanged. Set DATABASE_URL before anything is sold again.');
  } finally {
    await target.close();
  }
}

/** @returns the path of the embedded store */
function embedded(): string {
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
