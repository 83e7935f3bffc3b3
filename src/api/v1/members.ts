import { z } from 'zod';
import { GRADE_STATES } from '../../features/cohort/grading.ts';
import {
  type PublishedMember,
  type Standing,
  standingsOf,
} from '../../features/cohort/standings.ts';
import type { Addresses } from '../../lib/addresses.ts';
import { DATA_LICENSE } from '../../lib/terms.ts';
import { cohortRecords, STORE_UNAVAILABLE } from '../operation/cohort.ts';
import { documented, EDGE_SECONDS, NoInput, operation } from '../operation/operation.ts';

const Count = z.int().nonnegative();
const Percent = z.int().min(0).max(100).nullable();

const StandingRecord = z.object({
  handle: z.string(),
  status: z.enum(['active', 'left']),
  admitted_on: z.iso.date(),
  picks: Count,
  hits: Count.meta({ description: 'Outcomes: each pick has two, at 60 and at 90 days' }),
  misses: Count,
  pending: Count,
  closed_windows: Count,
  hit_rate_pct: Percent.meta({ description: 'Of closed windows; null while none is closed' }),
  url: z.url(),
});

const MemberRecord = StandingRecord.extend({
  id: z.string().meta({ description: 'What commitments name as `member`' }),
  record: z.array(
    z.object({
      round: z.string(),
      commitment: z.string().meta({
        description: 'SHA-256 of the canonical JSON of company, member, nonce and round',
      }),
      made_at: z.iso.datetime(),
      company: z.string().nullable().meta({ description: 'Null until the round is locked' }),
      nonce: z.string().nullable(),
      outcomes: z.array(
        z.object({
          days: Count,
          state: z.enum(GRADE_STATES),
          closes: z.iso.date(),
          transitions: z.array(
            z.object({
              from: z.enum(GRADE_STATES),
              to: z.enum(GRADE_STATES),
              at: z.iso.datetime(),
              reason: z.string().nullable(),
              event: z
                .object({ kind: z.string(), on: z.iso.date(), source_url: z.string() })
                .nullable(),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** Specification, section 2: the cohort ledger; GET /api/v1/members.json. */
export default operation({
  name: 'get_members',
  summary: 'The cohort of scouts whose picks are graded in public',
  description:
    'Seats, rules of grading and each member’s hits, misses and pending picks. A list without members is empty.',
  tag: 'Scout',
  input: NoInput,
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
        cohort_hit_rate_pct: Percent,
      }),
      members: z.array(MemberRecord),
      leaderboard: z
        .array(StandingRecord)
        .meta({ description: 'By hits, then closed windows, then picks, then handle' }),
      grading_rules: z.object({ hit: z.string(), miss: z.string(), pending: z.string() }),
      last_modified: z.iso.date(),
    })
    .meta({ id: 'CohortLedger' }),
  rest: { path: '/api/v1/members.json', type: 'application/json' },
  usesStore: true,
  errors: documented(STORE_UNAVAILABLE),
  examples: [{}],
  isLive: true,
  edgeSeconds: EDGE_SECONDS,
  run: async (_, context) => {
    const { registry, addresses } = context.published;
    const { name, totalSeats, anonymityRule, gradingRules, lastModified } =
      registry.documents.members;
    const records = await cohortRecords(context);
    const { members, leaderboard, aggregate } = standingsOf(records, new Date());
    const seats = records.seats ?? totalSeats;
    // A pending invitation occupies its seat.
    const claimed = records.members.filter(({ removed_at }) => removed_at === null).length;
    const changedOn = records.changedAt?.slice(0, 10) ?? lastModified;
    return {
      schema: addresses.at('/api/openapi.json#/components/schemas/CohortLedger'),
      version: '1',
      license: DATA_LICENSE,
      cohort: {
        name,
        total_seats: seats,
        seats_claimed: claimed,
        seats_open: Math.max(0, seats - claimed),
        hub_url: addresses.at('/members'),
        leaderboard_url: addresses.at('/members#leaderboard'),
        apply_url: addresses.at('/members#apply'),
        anonymity_rule: anonymityRule,
      },
      aggregate: {
        total_picks: aggregate.picks,
        total_hits: aggregate.hits,
        total_closed_windows: aggregate.closedWindows,
        cohort_hit_rate_pct: aggregate.hitRatePct,
      },
      members: members.map((member) => memberRecord(member, addresses)),
      leaderboard: leaderboard.map((standing) => standingRecord(standing, addresses)),
      grading_rules: gradingRules,
      last_modified: [changedOn, lastModified].sort().at(-1),
    };
  },
});

function standingRecord(standing: Standing, addresses: Addresses): z.infer<typeof StandingRecord> {
  const url = addresses.at(`/members/${standing.handle}`);
  return StandingRecord.parse(snakeCase({ ...standing, url }));
}

function memberRecord(member: PublishedMember, addresses: Addresses): z.infer<typeof MemberRecord> {
  const url = addresses.at(`/members/${member.handle}`);
  const record = member.record.map(({ windows, ...pick }) => ({ ...pick, outcomes: windows }));
  return MemberRecord.parse(snakeCase({ ...member, url, record }));
}

/** The value with the names of its fields in snake case, as this document has them. */
function snakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCase);
  if (typeof value !== 'object' || value === null) return value;
  const lower = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [lower(name), snakeCase(inner)]),
  );
}
