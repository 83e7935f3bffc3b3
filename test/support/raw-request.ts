/** Requests as they are: `fetch` would unpack bodies, choose codings and mend addresses. */
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

export function rawRequest(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  sent: string | Uint8Array = '',
): Promise<RawAnswer> {
  return answered(origin, path, { headers, method, sent }, async (response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { ...headOf(response), body: Buffer.concat(chunks) };
  });
}

/** The head of an answer to GET. The body is not read, since it may have many megabytes. */
export function rawHead(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Omit<RawAnswer, 'body'>> {
  return answered(origin, path, { headers, method: 'GET', sent: '' }, (response) => {
    response.destroy();
    return headOf(response);
  });
}

function answered<T>(
  origin: string,
  path: string,
  {
    sent,
    ...options
  }: { headers: Record<string, string>; method: string; sent: string | Uint8Array },
  read: (response: IncomingMessage) => T | Promise<T>,
): Promise<T> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, ...options }, (response) => {
      Promise.resolve(read(response)).then(resolve, reject);
    })
      .on('error', reject)
      .end(sent);
  });
}

function headOf({ statusCode: status = 0, headers }: IncomingMessage): Omit<RawAnswer, 'body'> {
  return { status, headers };
}
