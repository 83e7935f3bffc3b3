/** Credit keys and their accounts: issuing, revoking and rotating. A key is shown once. */
import { randomUUID } from 'node:crypto';
import { hashOfSecret, isValidSecret, keyFormat, newApiKey } from '../../lib/api-key.ts';
import { BellwetherError } from '../../lib/errors.ts';
import type { Store, StoreTransaction } from '../../store/store.ts';
import type { CreditKeyTable } from '../../store/store-tables.ts';
import { changeRows, findRow, insertRow } from '../rows.ts';
import { appendEntry, NO_ENTRY } from './credits.ts';

export const CREDIT_KEY = keyFormat('bw');

/** The account and public id of a key. */
export type Holder = { accountId: string; publicId: string };

export type IssuedKey = Holder & {
  /** The full key; it cannot be shown again. */
  key: string;
};

/**
 * @param text the key as sent, if any
 * @throws BellwetherError `unauthorized`, identical for every reason
 */
export async function holderOf({ database }: Store, text: string | undefined): Promise<Holder> {
  const given = CREDIT_KEY.parse(text ?? '');
  const known = given && (await findRow(database, 'credit_key', { public_id: given.publicId }));
  const isRight = isValidSecret(given, known?.secret_hash);
  if (!known || !isRight || known.revoked_at !== null) throw unauthorized();
  return { accountId: known.account_id, publicId: known.public_id };
}

export function unauthorized(): BellwetherError {
  return new BellwetherError(
    'unauthorized',
    'This needs a valid credit key, as Authorization: Bearer bw_…; /pricing says how to get one.',
    { status: 401 },
  );
}

/** @returns the new account's id */
export async function openAccount(transaction: StoreTransaction): Promise<string> {
  const id = randomUUID();
  await insertRow(transaction, 'account', { id, created_at: new Date().toISOString() });
  return id;
}

export async function addKey(
  transaction: StoreTransaction,
  accountId: string,
  label: string | null,
): Promise<IssuedKey> {
  const made = newApiKey();
  await insertRow(transaction, 'credit_key', {
    public_id: made.publicId,
    account_id: accountId,
    secret_hash: hashOfSecret(made.secret),
    label,
    issued_at: new Date().toISOString(),
    revoked_at: null,
  });
  return { accountId, publicId: made.publicId, key: CREDIT_KEY.format(made) };
}

/** Creates an account with credits, and its key. @param label the operator's own note */
export function issueKey(store: Store, credits: number, label: string | null): Promise<IssuedKey> {
  return store.transaction(async (transaction) => {
    const accountId = await openAccount(transaction);
    if (credits > 0)
      await appendEntry(transaction, accountId, NO_ENTRY, {
        kind: 'grant',
        amount: credits,
        reference: `grant:${randomUUID()}`,
      });
    return addKey(transaction, accountId, label);
  });
}

/** @throws BellwetherError `unknown-key`, `key-revoked` */
export async function revokeKey(store: Store, publicId: string): Promise<void> {
  await store.transaction((transaction) => revoke(transaction, publicId));
}

/**
 * Replaces a key with a new one. The account keeps its balance. Only a valid key is replaced, so that
 * any number of rotations by any number of processes leaves one valid key.
 *
 * @throws BellwetherError `unknown-key`, `key-revoked`
 */
export function rotateKey(store: Store, publicId: string): Promise<IssuedKey> {
  return store.transaction(async (transaction) => {
    const { account_id, label } = await revoke(transaction, publicId);
    return addKey(transaction, account_id, label);
  });
}

async function findKey(database: Store['database'], publicId: string): Promise<CreditKeyTable> {
  const known = await findRow(database, 'credit_key', { public_id: publicId });
  if (known) return known;
  throw new BellwetherError(
    'unknown-key',
    `There is no key ${publicId}; \`bellwether keys list\` shows the public ids of all.`,
  );
}

/** The update is the check: of several at once, PostgreSQL lets one of them see the key as valid. */
async function revoke(transaction: StoreTransaction, publicId: string): Promise<CreditKeyTable> {
  const valid = { public_id: publicId, revoked_at: null };
  const change = { revoked_at: new Date().toISOString() };
  const isRevoked = await changeRows(transaction, 'credit_key', valid, change);
  const key = await findKey(transaction, publicId);
  if (isRevoked) return key;
  throw new BellwetherError(
    'key-revoked',
    `${publicId} was revoked at ${key.revoked_at}; \`bellwether keys list\` shows which keys are valid.`,
  );
}

export type ListedKey = CreditKeyTable & { balance: number };

/** All keys, oldest first. */
export async function listKeys({ database }: Store): Promise<ListedKey[]> {
  const keys = await database
    .selectFrom('credit_key')
    .selectAll('credit_key')
    .select(({ selectFrom }) =>
      selectFrom('ledger_entry')
        .select('balance')
        .whereRef('ledger_entry.account_id', '=', 'credit_key.account_id')
        .orderBy('number', 'desc')
        .limit(1)
        .as('balance'),
    )
    .orderBy('issued_at')
    .orderBy('public_id')
    .execute();
  return keys.map((key) => ({ ...key, balance: key.balance ?? 0 }));
}

/** The account of the key with this public id. @throws BellwetherError `unknown-key` */
export async function accountOfKey({ database }: Store, publicId: string): Promise<string> {
  return (await findKey(database, publicId)).account_id;
}
