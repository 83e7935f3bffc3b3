/** Serves what pages load: the stylesheet, browser modules, the icon. */
import type { FastifyInstance } from 'fastify';
import { NotFoundError } from '../../lib/errors.ts';
import { pngOf } from '../../lib/png.ts';
import { FAVICON, FAVICON_PATH } from '../../web/components/layout.ts';
import { ASSETS, ASSETS_VERSION, assetPath } from '../../web/page/assets.ts';
import { type Body, renderedBody } from './body.ts';
import { PUBLIC_HEADERS } from './headers.ts';
import { readAlways } from './routes.ts';
import { send } from './send-body.ts';

/** Size of the icon at `/favicon.ico`, which programs request even if no page names it. */
const ICON_PIXELS = 48;

/** The address contains a hash of the content, so copies never need to be revalidated. */
const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' };

export function assetRoutes(app: FastifyInstance): void {
  const made = new Date();
  const bodies = new Map<string, Promise<Body>>();
  /** Made when it is first asked for. */
  const body = (name: string, type: string, make: () => string | Promise<Buffer>) =>
    bodies.getOrInsertComputed(name, async () => renderedBody(await make(), type, made));
  const draw = () => pngOf(FAVICON, { width: ICON_PIXELS });
  for (const [path, type, make] of [
    [FAVICON_PATH, 'image/svg+xml', () => FAVICON],
    ['/favicon.ico', 'image/png', draw],
  ] as const)
    readAlways(app, path, async (request, reply) =>
      send(request, reply, await body(path, type, make), PUBLIC_HEADERS),
    );
  readAlways(app, '/assets/:version/:name', async (request, reply) => {
    const { version, name } = request.params as { version: string; name: string };
    const asset = ASSETS.get(name);
    if (!asset) throw new NotFoundError('not-found', 'There is no such stylesheet or script.');
    // Serve the current version to a page that was saved under an earlier release.
    if (version !== ASSETS_VERSION)
      return reply.headers(PUBLIC_HEADERS).redirect(assetPath(name), 302);
    const sent = await body(name, asset.type, () => asset.text);
    return send(request, reply, sent, { ...PUBLIC_HEADERS, ...FOREVER });
  });
}
