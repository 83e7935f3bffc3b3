/** The files of every edition, their signed manifests, and the public key to verify them with. */
import type { FastifyInstance } from 'fastify';
import { NotFoundError } from '../../lib/errors.ts';
import { periodSlug } from '../../lib/period.ts';
import { JSON_TYPE, json, NDJSON_TYPE } from '../../pipeline/edition/artifacts.ts';
import { LOG_FILE } from '../../pipeline/edition/publication-log.ts';
import { PUBLIC_KEY_PATH, PUBLIC_KEYS_PATH } from '../../pipeline/edition/signing.ts';
import { ALL_PERIODS, notPublished } from '../../published/editions.ts';
import type { Body } from './body.ts';
import { documentRoute, resourceRoute } from './resource.ts';
import type { Snapshot } from './snapshot.ts';

export function editionRoutes(app: FastifyInstance): void {
  documentRoute(app, PUBLIC_KEY_PATH, 'application/x-pem-file', async ({ editions }) => {
    const key = editions.catalog.keys.at(-1);
    if (!key) throw notPublished();
    return key.publicKey;
  });
  documentRoute(app, PUBLIC_KEYS_PATH, JSON_TYPE, async ({ editions }) =>
    json({ keys: editions.catalog.keys.toReversed() }),
  );
  resourceRoute(app, '/editions/:edition/:file', async (request, current) => {
    // These are the parameters in the route's pattern.
    const { edition, file } = request.params as { edition: string; file: string };
    return { parameters: [], body: () => editionFile(current, periodSlug(edition), file) };
  });
}

async function editionFile(snapshot: Snapshot, edition: string, file: string): Promise<Body> {
  const { catalog, periods, latest } = snapshot.editions;
  if (edition === ALL_PERIODS && file === LOG_FILE)
    return snapshot.stored(catalog.log, NDJSON_TYPE);
  const signed = snapshot.editions.signed(edition);
  if (!signed)
    throw new NotFoundError(
      'unknown-period',
      `There is no edition ${JSON.stringify(edition)}; there are all and ${periods.at(-1)?.slug} to ${latest}.`,
    );
  const { manifest, signature } = signed;
  if (file === 'manifest.json') return snapshot.stored(manifest, JSON_TYPE);
  if (file !== 'manifest.json.sig') return snapshot.file(edition, file);
  const render = async () => `${signature}\n`;
  return snapshot.rendered(`signature ${edition}`, 'text/plain; charset=utf-8', render);
}
