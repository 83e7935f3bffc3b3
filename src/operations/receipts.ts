import { z } from 'zod';
import { predictScout, ScoutPrediction } from '../features/scout/predict.ts';
import { ScoutReceipt, scoutReceipt } from '../features/scout/receipt.ts';
import { Username } from '../scout/username.ts';
import { type DocumentedError, operation } from './operation.ts';

/** Each answer may ask the hosting service (specification, section 8). */
const LIMIT = { perMinute: 10, burst: 20 };

const input = z.strictObject({
  username: Username.meta({ description: 'A GitHub user name', example: 'octocat' }),
});

const errors: readonly DocumentedError[] = [
  {
    status: 404,
    code: 'unknown-user',
    when: 'GitHub has no such user',
    example: { username: 'no-such-user-at-all' },
  },
  { status: 503, code: 'stars-unavailable', when: 'GitHub’s list of stars cannot be read now' },
];

/** Specification, section 4: GET /api/receipts/{username} and GET /api/scout/predict. */
export default [
  operation({
    name: 'get_scout_receipts',
    summary: 'Which later-validated startups a GitHub user starred early',
    description:
      'The Scout Score counts companies starred before a funding, a $1B valuation or an acquisition that the registry documents; docs/scouts.md has the formula.',
    tag: 'Scout',
    input,
    output: ScoutReceipt,
    rest: { path: '/api/receipts/{username}', type: 'application/json' },
    mcp: { title: 'Scout receipts', rename: { username: 'github_username' } },
    limit: LIMIT,
    errors,
    examples: [{ username: 'octocat' }],
    isLive: true,
    run: async ({ username }, { published, stars }) =>
      scoutReceipt(username, await stars.starsOf(username), published),
  }),
  operation({
    name: 'predict_scout',
    summary: 'Experimental: which tracked startups a GitHub user might star next',
    tag: 'Scout',
    input,
    output: ScoutPrediction,
    rest: { path: '/api/scout/predict', type: 'application/json' },
    limit: LIMIT,
    errors,
    examples: [{ username: 'octocat' }],
    isLive: true,
    run: async ({ username }, { published, stars }) =>
      predictScout(username, await stars.starsOf(username), published),
  }),
];
