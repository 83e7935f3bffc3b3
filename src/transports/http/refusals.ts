/**
 * Sends every error in the format that suits the client: a problem document, a page for people in a
 * browser, or a badge for an image.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messageOf, NotFoundError } from '../../lib/errors.ts';
import { PaymentRequiredError } from '../../payments/x402/messages.ts';
import { JSON_TYPE } from '../../pipeline/edition/artifacts.ts';
import { PUBLIC_HEADERS } from './headers.ts';
import { sendProblemPage } from './pages.ts';
import { PROBLEM_HEADERS, type Problem, problemHeaders, problemOf } from './problem.ts';
import { sendProblemBadge, wantsBadge } from './problem-badge.ts';

const MAX_PATH_SHOWN = 200;

export function refuseUnknownAddresses(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    const shown = path.length > MAX_PATH_SHOWN ? `${path.slice(0, MAX_PATH_SHOWN)}…` : path;
    const detail = `Nothing is at ${shown}; /api/openapi.json lists the addresses of the API.`;
    return refuse(new NotFoundError('not-found', detail), request, reply);
  });
}

export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isImage = wantsBadge(request);
  const { url, headers } = request;
  const isHtml = !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html');
  const isPage = !isImage && isHtml;
  if (error instanceof PaymentRequiredError && !isImage && !isPage)
    return reply
      .code(402)
      .headers({ ...PROBLEM_HEADERS, ...error.headers, 'content-type': JSON_TYPE })
      .send(JSON.stringify(error.body));
  const problem = problemOf(error);
  const plain = problem.status === 404 ? request.server.plainAddress(request) : undefined;
  if (plain !== undefined) return reply.headers(PUBLIC_HEADERS).redirect(plain, 308);
  logProblem(error, problem, request);
  if (isImage) return sendProblemBadge(problem, request, reply);
  if (isPage) return sendProblemPage(reply, problem);
  return reply
    .code(problem.status)
    .headers({ ...PROBLEM_HEADERS, ...problemHeaders(problem) })
    .send(JSON.stringify(problem));
}

/** Logs internal errors with their stack, and expected ones with their reason. */
function logProblem(error: unknown, { status, code }: Problem, request: FastifyRequest): void {
  if (status < 500) return;
  const path = pathOf(request);
  if (code === 'store-unavailable') request.server.storeLog.failed(error);
  else if (code === 'internal-error') request.log.error({ err: error, path }, 'request failed');
  else request.log.warn({ code, reason: messageOf(error), path }, 'request refused');
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?')[0] ?? '';
}
