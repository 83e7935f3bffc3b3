/**
 * Compares the chain, the books and the replies to buyers: every transfer to the merchant has exactly
 * one answer or one recorded debt, and no answer is without its own transfer.
 */
import { sha256 } from '../../../src/lib/atomic-files.ts';
import { auditBooks } from '../../../src/payments/audit.ts';
import type { Store } from '../../../src/store/store.ts';
import { type EvmChain, tokenAbi } from '../evm/chain.ts';
import { PRICE, payTo } from './merchant.ts';
import type { Authorized, Purchase } from './random-buyer.ts';

/** A transfer to the merchant, by the authorization that it used. */
type Transfer = { authorization: string; transaction: string; sender: string };

/** An authorization's id in the books, without its network and token. */
function authorizationName(payer: string, nonce: string): string {
  return `${payer}/${nonce}`.toLowerCase();
}

/** From the chain's own events: the use of an authorization is followed by its transfer. */
export async function transfersToMerchant(chain: EvmChain): Promise<Transfer[]> {
  const { token: address, publicClient } = chain;
  const events = { address, abi: tokenAbi, fromBlock: 0n, strict: true } as const;
  const args = { to: payTo(chain) };
  const [uses, paid] = await Promise.all([
    publicClient.getContractEvents({ ...events, eventName: 'AuthorizationUsed' }),
    publicClient.getContractEvents({ ...events, eventName: 'Transfer', args }),
  ]);
  return Promise.all(
    paid.map(async ({ transactionHash: hash, logIndex }) => {
      const use = uses.find((log) => log.transactionHash === hash && log.logIndex === logIndex - 1);
      const { from: sender } = await publicClient.getTransaction({ hash });
      const authorization = use ? authorizationName(use.args.authorizer, use.args.nonce) : 'none';
      return { authorization, transaction: hash, sender };
    }),
  );
}

async function readBooks({ database }: Store) {
  const payments = await database
    .selectFrom('x402_payment')
    .select(['id', 'state', 'transaction_hash', 'answer_id', 'company'])
    .execute();
  const answers = await database
    .selectFrom('paid_answer')
    .select(['id', 'company', 'body_hash'])
    .where('rail', '=', 'x402')
    .execute();
  return { payments, answers };
}

/** Every way in which the books contradict themselves or the chain. */
export async function faultsOfBooks(
  store: Store,
  chain: EvmChain,
  transfers: readonly Transfer[],
): Promise<string[]> {
  const { payments, answers } = await readBooks(store);
  const audit = await auditBooks(store);
  const faults = audit.faults.map(({ check, subject }) => `not so: ${check} (${subject})`);
  const settled = payments.filter(({ state }) => state === 'settled');
  for (const { id, transaction_hash } of settled) {
    const own = transfers.filter(
      ({ authorization, transaction }) =>
        id.endsWith(`/${authorization}`) && transaction === transaction_hash,
    );
    if (own.length !== 1) faults.push(`${id} is answered for ${own.length} transfers of its own`);
  }
  for (const { id } of answers) {
    const { length } = settled.filter(({ answer_id }) => answer_id === id);
    if (length !== 1) faults.push(`the answer ${id} stands for ${length} payments`);
  }
  for (const { authorization, transaction } of transfers) {
    const rows = payments.filter(({ id }) => id.endsWith(`/${authorization}`));
    const states = rows.map(({ state }) => state).join();
    if (states !== 'settled')
      faults.push(`the transfer ${transaction} has payments in the books: ${states || 'none'}`);
  }
  const received = await chain.balanceOf(payTo(chain));
  if (received !== BigInt(transfers.length) * PRICE)
    faults.push(`${transfers.length} transfers brought ${received}`);
  return faults;
}

/** Every answer that differs from the books' answer for the transfer that it names. */
export async function faultsOfAnswers(
  store: Store,
  purchases: readonly Purchase[],
): Promise<string[]> {
  const { payments, answers } = await readBooks(store);
  return purchases.flatMap(({ payer, authorized }) =>
    authorized.flatMap(({ nonce, replies }) =>
      replies.flatMap(({ status, transaction, body }) => {
        if (status !== 200) return [];
        // A payer can hold several authorizations for one transfer, and never another payer's.
        const row = payments.find(
          ({ id, transaction_hash }) =>
            transaction_hash === transaction && id.includes(`/${payer.toLowerCase()}/`),
        );
        const answer = answers.find(({ id }) => id === row?.answer_id);
        const isRight =
          row?.company === JSON.parse(body).slug &&
          // The record is of the JSON text; the response ends with a line feed.
          answer?.body_hash === sha256(body.trimEnd());
        return isRight ? [] : [`${authorizationName(payer, nonce)} has a wrong answer: ${body}`];
      }),
    ),
  );
}

/**
 * Purchases for which the merchant, or its facilitator, sent more than one transfer. After a lost
 * reply, which may have been the answer, a new authorization is a new purchase.
 */
export function paidTwice(
  purchases: readonly Purchase[],
  transfers: readonly Transfer[],
  ownSenders: readonly string[],
): string[] {
  return purchases.flatMap(({ payer, authorized }) => {
    if (authorized.some(({ replies }) => replies.some(({ status }) => status === 0))) return [];
    const names = authorized.map(({ nonce }) => authorizationName(payer, nonce));
    const sent = transfers.filter(
      ({ authorization, sender }) =>
        ownSenders.some((own) => own.toLowerCase() === sender.toLowerCase()) &&
        names.includes(authorization),
    );
    return sent.length > 1 ? [`one purchase was paid with each of ${names.join(', ')}`] : [];
  });
}

/** Authorizations whose transfer was made and whose payer has no answer to it. */
export function unanswered(
  purchases: readonly Purchase[],
  transfers: readonly Transfer[],
): { purchase: Purchase; authorized: Authorized; transfer: Transfer }[] {
  return purchases.flatMap((purchase) =>
    purchase.authorized.flatMap((authorized) => {
      const name = authorizationName(purchase.payer, authorized.nonce);
      const transfer = transfers.find(({ authorization }) => authorization === name);
      if (!transfer) return [];
      const isAnswered = repliesTo(purchases, purchase.payer).some(
        ({ transaction }) => transaction === transfer.transaction,
      );
      return isAnswered ? [] : [{ purchase, authorized, transfer }];
    }),
  );
}

/** Every reply to a payer. */
export function repliesTo(purchases: readonly Purchase[], payer: string) {
  return purchases
    .filter((purchase) => purchase.payer === payer)
    .flatMap(({ authorized }) => authorized.flatMap(({ replies }) => replies));
}
