/** Redirects from addresses that people guess. */
import type { FastifyInstance } from 'fastify';
import { readOnly } from './routes.ts';

export function redirectRoutes(app: FastifyInstance): void {
  // Where people look for an API's documentation.
  for (const path of ['/api', '/api/'])
    readOnly(app, path, async (_, reply) => reply.redirect('/docs', 302));
}
