/** Reads as a node answers them whose head is some blocks behind that of the chain. */
import { numberToHex } from 'viem';
import { type AskNode, isHex, isObject, type RpcReply, type RpcRequest } from './json-rpc.ts';

/** Where these methods take the block whose state they are about. */
const STATE_BLOCK: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getBlockByNumber: 0,
  eth_feeHistory: 1,
};

/**
 * Answers a read as of an older block. Such a node has not heard of the transactions that wait to
 * be mined either.
 *
 * @param head number of the last block that the node has
 * @returns undefined for what does not depend on the head
 */
export function readAsOf(
  head: bigint,
  { method, params }: RpcRequest,
  ask: AskNode,
): Promise<RpcReply> | undefined {
  if (method === 'eth_blockNumber') return Promise.resolve({ result: numberToHex(head) });
  if (method === 'eth_getLogs') return logsAsOf(head, params, ask);
  if (method === 'eth_getTransactionReceipt' || method === 'eth_getTransactionByHash')
    return minedAsOf(head, { method, params }, ask);
  const index = STATE_BLOCK[method];
  if (index === undefined) return undefined;
  const block = params[index] ?? 'latest';
  if (isHex(block) && BigInt(block) > head)
    return Promise.resolve({ error: { code: -32_000, message: 'header not found' } });
  const isNamed = block === 'latest' || block === 'pending';
  return ask({ method, params: isNamed ? params.with(index, numberToHex(head)) : params });
}

/** The node has no logs of blocks that it does not have, and says nothing of it. */
async function logsAsOf(head: bigint, [filter]: unknown[], ask: AskNode): Promise<RpcReply> {
  if (!isObject(filter)) return { error: { code: -32_602, message: 'invalid filter' } };
  const { fromBlock = 'latest', toBlock = 'latest' } = filter;
  const from = isHex(fromBlock) ? BigInt(fromBlock) : head;
  const to = isHex(toBlock) && BigInt(toBlock) < head ? BigInt(toBlock) : head;
  if (from > to) return { result: [] };
  const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) };
  return ask({ method: 'eth_getLogs', params: [{ ...filter, ...range }] });
}

/** A receipt or transaction; none of a block that the node does not have, nor of none yet. */
async function minedAsOf(head: bigint, request: RpcRequest, ask: AskNode): Promise<RpcReply> {
  const reply = await ask(request);
  if (!('result' in reply) || !isObject(reply.result)) return reply;
  const { blockNumber } = reply.result;
  return isHex(blockNumber) && BigInt(blockNumber) <= head ? reply : { result: null };
}
