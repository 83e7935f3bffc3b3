/** The JSON-RPC methods of the cluster, https://solana.com/docs/rpc/http. */
import type { Commitment } from '@solana/kit';
import { type Chain, hasReached, type RecordedTransaction } from './chain.ts';
import { invalidParams, methodNotFound } from './rpc-error.ts';
import { isSupported, signatureFault, transactionAnswer } from './rpc-transaction.ts';

/** Faults of what a server answers, rather than of how. */
export type AnswerFault = 'none' | 'null' | 'wrong-transaction';

/** The release of Agave whose answers these are like. */
const VERSION = '3.0.10';
/** `MAX_GET_SIGNATURE_STATUSES_QUERY_ITEMS`. */
const MAX_SIGNATURES = 256;
const COMMITMENTS: readonly unknown[] = ['processed', 'confirmed', 'finalized'] as const;

export type RpcMethods = (method: string, params: readonly unknown[]) => unknown;

/** @throws RpcError */
export function rpcMethods(
  chain: Chain,
  genesisHash: () => string,
  fault: () => AnswerFault,
): RpcMethods {
  const methods: Record<string, (params: readonly unknown[]) => unknown> = {
    getTransaction: (params) => getTransaction(chain, params, fault()),
    getSignatureStatuses: (params) => getSignatureStatuses(chain, params, fault()),
    getSlot: ([config]) => Number(chain.slotAt(commitmentOf(configOf(config)))),
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': VERSION, 'feature-set': 3_604_001_754 }),
    getGenesisHash: () => genesisHash(),
  };
  return (method, params) => {
    const answer = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!answer) throw methodNotFound();
    return answer(params);
  };
}

function getTransaction(chain: Chain, params: readonly unknown[], fault: AnswerFault): unknown {
  const signature = signatureOf(params[0]);
  // The configuration was once only the encoding, which is still understood.
  const config = typeof params[1] === 'string' ? { encoding: params[1] } : configOf(params[1]);
  const commitment = commitmentOf(config);
  const maxVersion = versionOf(config['maxSupportedTransactionVersion']);
  if (commitment === 'processed') {
    throw invalidParams('Method does not support commitment below `confirmed`');
  }
  if (fault === 'null') return null;
  const recorded = chain.find(signature);
  if (fault === 'wrong-transaction') {
    return transactionAnswer(
      otherThan(chain, recorded, maxVersion),
      config['encoding'],
      maxVersion,
    );
  }
  if (!recorded || !hasReached(recorded, commitment)) return null;
  return transactionAnswer(recorded, config['encoding'], maxVersion);
}

/** The latest transaction besides this one, of those that the client supports. */
function otherThan(
  chain: Chain,
  recorded: RecordedTransaction | undefined,
  maxVersion: number | undefined,
): RecordedTransaction {
  const others = chain.all().filter((candidate) => candidate !== recorded);
  const other = others.findLast(({ message }) => isSupported(message.version, maxVersion));
  if (!other) throw new Error('The cluster has no other transaction');
  return other;
}

function getSignatureStatuses(chain: Chain, [signatures]: readonly unknown[], fault: AnswerFault) {
  if (!Array.isArray(signatures)) throw invalidParams('Invalid params: expected a sequence.');
  if (signatures.length > MAX_SIGNATURES) {
    throw invalidParams(`Too many inputs provided; max ${MAX_SIGNATURES}`);
  }
  const value = signatures.map(signatureOf).map((signature) => {
    const recorded = fault === 'null' ? undefined : chain.find(signature);
    return recorded ? statusOf(recorded) : null;
  });
  return { context: { apiVersion: VERSION, slot: Number(chain.slotAt('processed')) }, value };
}

function statusOf({ slot, meta: { err }, commitment }: RecordedTransaction): object {
  const confirmations = { processed: 0, confirmed: 1, finalized: null }[commitment];
  const status = err === null ? { Ok: null } : { Err: err };
  return { slot: Number(slot), confirmations, status, err, confirmationStatus: commitment };
}

function signatureOf(param: unknown): string {
  if (param === undefined) throw invalidParams('`params` should have at least 1 argument(s)');
  if (typeof param !== 'string') throw invalidParams('Invalid params: expected a string.');
  const fault = signatureFault(param);
  if (fault) throw invalidParams(`Invalid param: ${fault}`);
  return param;
}

function configOf(param: unknown): Readonly<Record<string, unknown>> {
  if (param === undefined || param === null) return {};
  if (typeof param === 'object') return { ...param };
  throw invalidParams('Invalid params: expected a configuration object.');
}

function commitmentOf({ commitment = 'finalized' }: Readonly<Record<string, unknown>>): Commitment {
  if (isCommitment(commitment)) return commitment;
  throw invalidParams(`Invalid params: unknown variant \`${commitment}\`.`);
}

const isCommitment = (value: unknown): value is Commitment => COMMITMENTS.includes(value);

function versionOf(param: unknown): number | undefined {
  if (param === undefined || param === null) return undefined;
  if (Number.isInteger(param) && Number(param) >= 0 && Number(param) <= 255) return Number(param);
  throw invalidParams(`Invalid params: invalid value ${JSON.stringify(param)}, expected u8.`);
}
