/** Addresses that people try, and where what they look for is. */
import type { FastifyInstance } from 'fastify';
import { readOnly } from './routes.ts';

export function redirectRoutes(app: FastifyInstance): void {
  // Where people look for an API that they know the addresses of.
  for (const path of ['/api', '/api/'])
    readOnly(app, path, async (_, reply) => reply.redirect('/docs', 302));
}
