/** Routes that answer some methods and refuse all others with 405. */
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Method } from '../../operations/operation.ts';
import { PROBLEM_HEADERS, problem } from './problem.ts';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const ALL = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const;

/**
 * Registers a route for these methods, HEAD with GET; others are refused before a body is read.
 *
 * @param config the route's limit, if it has one
 */
export function only(
  app: FastifyInstance,
  methods: readonly Method[],
  url: string,
  handler: Handler,
  config: FastifyContextConfig = {},
): void {
  const answered = ALL.filter(
    (method) =>
      methods.includes(method as Method) || (method === 'HEAD' && methods.includes('GET')),
  );
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    const body = problem(
      405,
      'method-not-allowed',
      `${request.method} is not possible here; use ${answered.join(' or ')}.`,
    );
    const allow = [...answered, 'OPTIONS'].join(', ');
    return reply
      .code(405)
      .headers({ ...PROBLEM_HEADERS, allow })
      .send(JSON.stringify(body));
  };
  app.route({ method: answered, url, handler, config });
  const refused = ALL.filter((method) => !answered.includes(method));
  app.route({ method: refused, url, onRequest: refuse, handler: refuse });
}

/** A route that can be read and nothing else. */
export function readOnly(app: FastifyInstance, url: string, handler: Handler): void {
  only(app, ['GET'], url, handler);
}
