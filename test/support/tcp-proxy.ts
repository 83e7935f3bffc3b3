/** Stands between a client and a server on this machine, and can be shut and opened again. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type TcpProxy = {
  port: number;
  /** Cuts every connection off, and lets none through until it is opened. */
  shut: () => Promise<void>;
  open: () => Promise<void>;
};

/** Open at first. */
export async function tcpProxy(targetHost: string, targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(targetPort, targetHost);
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    shut: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    open: async () => {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    },
  };
}
