/** The files of every edition, their signed manifests, and the public key to verify them with. */
import type { FastifyInstance } from 'fastify';
import { NotFoundError } from '../../lib/errors.ts';
import { periodSlug } from '../../lib/period.ts';
import { JSON_TYPE, json, NDJSON_TYPE } from '../../pipeline/edition/artifacts.ts';
import { LOG_FILE } from '../../pipeline/edition/publication-log.ts';
import { PUBLIC_KEY_PATH, PUBLIC_KEYS_PATH } from '../../pipeline/edition/signing.ts';
import { ALL_PERIODS, notPublished } from '../../published/editions.ts';
import { renderedBody } from './body.ts';
import { PUBLIC_HEADERS } from './headers.ts';
import { publish, readOnly, send } from './routes.ts';
import type { Snapshot } from './snapshot.ts';

const PEM_TYPE = 'application/x-pem-file';

export function editionRoutes(
  app: FastifyInstance,
  snapshot: () => Snapshot,
  ifPublished: () => Snapshot | undefined,
  publicKeyPem: string | undefined,
): void {
  const ownKey =
    publicKeyPem === undefined ? undefined : renderedBody(publicKeyPem, PEM_TYPE, new Date());
  readOnly(app, PUBLIC_KEY_PATH, async (request, reply) => {
    const current = ifPublished();
    const key = current?.editions.catalog.keys.at(-1)?.publicKey;
    const body =
      current && key !== undefined
        ? await current.rendered('signing key', PEM_TYPE, async () => key)
        : ownKey;
    if (!body) throw notPublished();
    return send(request, reply, body, PUBLIC_HEADERS);
  });
  readOnly(app, PUBLIC_KEYS_PATH, async (request, reply) => {
    const current = snapshot();
    const render = async () => json({ keys: current.editions.catalog.keys.toReversed() });
    const body = await current.rendered('signing keys', JSON_TYPE, render);
    return publish(request, reply, current, { body, headers: PUBLIC_HEADERS });
  });
  readOnly(app, '/editions/:edition/:file', async (request, reply) => {
    // These are the parameters in the route's pattern.
    const { edition, file } = request.params as { edition: string; file: string };
    const current = snapshot();
    const body = await editionFile(current, periodSlug(edition), file);
    return publish(request, reply, current, { body, headers: PUBLIC_HEADERS });
  });
}

async function editionFile(snapshot: Snapshot, edition: string, file: string) {
  if (edition === ALL_PERIODS && file === LOG_FILE) return logFile(snapshot);
  const signed = snapshot.editions.signed(edition);
  if (!signed)
    throw new NotFoundError(
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

/** The publication log, with one line for every revision of every edition. */
async function logFile(snapshot: Snapshot) {
  const { log } = snapshot.editions.catalog;
  if (log) return snapshot.stored(log.log, NDJSON_TYPE);
  throw new NotFoundError('unknown-file', 'Nothing has been published since there is a log.');
}
