/**
 * The interactive reference at /docs: Swagger UI, served from its package, so that it works without
 * any other host. Without scripts the same page is a plain list of operations.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Operation, restOperations, TAGS } from '../../api/operation/operation.ts';
import { html } from '../../lib/html.ts';
import { FAVICON_PATH } from '../../web/components/layout.ts';
import { SITE_NAME } from '../../web/components/linked-data.ts';
import { metadata } from '../../web/components/metadata.ts';
import { renderedBody } from './body.ts';
import { PUBLIC_HEADERS } from './headers.ts';
import { readOnly, send } from './routes.ts';

const REFERENCE_PATH = '/docs';

/** Its own scripts and styles, and requests to this service; nothing from elsewhere. */
const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

/** Files of the package that the page loads. */
const PACKAGE_FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;

const START = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  // The page may be open under another name of this service than the one it is published under.
  requestInterceptor: (request) => {
    const { pathname, search } = new URL(request.url, location.href);
    return Object.assign(request, { url: location.origin + pathname + search });
  },
});
`;

export async function referenceRoutes(
  app: FastifyInstance,
  operations: readonly Operation[],
  baseUrl: string,
): Promise<void> {
  const made = new Date();
  const page = renderedBody(referencePage(operations, baseUrl), 'text/html; charset=utf-8', made);
  readOnly(app, REFERENCE_PATH, (request, reply) => send(request, reply, page, HEADERS));
  // Where people look for an API that they know the addresses of.
  for (const path of ['/api', '/api/'])
    readOnly(app, path, async (_, reply) => reply.redirect(REFERENCE_PATH, 302));
  const start = renderedBody(START, 'text/javascript; charset=utf-8', made);
  readOnly(app, `${REFERENCE_PATH}/start.js`, (request, reply) =>
    send(request, reply, start, PUBLIC_HEADERS),
  );
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const [name, type] of Object.entries(PACKAGE_FILES)) {
    const body = renderedBody(await readFile(join(folder, name), 'utf8'), type, made);
    readOnly(app, `${REFERENCE_PATH}/${name}`, (request, reply) =>
      send(request, reply, body, PUBLIC_HEADERS),
    );
  }
}

const ABOUT = {
  title: 'API reference',
  description: 'Every operation of the API, to read and to try.',
};

function referencePage(operations: readonly Operation[], baseUrl: string): string {
  const byTag = Map.groupBy(restOperations(operations), ({ tag }) => tag);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${ABOUT.title} – ${SITE_NAME}</title>
<meta name="description" content="${ABOUT.description}">
<link rel="canonical" href="${baseUrl}${REFERENCE_PATH}">
${metadata({ ...ABOUT, canonical: `${baseUrl}${REFERENCE_PATH}`, json: '/api/openapi.json' })}<link rel="icon" href="${FAVICON_PATH}" type="image/svg+xml">
<link rel="stylesheet" href="${REFERENCE_PATH}/swagger-ui.css">
</head>
<body>
<p><a href="/">Bellwether</a> · <a href="/api/openapi.json">OpenAPI document</a> · <a href="/llms.txt">llms.txt</a></p>
<div id="reference"></div>
<noscript>
<h1>API reference</h1>
${[...byTag].map(
  ([tag, list]) => html`<h2>${tag}</h2>
<p>${TAGS[tag]}</p>
<dl>${list.map(({ rest: { methods = ['GET'], path }, summary, description }) => html`<dt><code>${methods.join(', ')} ${path}</code></dt><dd>${summary}. ${description}</dd>\n`)}</dl>`,
)}
</noscript>
<script src="${REFERENCE_PATH}/swagger-ui-bundle.js"></script>
<script src="${REFERENCE_PATH}/start.js"></script>
</body>
</html>
`;
  return page.toString();
}
