import { Command } from 'commander';
import { BellwetherError } from '../../lib/errors.ts';
import { storePlace } from '../../payments/configured.ts';
import { backUp, restore } from '../../store/backup.ts';
import { migrate, migrateDown, migrationStatus } from '../../store/migrate.ts';
import { config, withStoreAsItIs } from './project.ts';
import { note, say } from '../../transports/cli/terminal.ts';

export function dbCommand(): Command {
  const db = new Command('db')
    .summary('migrate, back up and restore the transactional store')
    .description(
      'The store of keys, credits and payments: SQLite in DATA_DIR, or PostgreSQL at DATABASE_URL. The service brings it up to date by itself when it starts.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ bellwether db status
  $ bellwether db backup backups/2026-11-21.sqlite`,
    );
  db.command('migrate')
    .description('Bring the tables up to date.')
    .action(() =>
      withStoreAsItIs(async (store) => {
        const applied = await migrate(store);
        say(applied.length === 0 ? 'The store is up to date.' : `Applied ${applied.join(', ')}.`);
      }),
    );
  db.command('status')
    .description('Show which migrations are applied.')
    .action(() =>
      withStoreAsItIs(async (store) => {
        for (const { name, appliedAt } of await migrationStatus(store))
          say(`${name}  ${appliedAt === null ? 'pending' : `applied ${appliedAt}`}`);
      }),
    );
  db.command('down')
    .description('Take the last migration back, with everything in its tables.')
    .option('--yes', 'I know that keys, credits and payments are deleted')
    .action(({ yes }: { yes?: true }) =>
      withStoreAsItIs(async (store) => {
        if (!yes)
          throw new BellwetherError(
            'not-confirmed',
            'This deletes keys, credits and payments. Back up, stop the service, and add --yes.',
          );
        const taken = await migrateDown(store);
        say(
          taken.length === 0 ? 'There is nothing to take back.' : `Took back ${taken.join(', ')}.`,
        );
      }),
    );
  db.command('backup')
    .argument('<file>', 'to write; it must not exist')
    .description('Copy the embedded store, while it is in use or not.')
    .action(async (file: string) => {
      await backUp(embeddedPlace(), file);
      say(`Backed up to ${file}.`);
    });
  db.command('restore')
    .argument('<file>', 'a back-up')
    .description(
      'Replace the embedded store by a back-up. Stop the service first; what was there is kept beside it.',
    )
    .action(async (file: string) => {
      const kept = await restore(file, embeddedPlace());
      say(`Restored ${file}.`);
      if (kept !== undefined) note(`What was there before is in ${kept}.`);
    });
  for (const command of db.commands) command.copyInheritedSettings(db);
  return db;
}

function embeddedPlace(): string {
  const { payments, dataFolder } = config();
  if (payments.databaseUrl === undefined) return storePlace(payments, dataFolder);
  throw new BellwetherError(
    'backup-failed',
    'The store is PostgreSQL at DATABASE_URL; use pg_dump and pg_restore.',
  );
}
