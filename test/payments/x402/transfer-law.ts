/**
 * Holds the chain, the books and what buyers were told against each other: every transfer to the
 * merchant has exactly one answer or one recorded debt, and no answer is without its own transfer.
 */
import { sha256 } from '../../../src/lib/atomic-files.ts';
import type { Store } from '../../../src/store/store.ts';
import { tokenAbi } from '../evm/abis.ts';
import type { EvmChain } from '../evm/chain.ts';
import { payTo } from './merchant.ts';
import type { Authorized, Purchase } from './random-buyer.ts';

/** A transfer to the merchant, by the authorization that it used. */
export type Transfer = { authorization: string; transaction: string; sender: string };

/** An authorization's name in the books, without its network and token. */
export function nameOf(payer: string, nonce: string): string {
  return `${payer}/${nonce}`.toLowerCase();
}

/** From the chain's own events: the use of an authorization is followed by its transfer. */
export async function transfersToMerchant(chain: EvmChain): Promise<Transfer[]> {
  const { token: address, publicClient } = chain;
  const events = { address, abi: tokenAbi, fromBlock: 0n, strict: true } as const;
  const [uses, paid] = await Promise.all([
    publicClient.getContractEvents({ ...events, eventName: 'AuthorizationUsed' }),
    publicClient.getContractEvents({
      ...events,
      eventName: 'Transfer',
      args: { to: payTo(chain) },
    }),
  ]);
  const place = (transaction: string, logIndex: number) => `${transaction} ${logIndex}`;
  const used = new Map(
    uses.map(({ transactionHash, logIndex, args: { authorizer, nonce } }) => [
      place(transactionHash, logIndex + 1),
      nameOf(authorizer, nonce),
    ]),
  );
  return Promise.all(
    paid.map(async ({ transactionHash: hash, logIndex }) => ({
      authorization: used.get(place(hash, logIndex)) ?? 'none',
      transaction: hash,
      sender: (await publicClient.getTransaction({ hash })).from,
    })),
  );
}

export type Books = Awaited<ReturnType<typeof readBooks>>;

export async function readBooks({ database }: Store) {
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

/** Every way in which the books do not say what the chain does. */
export function faultsOfBooks(
  transfers: readonly Transfer[],
  { payments, answers }: Books,
): string[] {
  const faults: string[] = [];
  const settled = payments.filter(({ state }) => state === 'settled');
  const answered = new Map(answers.map(({ id }) => [id, 0]));
  for (const { id, answer_id, transaction_hash } of settled) {
    const count = answered.get(answer_id ?? '');
    if (answer_id === null || count === undefined)
      faults.push(`${id} is settled without an answer`);
    else answered.set(answer_id, count + 1);
    const own = transfers.filter(
      ({ authorization, transaction }) =>
        id.endsWith(`/${authorization}`) && transaction === transaction_hash,
    );
    if (own.length !== 1) faults.push(`${id} is answered for ${own.length} transfers of its own`);
  }
  for (const [id, count] of answered)
    if (count !== 1) faults.push(`the answer ${id} stands for ${count} payments`);
  for (const { authorization, transaction } of transfers) {
    const rows = payments.filter(({ id }) => id.endsWith(`/${authorization}`));
    const [row] = rows;
    if (rows.length !== 1 || row?.state !== 'settled')
      faults.push(`the transfer ${transaction} has ${row?.state ?? 'no'} payment in the books`);
  }
  return faults;
}

/** Every way in which buyers were told what the books do not say. */
export function faultsOfAnswers(
  purchases: readonly Purchase[],
  { payments, answers }: Books,
): string[] {
  const faults: string[] = [];
  for (const purchase of purchases)
    for (const { nonce, told } of purchase.authorized)
      for (const { status, transaction, body } of told) {
        if (status !== 200) continue;
        const fault = (what: string) =>
          faults.push(`${nameOf(purchase.payer, nonce)} was answered ${what}`);
        // A payer can hold several authorizations for one transfer, and never another's.
        const row = payments.find(
          (one) =>
            one.transaction_hash === transaction &&
            one.id.includes(`/${purchase.payer.toLowerCase()}/`),
        );
        const answer = answers.find(({ id }) => id === row?.answer_id);
        if (!row || !answer) fault(`for ${transaction}, which is not in the books`);
        else if (row.company !== JSON.parse(body).slug) fault('with another startup');
        // The record is of the JSON text; a line feed ends what is sent.
        else if (sha256(body.trimEnd()) !== answer.body_hash) fault('otherwise than recorded');
      }
  return faults;
}

/**
 * Transfers of one purchase that the merchant, or whom it asked, sent in addition to the first. Where
 * a reply was lost, it may have been the answer: whoever signs anew then has bought again.
 */
export function paidTwice(
  purchases: readonly Purchase[],
  transfers: readonly Transfer[],
  ownSenders: readonly string[],
): string[] {
  const own = new Set(ownSenders.map((sender) => sender.toLowerCase()));
  return purchases.flatMap((purchase) => {
    const hasLost = purchase.authorized.some(({ told }) => told.some(({ status }) => status === 0));
    if (hasLost) return [];
    const sent = transfers.filter(
      ({ authorization, sender }) =>
        own.has(sender.toLowerCase()) &&
        purchase.authorized.some(({ nonce }) => nameOf(purchase.payer, nonce) === authorization),
    );
    const names = sent.map(({ authorization }) => authorization);
    return sent.length > 1 ? [`one purchase was paid with each of ${names.join(', ')}`] : [];
  });
}

/** Authorizations that got the answer of another one's transfer: they were not sent themselves. */
export function withheld(
  purchases: readonly Purchase[],
  transfers: readonly Transfer[],
): Authorized[] {
  const paidWith = new Map(transfers.map((each) => [each.transaction, each.authorization]));
  return purchases.flatMap(({ payer, authorized }) =>
    authorized.filter(({ nonce, told }) =>
      told.some(
        ({ status, transaction = '' }) =>
          status === 200 && paidWith.get(transaction) !== nameOf(payer, nonce),
      ),
    ),
  );
}

/** Authorizations whose transfer was made and whose buyers never heard of it. */
export function unanswered(
  purchases: readonly Purchase[],
  transfers: readonly Transfer[],
): { purchase: Purchase; authorized: Authorized; transfer: Transfer }[] {
  const made = new Map(transfers.map((transfer) => [transfer.authorization, transfer]));
  return purchases.flatMap((purchase) =>
    purchase.authorized.flatMap((authorized) => {
      const transfer = made.get(nameOf(purchase.payer, authorized.nonce));
      if (!transfer) return [];
      const heard = purchases.some(
        ({ payer, authorized }) =>
          payer === purchase.payer &&
          authorized.some(({ told }) =>
            told.some(({ transaction }) => transaction === transfer.transaction),
          ),
      );
      return heard ? [] : [{ purchase, authorized, transfer }];
    }),
  );
}
