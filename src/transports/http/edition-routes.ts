/** The files of every edition, their signed manifests, and the public key to verify them with. */
import type { FastifyInstance } from 'fastify';
import { NotFoundError } from '../../lib/errors.ts';
import { periodSlug } from '../../lib/period.ts';
import { JSON_TYPE, json, NDJSON_TYPE } from '../../pipeline/edition/artifacts.ts';
import { LOG_FILE } from '../../pipeline/edition/publication-log.ts';
import { PUBLIC_KEY_PATH, PUBLIC_KEYS_PATH } from '../../pipeline/edition/signing.ts';
import { ALL_PERIODS, notPublished } from '../../published/editions.ts';
import { type Body, renderedBody } from './body.ts';
import { PUBLIC_HEADERS } from './headers.ts';
import { resourceRoute, type Sources } from './resource.ts';
import { readOnly } from './routes.ts';
import { send } from './send-body.ts';
import type { Snapshot } from './snapshot.ts';

const PEM_TYPE = 'application/x-pem-file';

export function editionRoutes(
  app: FastifyInstance,
  sources: Sources,
  ifPublished: () => Snapshot | undefined,
  publicKeyPem: string | undefined,
): void {
  const startedAt = new Date();
  readOnly(app, PUBLIC_KEY_PATH, async (request, reply) => {
    const current = ifPublished();
    const key = current?.editions.catalog.keys.at(-1)?.publicKey ?? publicKeyPem;
    if (key === undefined) throw notPublished();
    const body = renderedBody(key, PEM_TYPE, current?.takenAt ?? startedAt);
    return send(request, reply, body, PUBLIC_HEADERS);
  });
  resourceRoute(app, PUBLIC_KEYS_PATH, sources, async (_, current) => {
    const render = async () => json({ keys: current.editions.catalog.keys.toReversed() });
    return { parameters: [], body: () => current.rendered('signing keys', JSON_TYPE, render) };
  });
  resourceRoute(app, '/editions/:edition/:file', sources, async (request, current) => {
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
