/**
 * The least that can answer: `node:http` with one body and its headers, read from standard input.
 */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const given = (await json(process.stdin)) as { headers: string[]; body: string };
const body = Buffer.from(given.body, 'base64');
createServer((_, response) => {
  response.writeHead(200, given.headers);
  response.end(body);
}).listen(Number(process.argv[2]), '127.0.0.1');
