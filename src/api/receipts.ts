import { z } from 'zod';
import { ScoutReceipt, scoutReceipt } from '../features/scout/receipt.ts';
import { Username } from '../hosting/names.ts';
import { Found, found, notFound } from './operation/misses.ts';
import { operation } from './operation/operation.ts';

/** Shared by the operations on a GitHub user. */
export const aboutUser = {
  tag: 'Scout',
  input: z.strictObject({
    username: Username.meta({ description: 'A GitHub user name', example: 'octocat' }),
  }),
  // Each answer may ask the hosting service (specification, section 8).
  limit: { perMinute: 10, burst: 20 },
  errors: [
    notFound('unknown-user', 'GitHub has no such user', { username: 'no-such-user-at-all' }),
    { status: 503, code: 'stars-unavailable', when: 'GitHub’s list of stars cannot be read now' },
  ],
  examples: [{ username: 'octocat' }],
  isLive: true,
} as const;

/** Specification, section 4: GET /api/receipts/{username}. */
export default operation({
  ...aboutUser,
  name: 'get_scout_receipts',
  summary: 'Which later-validated startups a GitHub user starred early',
  description:
    'The Scout Score counts companies starred before a funding, a $1B valuation or an acquisition that the registry documents; docs/scouts.md has the formula.',
  output: ScoutReceipt.extend(Found).meta({ id: 'FoundReceipt' }),
  rest: { path: '/api/receipts/{username}', type: 'application/json' },
  mcp: { title: 'Scout receipts', rename: { username: 'github_username' } },
  run: async ({ username }, { published, stars }) =>
    found(await scoutReceipt(username, await stars.starsOf(username), published)),
});
