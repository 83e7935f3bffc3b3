/**
 * Sends errors at badge addresses as badges. Those who embed an image never see a problem document,
 * and image proxies show a broken image for most statuses, so invalid addresses and internal errors
 * become a grey badge with status 200. Two statuses are kept, since browsers display those images
 * anyway: 404 for unknown badges, and 429 with `Retry-After` (specification, section 8).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BADGE_CACHING } from '../../api/badge.ts';
import { badgeSvg, unknownBadge } from '../../features/badges/badge.ts';
import { PUBLIC_HEADERS } from './headers.ts';
import { type Problem, problemHeaders } from './problem.ts';

const BADGES = '/api/badge/';

const LABELS: Readonly<Record<string, string>> = {
  momentum: 'momentum',
  scout: 'scout score',
  'built-with': 'built with',
};

/** Whether the response is displayed as an image, even if it is an error. */
export function wantsBadge({ url, method }: FastifyRequest): boolean {
  return url.startsWith(BADGES) && (method === 'GET' || method === 'HEAD');
}

export function sendProblemBadge(
  problem: Problem,
  { url, server: { publisher } }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const [kind = ''] = url.slice(BADGES.length).split(/[/?]/);
  const label = Object.hasOwn(LABELS, kind) ? (LABELS[kind] ?? kind) : 'badge';
  const badge = unknownBadge(label, messageOf(problem), `${publisher.baseUrl}/badges`);
  // An invalid address stays invalid; any other error may be temporary.
  const isAddressWrong = problem.status < 500 && problem.status !== 429;
  return reply
    .code(problem.status === 404 || problem.status === 429 ? problem.status : 200)
    .headers({
      ...PUBLIC_HEADERS,
      ...problemHeaders(problem),
      'cache-control': isAddressWrong ? BADGE_CACHING : 'no-store',
      'content-type': 'image/svg+xml; charset=utf-8',
    })
    .send(badgeSvg(badge, { style: 'flat' }));
}

function messageOf({ status, errors }: Problem): string {
  if (status === 404) return 'no such badge';
  if (status === 429) return 'too many requests';
  if (status >= 500) return 'unavailable';
  const [first] = errors ?? [];
  return first ? `invalid ${first.path}` : 'invalid address';
}
