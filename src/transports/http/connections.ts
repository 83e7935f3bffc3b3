/** Connections: how long they may take, and what does not even become a request. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEM_TYPE, type Problem, problem } from './problem.ts';

/** What slow clients are given, in milliseconds, before their connection is closed. */
export type Timeouts = {
  /** For the headers of a request, and for the whole of it. */
  headers: number;
  request: number;
  /** Without a byte in either direction, while an answer is under way. */
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
/** Between requests; longer than proxies keep theirs, so that it is they who close. */
const KEEP_ALIVE = 72_000;
/** A refused client may read why for so long, even while it goes on sending. */
const LINGER = 1_000;

/** A server that waits for slow clients, but not for ever. */
export function patientServer(timeouts: Timeouts = TIMEOUTS, listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      connectionsCheckingInterval: timeouts.checkedEvery,
      keepAliveTimeout: KEEP_ALIVE,
    },
    listener,
  );
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
  setTimeout(() => socket.destroy(), LINGER).unref();
}

function malformed(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return problem(431, 'headers-too-large', 'The request line and headers exceed 16 kB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return problem(408, 'request-timeout', 'The request did not arrive in time.');
  return problem(400, 'malformed-request', 'This is not a well-formed HTTP request.');
}
