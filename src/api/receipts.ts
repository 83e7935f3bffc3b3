import { z } from 'zod';
import { predictScout, ScoutPrediction } from '../features/scout/predict.ts';
import { scoutReceipt } from '../features/scout/receipt.ts';
import { ScoutReceipt } from '../features/scout/receipt-schema.ts';
import { trackedRepositories } from '../features/scout/starred.ts';
import { Username } from '../hosting/account-names.ts';
import type { OperationContext } from './operation/context.ts';
import { Found, found } from './operation/misses.ts';
import { documented, operation } from './operation/operation.ts';

type User = { username: string };
type Sources = Pick<OperationContext, 'published' | 'stars'>;

/** Shared by the operations on a GitHub user. */
const aboutUser = {
  tag: 'Scout',
  input: z.strictObject({
    username: Username.meta({ description: 'A GitHub user name', example: 'octocat' }),
  }),
  // An answer may take requests to the hosting service (specification, section 8).
  limit: { perMinute: 10, burst: 20 },
  errors: documented({
    '404 unknown-user': ['GitHub has no such user', { username: 'no-such-user-at-all' }],
    '404 not-a-user': 'the account is an organization',
    '503 upstream-unavailable':
      'GitHub’s list of stars cannot be read now; the body says what to do',
  }),
  examples: [{ username: 'octocat' }],
  isLive: true,
  stamp: async ({ username }: User, { published, stars }: Sources) =>
    stars.stamp(username, await published.derived(trackedRepositories)),
} as const;

/** A user's stars, from the cache or from the hosting service. */
async function starsOf({ username }: User, { published, stars }: Sources) {
  return stars.starsOf(username, await published.derived(trackedRepositories));
}

/** Specification, section 4: GET /api/receipts/{username} and GET /api/scout/predict. */
export default [
  operation({
    ...aboutUser,
    name: 'get_scout_receipts',
    summary: 'Which later-validated startups a GitHub user starred early',
    description:
      'The Scout Score compares the validating events that came after the stars (a round, a $1B valuation, an acquisition) with those of tracked startups of the same stage in the same time; 50 is what these did. docs/scouts.md has the method.',
    output: ScoutReceipt.extend(Found).meta({ id: 'FoundReceipt' }),
    rest: { path: '/api/receipts/{username}', type: 'application/json' },
    mcp: { title: 'Scout receipts', rename: { username: 'github_username' } },
    run: async (user, sources) =>
      found(await scoutReceipt(user.username, await starsOf(user, sources), sources.published)),
  }),
  operation({
    ...aboutUser,
    name: 'predict_scout',
    summary: 'Experimental: tracked startups without an event that a user’s record speaks for',
    description:
      'Startups of which no round, $1B valuation or acquisition is known, ranked by the odds of their peers, the composite score of the week, and the record of the user’s own stars, with reasons.',
    output: ScoutPrediction.extend(Found).meta({ id: 'FoundPrediction' }),
    rest: { path: '/api/scout/predict', type: 'application/json' },
    run: async (user, sources) =>
      found(await predictScout(user.username, await starsOf(user, sources), sources.published)),
  }),
];
