/** All migrations in order. The name of a released migration must not change. */
import type { Migration } from 'kysely/migration';
import { up as addPayments } from './0001-payments.ts';
import { up as widenBalances } from './0002-large-balances.ts';
import { up as enforceKeys } from './0003-strict-keys.ts';
import { up as keepPaymentsOpen } from './0004-open-x402-payments.ts';
import { up as addCohort } from './0005-cohort.ts';
import { up as addListings } from './0006-star-listings.ts';
import { up as addNonces } from './0007-wallet-nonces.ts';

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-payments': { up: addPayments },
  '0002-large-balances': { up: widenBalances },
  '0003-strict-keys': { up: enforceKeys },
  '0004-open-x402-payments': { up: keepPaymentsOpen },
  '0005-cohort': { up: addCohort },
  '0006-star-listings': { up: addListings },
  '0007-wallet-nonces': { up: addNonces },
};
