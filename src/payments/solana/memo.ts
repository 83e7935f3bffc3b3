/**
 * Which key a transfer's memos name. Wallets and people write memos with spaces, quotes, capitals,
 * line feeds and invisible characters; only letters and digits count. A memo that
 * holds the public id of one key, however it is written, means that key. One that is plainly about
 * us and means no key, or several, is nobody's: signatures are public, and whoever came first would
 * take what somebody else has paid.
 */
import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';
import { PUBLIC_ID_LENGTH } from '../credits/credit-key.ts';

/** Whose a transfer is by its memos. */
export type MemoOwner =
  /** Whoever redeems it first. */
  | { kind: 'anybody' }
  /** Of the account alone. */
  | { kind: 'account'; accountId: string }
  /** Nobody’s: it is not clear which key was meant. */
  | { kind: 'unclear' };

/** The service’s name and the misspellings of it that the dictionary has, and how keys begin. */
const ABOUT_US = /bell?we?a?ther/;
const KEY_PREFIX = /(?<![0-9a-z])bw_/;
/** Of all memos of a transaction together. */
const MAX_LETTERS = 10_000;

/** @param memos texts of the memo instructions of one transaction */
export async function memoOwner(
  { database }: Pick<Store, 'database'>,
  memos: readonly string[],
): Promise<MemoOwner> {
  const texts = memos.map(lettersOf);
  if (texts.join('').length > MAX_LETTERS) return { kind: 'unclear' };
  const candidates = texts.flatMap(possibleIds);
  const exact = await accountsOf(database, candidates, 'as written');
  const accounts = exact.size > 0 ? exact : await accountsOf(database, candidates, 'in any case');
  const [accountId] = accounts;
  if (accountId !== undefined && accounts.size === 1) return { kind: 'account', accountId };
  if (accounts.size > 1 || memos.some(isAboutUs)) return { kind: 'unclear' };
  return { kind: 'anybody' };
}

/** Letters and digits, in their plain forms (fullwidth and other compatible ones included). */
function lettersOf(memo: string): string {
  return memo.normalize('NFKC').replace(/[^0-9A-Za-z]/g, '');
}

function isAboutUs(memo: string): boolean {
  const visible = memo.normalize('NFKC').replace(/[\p{C}\p{Z}\p{M}]/gu, '');
  return ABOUT_US.test(lettersOf(memo).toLowerCase()) || KEY_PREFIX.test(visible.toLowerCase());
}

/** Every run of letters and digits that is as long as a public id. */
function possibleIds(letters: string): string[] {
  const count = Math.max(0, letters.length - PUBLIC_ID_LENGTH + 1);
  return Array.from({ length: count }, (_, at) => letters.slice(at, at + PUBLIC_ID_LENGTH));
}

/** Accounts of the keys, revoked ones too: their accounts have gone on to other keys. */
async function accountsOf(
  database: Store['database'],
  publicIds: readonly string[],
  writing: 'as written' | 'in any case',
): Promise<ReadonlySet<string>> {
  if (publicIds.length === 0) return new Set();
  const keys = database.selectFrom('credit_key').select('account_id');
  const named =
    writing === 'as written'
      ? keys.where('public_id', 'in', publicIds)
      : keys.where(
          sql<string>`lower(public_id)`,
          'in',
          publicIds.map((id) => id.toLowerCase()),
        );
  const rows = await named.execute();
  return new Set(rows.map(({ account_id }) => account_id));
}
