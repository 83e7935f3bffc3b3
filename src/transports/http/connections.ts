/** Connections: how long they may take, and what is not even a request. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEM_TYPE, type Problem, problem } from './problem.ts';
import { closeStalledReaders } from './stalled-readers.ts';

/** How long slow clients have before their connection is closed, in milliseconds. */
export type Timeouts = {
  /** For the headers of a request, and for the whole of it. */
  headers: number;
  request: number;
  /** Without a byte in either direction, and while an answer is not being read. */
  silence: number;
  /** How often the first two are looked at. */
  checkedEvery: number;
};

const TIMEOUTS: Timeouts = {
  headers: 15_000,
  request: 30_000,
  silence: 60_000,
  checkedEvery: 5_000,
};
/** Between requests; longer than proxies keep theirs, so that the proxy closes first. */
const KEEP_ALIVE_MS = 72_000;
/** How long a refused client may read why, even while it goes on sending. */
const LINGER_MS = 1_000;

/** A server that waits for slow clients, but not forever. */
export function patientServer(timeouts: Timeouts = TIMEOUTS, listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      connectionsCheckingInterval: timeouts.checkedEvery,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    listener,
  );
  closeStalledReaders(server, timeouts.silence);
  return server.setTimeout(timeouts.silence);
}

/** What cannot be read as HTTP is refused in the same shape as everything else. */
export function refuseMalformed(error: Error & { code?: string }, socket: Socket) {
  if (!socket.writable || error.code === 'ECONNRESET') return;
  const body = malformed(error.code);
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${body.status} ${body.title}\r\ncontent-type: ${PROBLEM_TYPE}\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function malformed(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return problem(431, 'headers-too-large', 'The request line and headers exceed 16 kB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return problem(408, 'request-timeout', 'The request did not arrive in time.');
  return problem(400, 'malformed-request', 'This is not a well-formed HTTP request.');
}
