/** Connection timeouts, and responses to what is not valid HTTP. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEM_TYPE, type Problem, problem } from './problem.ts';

/** Time limits for slow clients in milliseconds, after which their connection is closed. */
export type Timeouts = {
  /** `headers` for receiving the headers, `request` for the whole request. */
  headers: number;
  request: number;
  /** Maximum time without data in either direction. */
  silence: number;
  /** Interval for checking the first two. */
  checkedEvery: number;
};

const TIMEOUTS: Timeouts = {
  headers: 15_000,
  request: 30_000,
  silence: 60_000,
  checkedEvery: 5_000,
};
/** Longer than a proxy's, so that the proxy closes an idle connection first. */
const KEEP_ALIVE_MS = 72_000;
/** How long a refused client may read the response while it is still sending. */
const LINGER_MS = 1_000;

/** A server with time limits for slow clients. */
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
  return server.setTimeout(timeouts.silence);
}

/** Refuses malformed HTTP with a problem document, like every other error. */
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
