/** Serves what pages load: the stylesheet, browser modules, the icon. */
import type { FastifyInstance } from 'fastify';
import { NotFoundError } from '../../lib/errors.ts';
import { pngOf } from '../../lib/png.ts';
import { FAVICON, FAVICON_PATH } from '../../web/components/layout.ts';
import { ASSETS, ASSETS_VERSION, assetPath } from '../../web/page/assets.ts';
import { type Body, renderedBody } from './body.ts';
import { PUBLIC_HEADERS } from './headers.ts';
import { type Handler, NEVER_SHED, readOnly, send } from './routes.ts';

/** Size of the icon at `/favicon.ico`, which programs request whatever a page says. */
const ICON_PIXELS = 48;

/** The address contains a hash of the content, so copies never need to be revalidated. */
const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' };

export function assetRoutes(app: FastifyInstance): void {
  const made = new Date();
  const icon = renderedBody(FAVICON, 'image/svg+xml', made);
  const sendIcon: Handler = (request, reply) => send(request, reply, icon, PUBLIC_HEADERS);
  readOnly(app, FAVICON_PATH, sendIcon, NEVER_SHED);
  let ico: Promise<Body> | undefined;
  const drawn = async () =>
    renderedBody(icoOf(await pngOf(FAVICON, { width: ICON_PIXELS })), ICO_TYPE, made);
  readOnly(
    app,
    '/favicon.ico',
    async (request, reply) => {
      ico ??= drawn();
      return send(request, reply, await ico, PUBLIC_HEADERS);
    },
    NEVER_SHED,
  );
  const bodies = new Map<string, Body>();
  /** Rendered when somebody first asks for it. */
  const bodyOf = (name: string): Body | undefined => {
    const asset = ASSETS.get(name);
    const body = bodies.get(name) ?? (asset && renderedBody(asset.text, asset.type, made));
    if (body) bodies.set(name, body);
    return body;
  };
  readOnly(
    app,
    '/assets/:version/:name',
    async (request, reply) => {
      const { version, name } = request.params as { version: string; name: string };
      const body = bodyOf(name);
      if (!body) throw new NotFoundError('not-found', 'There is no such stylesheet or script.');
      // Serve the current version to a page that was saved under an earlier release.
      if (version !== ASSETS_VERSION)
        return reply.headers(PUBLIC_HEADERS).redirect(assetPath(name), 302);
      return send(request, reply, body, { ...PUBLIC_HEADERS, ...FOREVER });
    },
    NEVER_SHED,
  );
}

const ICO_TYPE = 'image/vnd.microsoft.icon';
const ICO_HEADER_BYTES = 22;

/** A PNG in the ICO container that old programs expect (https://learn.microsoft.com, ICONDIR). */
function icoOf(png: Buffer): Buffer {
  const header = Buffer.alloc(ICO_HEADER_BYTES);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(ICON_PIXELS, 6);
  header.writeUInt8(ICON_PIXELS, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(ICO_HEADER_BYTES, 18);
  return Buffer.concat([header, png]);
}
