/** Routes that answer some methods and refuse all others with 405. */
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Method } from '../../operations/operation.ts';
import { PROBLEM_HEADERS, problem } from './problem.ts';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const ALL = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const;

/** What an address does for some methods. */
export type MethodRoute = {
  methods: readonly Method[];
  handler: Handler;
  /** The route's limit, if it has one. */
  config?: FastifyContextConfig;
};

/** Registers an address, HEAD with GET; other methods are refused before a body is read. */
export function only(app: FastifyInstance, url: string, routes: readonly MethodRoute[]): void {
  const methods = routes.flatMap((route) => route.methods);
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
  for (const { methods: own, handler, config = {} } of routes) {
    const method = own.includes('GET') ? ['HEAD', ...own] : [...own];
    app.route({ method, url, handler, config });
  }
  const refused = ALL.filter((method) => !answered.includes(method));
  app.route({ method: refused, url, onRequest: refuse, handler: refuse });
}

/** A route that can be read and nothing else. */
export function readOnly(app: FastifyInstance, url: string, handler: Handler): void {
  only(app, url, [{ methods: ['GET'], handler }]);
}
