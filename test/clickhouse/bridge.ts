/**
 * ClickHouse's own engine, in process, with the part of its HTTP interface that the official client
 * uses: one session, one query at a time, and Parquet that is inserted from a file.
 */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from 'chdb';

export type Bridge = {
  /** For CLICKHOUSE_URL. */
  url: string;
  /** Queries the engine directly. Returns tab-separated values. */
  ask: (sql: string) => string;
  close: () => Promise<void>;
};

/** Parameters of the client's requests that are not settings of the query. */
const NOT_SETTINGS = ['query', 'query_id', 'session_id', 'database', 'default_format'];

export async function startBridge(): Promise<Bridge> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-clickhouse-'));
  const session = new Session(join(folder, 'data'));
  const known = new Set<string>();

  /** Settings come with each request, and stay in the one session. */
  function set(settings: URLSearchParams): void {
    for (const [name, value] of settings) {
      if (NOT_SETTINGS.includes(name) || known.has(`${name}=${value}`)) continue;
      session.query(`SET ${name} = '${value}'`);
      known.add(`${name}=${value}`);
    }
  }

  async function answer(parameters: URLSearchParams, body: Buffer): Promise<string> {
    set(parameters);
    const query = parameters.get('query');
    if (query === null) return session.query(body.toString(), 'TabSeparated');
    if (!query.trimEnd().endsWith('FORMAT Parquet'))
      return session.query(`${query}\n${body.toString()}`, 'TabSeparated');
    const file = join(folder, 'insert.parquet');
    await writeFile(file, body);
    const source = `file('${file}', 'Parquet', `;
    return session.query(query.replace('input(', source).replace(/FORMAT Parquet\s*$/, ''));
  }

  // The session runs one query at a time, for all clients together.
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    last = last.then(async () => {
      try {
        response.end(await answer(searchParams, body));
      } catch (error) {
        response.writeHead(500, { 'x-clickhouse-exception-code': '1' });
        response.end(`${error}`.replace(/^.*?(?=Code: )/s, ''));
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    ask: (sql) => session.query(sql, 'TabSeparated'),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      session.cleanup();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

// Run as a program, for benches: prints the address, and serves until it is stopped.
if (process.argv[1] === import.meta.filename) console.log((await startBridge()).url);

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}
