/**
 * The least that can answer: `node:http` with one body and its headers, read from standard input.
 * Only `/metrics` is answered otherwise, with the processor time that all of it has taken.
 */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const given = (await json(process.stdin)) as { headers: string[]; body: string };
const body = Buffer.from(given.body, 'base64');
createServer(({ url }, response) => {
  if (url === '/metrics') {
    const { user, system } = process.cpuUsage();
    response.end(`process_cpu_seconds_total ${(user + system) / 1e6}\n`);
    return;
  }
  response.writeHead(200, given.headers);
  response.end(body);
}).listen(Number(process.argv[2]), '127.0.0.1');
