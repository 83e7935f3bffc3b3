import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to `listen(0)`, so that no server of another process gets it meanwhile. */
const [LOWEST, HIGHEST] = [10_000, 30_000];

/** A port of this machine on which no process listens at present. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    const server = createServer();
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
