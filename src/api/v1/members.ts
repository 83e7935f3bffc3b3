import { z } from 'zod';
import { DATA_LICENSE } from '../../lib/terms.ts';
import { jsonDocument } from '../operation/kinds.ts';

const Count = z.int().nonnegative();

/** Specification, section 2: the cohort ledger; GET /api/v1/members.json. */
export default jsonDocument({
  name: 'get_members',
  summary: 'The cohort of scouts whose picks are graded in public',
  description:
    'Seats, rules of grading and each member’s hits, misses and pending picks. A list without members is empty.',
  tag: 'Scout',
  output: z
    .object({
      schema: z.url(),
      version: z.string(),
      license: z.url(),
      cohort: z.object({
        name: z.string(),
        total_seats: Count,
        seats_claimed: Count,
        seats_open: Count,
        hub_url: z.url(),
        leaderboard_url: z.url(),
        apply_url: z.url(),
        anonymity_rule: z.string(),
      }),
      aggregate: z.object({
        total_picks: Count,
        total_hits: Count,
        total_closed_windows: Count,
        cohort_hit_rate_pct: z.int().min(0).max(100).nullable(),
      }),
      members: z.array(z.looseObject({})),
      leaderboard: z.array(z.looseObject({})),
      grading_rules: z.object({ hit: z.string(), miss: z.string(), pending: z.string() }),
      last_modified: z.iso.date(),
    })
    .meta({ id: 'CohortLedger' }),
  path: '/api/v1/members.json',
  document: ({ published: { registry, addresses } }) => {
    const { name, totalSeats, anonymityRule, gradingRules, lastModified, members } =
      registry.documents.members;
    return {
      schema: addresses.at('/api/openapi.json#/components/schemas/CohortLedger'),
      version: '1',
      license: DATA_LICENSE,
      cohort: {
        name,
        total_seats: totalSeats,
        seats_claimed: members.length,
        seats_open: totalSeats - members.length,
        hub_url: addresses.at('/members'),
        leaderboard_url: addresses.at('/members/leaderboard'),
        apply_url: addresses.at('/members/apply'),
        anonymity_rule: anonymityRule,
      },
      aggregate: {
        total_picks: 0,
        total_hits: 0,
        total_closed_windows: 0,
        // Nothing was closed, so there is no rate.
        cohort_hit_rate_pct: null,
      },
      members,
      leaderboard: members,
      grading_rules: gradingRules,
      last_modified: lastModified,
    };
  },
});
