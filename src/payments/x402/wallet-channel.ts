/**
 * Lends the wallet of the primary process to its workers. A worker verifies a payment and records what
 * happens to it; the primary signs and submits the transaction. In between, it has the worker record
 * the transaction's hash: one that its worker could not record, because it has died, is not submitted.
 */
import type { Address, Hash } from 'viem';
import { messageOf } from '../../lib/errors.ts';
import type { ProcessChannel } from '../../lib/process-channel.ts';
import type { Chain } from './chain.ts';
import type { Call, Sending, Wallet } from './wallet.ts';

const SEND = 'wallet-send';
const RECORD = 'wallet-record';
/** Other payments wait meanwhile. A worker that is gone is noticed without this. */
const RECORD_TIMEOUT_MS = 10_000;

/** `id` is the worker's own. */
type SendRequest = { id: number; call: Call };
type RecordRequest = { id: number; hash: Hash };
/** `failures` are the node's, which the worker tells from rejections. */
type Sent = ({ hash: Hash } | { fault: string }) & { failures: string[] };

export type LendableWallet = {
  address: string;
  /** Sends transactions for a worker from now on. */
  lend: (worker: ProcessChannel) => void;
};

/** The primary's side. */
export function lendWallet(worker: ProcessChannel, wallet: Wallet, { observe }: Chain): void {
  worker.answer(SEND, async (input): Promise<Sent> => {
    const { id, call } = input as SendRequest;
    const record: Sending = async (hash) => {
      const recording: RecordRequest = { id, hash };
      await worker.ask(RECORD, recording, RECORD_TIMEOUT_MS);
    };
    const { value, failures } = await observe(() =>
      wallet.send(call, record).then(
        (hash) => ({ hash }),
        (error: unknown) => ({ fault: messageOf(error) }),
      ),
    );
    return { ...value, failures: failures.map(messageOf) };
  });
}

/** The worker's side. @param address the wallet's */
export function lentWallet(primary: ProcessChannel, address: Address, { failed }: Chain): Wallet {
  const underWay = new Map<number, Sending>();
  let lastId = 0;
  primary.answer(RECORD, async (input) => {
    const { id, hash } = input as RecordRequest;
    const sending = underWay.get(id);
    if (!sending) throw new Error('nobody waits for this transaction');
    await sending(hash);
  });
  return {
    address,
    send: async (call, sending) => {
      const id = ++lastId;
      underWay.set(id, sending);
      try {
        const request: SendRequest = { id, call };
        // The cast is safe: both processes run the same version of this module. Others may come
        // first, so this waits as long as the primary lives.
        const sent = (await primary.ask(SEND, request)) as Sent;
        for (const failure of sent.failures) failed(new Error(failure));
        if ('fault' in sent) throw new Error(sent.fault);
        return sent.hash;
      } finally {
        underWay.delete(id);
      }
    },
  };
}
