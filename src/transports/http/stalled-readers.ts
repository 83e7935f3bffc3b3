/**
 * Clients that do not read their answer. Node's own timer for silent connections starts again when
 * the system has taken any part of an answer, so that such a client is cut off only after up to
 * twice the timeout; and a byte now and then keeps the connection open forever.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Less than this within the timeout is stalled: about 1 kB/s. */
const MIN_TAKEN_BYTES = 64 * 1024;
/** How often connections are checked within the timeout. */
const CHECKS = 60;

/** The last time when enough had been taken, and how much that was. */
type Progress = { at: number; bytes: number };

/** @param timeoutMs how long an answer may make no progress */
export function closeStalledReaders(server: Server, timeoutMs: number): void {
  const connections = new Set<Socket>();
  const progress = new WeakMap<Socket, Progress>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const socket of connections) {
      const taken = takenOf(socket);
      const last = progress.get(socket);
      if (taken === undefined) progress.delete(socket);
      else if (!last || taken - last.bytes >= MIN_TAKEN_BYTES)
        progress.set(socket, { at: now, bytes: taken });
      else if (now - last.at >= timeoutMs) socket.destroy();
    }
  }, timeoutMs / CHECKS);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/** Node's own timer reads it as well; it has no public name. */
type Handle = { bytesWritten?: number; writeQueueSize?: number };

/** Bytes that the system has taken of what was sent; undefined while it takes everything. */
function takenOf(socket: Socket): number | undefined {
  // The type leaves out what has no public name.
  const { _handle: handle } = socket as Socket & { _handle?: Handle | null };
  const waiting = handle?.writeQueueSize ?? 0;
  return waiting > 0 ? (handle?.bytesWritten ?? 0) - waiting : undefined;
}
