/** JSON-RPC as a node speaks it, for what stands between a client and the node. */
import { once } from 'node:events';
import type { Hex } from 'viem';

export type RpcRequest = { method: string; params: unknown[] };
export type RpcReply = { result: unknown } | { error: { code: number; message: string } };
/** Asks the node itself. */
export type AskNode = (request: RpcRequest) => Promise<RpcReply>;

/**
 * Over a WebSocket, which costs a fraction of what requests over HTTP do.
 *
 * @param rpcUrl of a node that keeps to the rules
 */
export async function connectNode(rpcUrl: string): Promise<{ ask: AskNode; close: () => void }> {
  const socket = new WebSocket(rpcUrl.replace(/^http/, 'ws'));
  await once(socket, 'open');
  const waiting = new Map<number, (reply: RpcReply) => void>();
  let asked = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, ...reply } = JSON.parse(String(data)) as RpcReply & { id: number };
    waiting.get(id)?.(reply);
    waiting.delete(id);
  });
  return {
    ask: (request) =>
      new Promise((resolve) => {
        asked += 1;
        waiting.set(asked, resolve);
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: asked, ...request }));
      }),
    close: () => socket.close(),
  };
}

/** @throws Error for an error that the node answers with */
export async function resultOf(reply: Promise<RpcReply>): Promise<unknown> {
  const answered = await reply;
  if ('error' in answered) throw new Error(answered.error.message);
  return answered.result;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value);
}
