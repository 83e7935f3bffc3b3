/** A route that can be read and nothing else. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEM_HEADERS, problem } from './problem.ts';

const READ = ['GET', 'HEAD'] as const;
const OTHERS = ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const;

/** Registers GET and HEAD; other methods are answered with 405 before their body is read. */
export function readOnly(
  app: FastifyInstance,
  url: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.route({ method: [...READ], url, handler });
  app.route({
    method: [...OTHERS],
    url,
    onRequest: refuse,
    handler: refuse,
  });
}

async function refuse(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const allow = [...READ, 'OPTIONS'].join(', ');
  const body = problem(
    405,
    'method-not-allowed',
    `${request.method} is not possible here; use ${READ.join(' or ')}.`,
  );
  return reply
    .code(405)
    .headers({ ...PROBLEM_HEADERS, allow })
    .send(JSON.stringify(body));
}
