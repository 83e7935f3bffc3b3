/**
 * Finds the key that a transfer's memos refer to. Wallets and people write memos with spaces, quotes,
 * capitals, line feeds and invisible characters, so only letters and digits are compared. A memo that
 * contains the public id of exactly one key refers to that key. A memo that is plainly meant for this
 * service but matches no key, or several, belongs to no key: signatures are public, so the
 * first to redeem would take another buyer's payment.
 */
import { sql } from 'kysely';
import { PUBLIC_ID_LENGTH } from '../../lib/api-key.ts';
import type { Store } from '../../store/store.ts';

export type MemoOwner =
  /** The first account that redeems it. */
  | { kind: 'anybody' }
  /** Only this account. */
  | { kind: 'account'; accountId: string }
  /** None: it is unclear which key was meant. */
  | { kind: 'unclear' };

/** The service’s name and common misspellings of it; keys begin with `bw`. */
const SERVICE_NAME = /bell?we?a?ther/;
const KEY_PREFIX = /(?<![0-9a-z])bw_/;
/** Total length of all memos in a transaction. */
const MAX_LETTERS = 10_000;

/** @param memos texts of the memo instructions of one transaction */
export async function memoOwner(
  { database }: Pick<Store, 'database'>,
  memos: readonly string[],
): Promise<MemoOwner> {
  const texts = memos.map(readLetters);
  if (texts.join('').length > MAX_LETTERS) return { kind: 'unclear' };
  const accounts = await findAccounts(database, texts.flatMap(possibleIds));
  const [accountId] = accounts;
  if (accountId !== undefined && accounts.size === 1) return { kind: 'account', accountId };
  if (accounts.size > 1 || memos.some(mentionsService)) return { kind: 'unclear' };
  return { kind: 'anybody' };
}

/** Letters and digits in their compatibility-normalized forms (such as fullwidth ones). */
function readLetters(memo: string): string {
  return memo
    .normalize('NFKC')
    .replace(/[^0-9A-Za-z]/g, '')
    .toLowerCase();
}

function mentionsService(memo: string): boolean {
  const visible = memo.normalize('NFKC').replace(/[\p{C}\p{Z}\p{M}]/gu, '');
  return SERVICE_NAME.test(readLetters(memo)) || KEY_PREFIX.test(visible.toLowerCase());
}

function possibleIds(letters: string): string[] {
  const count = Math.max(0, letters.length - PUBLIC_ID_LENGTH + 1);
  return Array.from({ length: count }, (_, at) => letters.slice(at, at + PUBLIC_ID_LENGTH));
}

/** Accounts of the keys. Includes revoked keys, whose accounts now have other keys. */
async function findAccounts(
  database: Store['database'],
  publicIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (publicIds.length === 0) return new Set();
  const rows = await database
    .selectFrom('credit_key')
    .select('account_id')
    .where(sql<string>`lower(public_id)`, 'in', publicIds)
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}
