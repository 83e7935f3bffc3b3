/**
 * Closes connections of clients that do not read their response. Node's own timeout restarts whenever
 * the system accepts any part of a response, so it takes up to twice the time, and a client that
 * reads a byte now and then could keep the connection open forever.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A connection that takes less than this within the timeout is stalled; about 1 kB/s. */
const MIN_TAKEN_BYTES = 64 * 1024;
/** How many times a connection is checked within the timeout. */
const CHECKS = 60;

/** The last time at which enough had been taken, and the total at that time. */
type Progress = { at: number; bytes: number };

/** @param timeoutMs how long a response may make no progress */
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

/** Node's own timeout uses these internals as well; there is no public API. */
type Handle = { bytesWritten?: number; writeQueueSize?: number };

/** Number of sent bytes that the system has taken; undefined if none are waiting. */
function takenOf(socket: Socket): number | undefined {
  // The public type does not have this property.
  const { _handle: handle } = socket as Socket & { _handle?: Handle | null };
  const waiting = handle?.writeQueueSize ?? 0;
  return waiting > 0 ? (handle?.bytesWritten ?? 0) - waiting : undefined;
}
