/** All migrations in order. The name of a released migration must not change. */
import type { Migration } from 'kysely/migration';
import { up as addPayments, down as dropPayments } from './0001-payments.ts';
import { down as narrowBalances, up as widenBalances } from './0002-large-balances.ts';
import { up as enforceKeys, down as relaxKeys } from './0003-strict-keys.ts';
import { up as keepPaymentsOpen, down as letPaymentsGo } from './0004-open-x402-payments.ts';
import { up as addCohort, down as dropCohort } from './0005-cohort.ts';
import { up as addListings, down as dropListings } from './0006-star-listings.ts';
import { up as addNonces, down as dropNonces } from './0007-wallet-nonces.ts';

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-payments': { up: addPayments, down: dropPayments },
  '0002-large-balances': { up: widenBalances, down: narrowBalances },
  '0003-strict-keys': { up: enforceKeys, down: relaxKeys },
  '0004-open-x402-payments': { up: keepPaymentsOpen, down: letPaymentsGo },
  '0005-cohort': { up: addCohort, down: dropCohort },
  '0006-star-listings': { up: addListings, down: dropListings },
  '0007-wallet-nonces': { up: addNonces, down: dropNonces },
};
