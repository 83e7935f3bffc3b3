/** The example publication, served on a socket of its own. */
import assert from 'node:assert/strict';
import { createConnection } from 'node:net';
import type { z } from 'zod';
import type { PublishOptions } from '../../src/edition/publish.ts';
import { publish } from '../../src/edition/publish.ts';
import { signingKey } from '../../src/edition/signing.ts';
import { ProblemSchema } from '../../src/faces/http/problem.ts';
import { createService, type Service } from '../../src/faces/http/server.ts';
import { loadOperations } from '../../src/operations/index.ts';
import { examplePublication } from './publication.ts';
import { temporaryFolder } from './temporary.ts';

export type ServedExample = {
  origin: string;
  port: number;
  service: Service;
  options: PublishOptions;
};

/** @param isPublished false serves an empty store */
export async function serveExample(isPublished = true): Promise<ServedExample> {
  const options = await examplePublication(await temporaryFolder());
  if (isPublished) await publish(options);
  const { store, registry, baseUrl, dataFolder } = options;
  const { publicKeyPem } = await signingKey(dataFolder);
  const service = await createService({
    store,
    registry,
    baseUrl,
    operations: await loadOperations(),
    publicKeyPem,
    logLevel: 'silent',
  });
  const { port } = await service.listen(0, '127.0.0.1');
  return { origin: `http://127.0.0.1:${port}`, port, service, options };
}

/** Sends bytes as they are and returns all that comes back until the other side closes. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      received += text;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
    socket.end(bytes);
  });
}

/** The problem that a response carries; fails for any other body. */
export async function problemIn(response: Response): Promise<z.infer<typeof ProblemSchema>> {
  assert.equal(response.headers.get('content-type'), 'application/problem+json; charset=utf-8');
  const problem = ProblemSchema.parse(await response.json());
  assert.equal(problem.status, response.status);
  return problem;
}
