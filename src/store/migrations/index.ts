/** All migrations, in their order; a name, once released, never changes. */
import type { Migration } from 'kysely/migration';
import { down, up } from './0001-payments.ts';

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-payments': { up, down },
};
