/** An HTTP server of a test's own, which does not keep the process of the test alive. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** @param port any free one by default */
export async function serveHttp(listener: RequestListener, port = 0) {
  const server = createServer(listener).unref();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  // A TCP server's address is an AddressInfo.
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    port: own,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
