/**
 * A client that asks for many pages over many connections, until it is killed: `hammer.ts <origin>
 * <connections> <client address>`, with the paths as JSON on standard input. Answers of every status
 * count as answers.
 */
import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const [origin = '', connections = '', address = ''] = process.argv.slice(2);
const paths = z.array(z.string()).parse(await json(process.stdin));
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
let next = 0;

function ask(): void {
  const path = paths[next++ % paths.length] ?? '/';
  const headers = {
    accept: 'text/html',
    'accept-encoding': 'br',
    'x-forwarded-for': address,
  };
  request(origin + path, { agent, headers }, (response) => {
    response.resume();
    response.once('close', ask);
  })
    .once('error', () => setTimeout(ask, 10))
    .end();
}

for (let index = 0; index < Number(connections); index++) ask();
