/** The files of every edition, their signed manifests, and the key to check them with. */
import type { FastifyInstance } from 'fastify';
import { JSON_TYPE } from '../../pipeline/edition/artifacts.ts';
import { PUBLIC_KEY_PATH } from '../../pipeline/edition/signing.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { renderedBody } from '../../faces/http/body.ts';
import { PUBLIC_HEADERS } from './headers.ts';
import { readOnly } from './routes.ts';
import { send } from './operation-routes.ts';
import type { Snapshot } from '../../faces/http/snapshot.ts';

export function editionRoutes(
  app: FastifyInstance,
  snapshot: () => Snapshot,
  publicKeyPem: string,
): void {
  const key = renderedBody(publicKeyPem, 'application/x-pem-file', new Date());
  readOnly(app, PUBLIC_KEY_PATH, (request, reply) => send(request, reply, key, PUBLIC_HEADERS));
  readOnly(app, '/editions/:edition/:file', async (request, reply) => {
    // The route's own pattern names these two.
    const { edition, file } = request.params as { edition: string; file: string };
    return send(request, reply, await editionFile(snapshot(), edition, file), PUBLIC_HEADERS);
  });
}

async function editionFile(snapshot: Snapshot, edition: string, file: string) {
  const signed = snapshot.editions.signed(edition);
  if (!signed)
    throw new BellwetherError(
      'unknown-period',
      `There is no edition ${JSON.stringify(edition)}; there are all and ${snapshot.editions.periods.at(-1)?.slug} to ${snapshot.editions.latest}.`,
    );
  if (file === 'manifest.json') return snapshot.stored(signed.manifest, JSON_TYPE);
  if (file === 'manifest.json.sig')
    return snapshot.rendered(
      `signature ${edition}`,
      'text/plain; charset=utf-8',
      async () => `${signed.signature}\n`,
    );
  return snapshot.file(edition, file);
}
