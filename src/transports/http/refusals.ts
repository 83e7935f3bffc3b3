/**
 * Sends every error in the format that suits the client: a problem document, a page for people in a
 * browser, or a badge for an image.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BADGE_CACHING } from '../../api/badge.ts';
import { badgeSvg, unknownBadge } from '../../features/badges/badge.ts';
import { messageOf } from '../../lib/errors.ts';
import { PaymentRequiredError } from '../../payments/x402/messages.ts';
import { JSON_TYPE } from '../../pipeline/edition/artifacts.ts';
import { problemPage } from '../../web/components/layout.ts';
import { NO_STORE, PUBLIC_HEADERS } from './headers.ts';
import { HTML_TYPE, PAGE_HEADERS } from './pages.ts';
import { PROBLEM_HEADERS, type Problem, problemHeaders, problemOf } from './problem.ts';
import { pathOf } from './request-target.ts';

export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { url, method, headers } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  const isImage = isRead && url.startsWith(BADGES);
  const isPage = !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html');
  if (error instanceof PaymentRequiredError && !isImage && !isPage)
    return reply
      .code(402)
      .headers({ ...PROBLEM_HEADERS, ...error.headers, 'content-type': JSON_TYPE })
      .send(JSON.stringify(error.body));
  const problem = problemOf(error);
  logProblem(error, problem, request);
  reply.headers(problemHeaders(problem)).code(problem.status);
  if (isImage) return sendProblemBadge(problem, request, reply);
  if (!isPage) return reply.headers(PROBLEM_HEADERS).send(JSON.stringify(problem));
  return reply
    .headers({ ...PAGE_HEADERS, ...NO_STORE, 'content-type': HTML_TYPE })
    .send(problemPage(problem));
}

/** Logs internal errors with their stack, and expected ones with their reason. */
function logProblem(error: unknown, { status, code }: Problem, request: FastifyRequest): void {
  // An outage of the store is logged once, by its own watch.
  if (status < 500 || code === 'store-unavailable') return;
  const path = pathOf(request.url);
  if (code === 'internal-error') request.log.error({ err: error, path }, 'request failed');
  else request.log.warn({ code, reason: messageOf(error), path }, 'request refused');
}

const BADGES = '/api/badge/';

const LABELS: Readonly<Record<string, string>> = {
  momentum: 'momentum',
  scout: 'scout score',
  'built-with': 'built with',
};

/**
 * Those who embed an image never see a problem document,
 * and image proxies show a broken image for most statuses, so invalid addresses and internal errors
 * become a grey badge with status 200. Two statuses are kept, since browsers display those images
 * anyway: 404 for unknown badges, and 429 with `Retry-After` (specification, section 8).
 */
function sendProblemBadge(
  problem: Problem,
  { url, server: { publisher } }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const [kind = ''] = url.slice(BADGES.length).split(/[/?]/);
  const label = Object.hasOwn(LABELS, kind) ? (LABELS[kind] ?? kind) : 'badge';
  const badge = unknownBadge(label, badgeText(problem), `${publisher.baseUrl}/badges`);
  // An invalid address stays invalid; any other error may be temporary.
  const isAddressWrong = problem.status < 500 && problem.status !== 429;
  return reply
    .code(problem.status === 404 || problem.status === 429 ? problem.status : 200)
    .headers({
      ...PUBLIC_HEADERS,
      'cache-control': isAddressWrong ? BADGE_CACHING : 'no-store',
      'content-type': 'image/svg+xml; charset=utf-8',
    })
    .send(badgeSvg(badge, { style: 'flat' }));
}

function badgeText({ status, errors }: Problem): string {
  if (status === 404) return 'no such badge';
  if (status === 429) return 'too many requests';
  if (status >= 500) return 'unavailable';
  const [first] = errors ?? [];
  return first ? `invalid ${first.path}` : 'invalid address';
}
