/** Serves metrics on a separate port, for operators who restrict access to them by network. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type MetricsListener = { port: number; close: () => Promise<void> };

export type MetricsSource = { contentType: string; metrics: () => Promise<string> };

export async function listenForMetrics(
  source: MetricsSource,
  port: number,
  host: string,
): Promise<MetricsListener> {
  const server = createServer((request, response) => {
    const isAsked = request.url?.split('?')[0] === '/metrics';
    if (!isAsked || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(isAsked ? 405 : 404, isAsked ? { allow: 'GET, HEAD' } : {}).end();
      return;
    }
    source.metrics().then(
      (text) => response.writeHead(200, { 'content-type': source.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  // Only a socket that is not TCP has an address of another type.
  const address = server.address() as AddressInfo;
  return { port: address.port, close: () => closed(server) };
}

async function closed(server: Server): Promise<void> {
  const ended = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await ended;
}
