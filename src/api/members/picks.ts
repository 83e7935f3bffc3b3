import { z } from 'zod';
import { committedText } from '../../features/cohort/commitment.ts';
import { dayOfMoment } from '../../features/cohort/grade-cohort.ts';
import { GRADE_STATES, WINDOWS, windowEnd } from '../../features/cohort/grading.ts';
import {
  MAX_PICKS,
  makePick,
  NONCE,
  type RecordedPick,
  type Round,
} from '../../features/cohort/picks.ts';
import { type PublishedMember, standingsOf } from '../../features/cohort/standings.ts';
import { TypedText } from '../../lib/inputs.ts';
import {
  cohortRecords,
  MEMBER_UNAUTHORIZED,
  memberOf,
  STORE_UNAVAILABLE,
} from '../operation/cohort.ts';
import { documented, NoInput, operation } from '../operation/operation.ts';
import { KEY_LIMIT } from '../operation/paid.ts';

const PATH = '/api/members/picks';

const Pick = z.object({
  id: z.string(),
  round: z.string(),
  company: z.string().meta({ description: 'Slug' }),
  nonce: z.string().meta({ description: 'Published with the pick once the round is locked' }),
  commitment: z.string().meta({ description: 'SHA-256 of `commitsTo`, published at once' }),
  commitsTo: z.string().meta({ description: 'Canonical JSON (RFC 8785)' }),
  madeAt: z.iso.datetime(),
  locksAt: z.iso.datetime(),
  windows: z.array(
    z.object({ days: z.int().positive(), closes: z.iso.date(), state: z.enum(GRADE_STATES) }),
  ),
});

const own = operation({
  name: 'get_own_picks',
  summary: 'A member’s own picks, those of the open round included',
  description:
    'Each with its nonce and with what its commitment is the SHA-256 of, so that the member can keep both.',
  tag: 'Scout',
  input: NoInput,
  output: z.object({ handle: z.string(), member: z.string(), picks: z.array(Pick) }),
  rest: { path: PATH, type: 'application/json' },
  needs: 'member-key',
  keyLimit: KEY_LIMIT,
  usesStore: true,
  errors: documented({ ...MEMBER_UNAUTHORIZED, ...STORE_UNAVAILABLE }),
  examples: [{}],
  isLive: true,
  run: async (_, context, caller) => {
    const { id, handle } = await memberOf(caller);
    const records = await cohortRecords(context);
    const standing = standingsOf(records, new Date()).members.find((one) => one.id === id);
    const picks = records.picks.flatMap((pick) => {
      const round = records.rounds.find((each) => each.id === pick.round_id);
      if (pick.member_id !== id || !round) return [];
      const graded = standing?.record.find(({ commitment }) => commitment === pick.commitment);
      return [pickRecord(pick, round, graded?.windows)];
    });
    return { handle, member: id, picks };
  },
});

const make = operation({
  name: 'make_pick',
  summary: 'Picks a startup in the open round of the cohort',
  description: `Before the lock, ${MAX_PICKS} times a round, each startup once, and for good. The commitment is public at once, the pick when the round is locked; it is graded 60 and 90 days after that.`,
  tag: 'Scout',
  input: z.strictObject({
    company: TypedText(80).meta({
      description: 'Name, slug, domain or GitHub organization of a tracked startup',
      example: 'modal',
    }),
    nonce: z
      .string('must be text')
      .regex(NONCE, 'must have 16 to 64 letters, digits, hyphens or underscores')
      .optional()
      .meta({ description: 'Your own; one is made for you without it' }),
  }),
  output: z.object({ pick: Pick }),
  rest: { methods: ['POST'], path: PATH, type: 'application/json' },
  effects: { isIdempotent: false, isOnChain: false },
  needs: 'member-key',
  keyLimit: KEY_LIMIT,
  usesStore: true,
  errors: documented({
    ...MEMBER_UNAUTHORIZED,
    '404 unknown-startup': 'the startup is not tracked',
    '409 no-open-round': 'no round was ever opened',
    '409 picks-locked': 'the round is locked',
    '409 picked-already': 'you picked the startup in this round',
    '409 too-many-picks': `you made ${MAX_PICKS} picks in this round`,
    '422 not-eligible': 'it was acquired, has merged or has closed',
    '503 clock-behind': 'the service’s clock is behind its last record',
    ...STORE_UNAVAILABLE,
  }),
  examples: [{ company: 'modal' }],
  isLive: true,
  run: async ({ company, nonce }, context, caller) => {
    const { id } = await memberOf(caller);
    // Members' keys are in the store.
    const store = context.payments?.books.reach();
    if (!store) throw new TypeError('a member was let in without a store');
    const found = context.published.companies.find(company);
    const tracked = found.found ? found.company : undefined;
    const wanted = { memberId: id, company: tracked, asked: company, nonce };
    const { pick, round } = await makePick(store, wanted, new Date());
    return { pick: pickRecord(pick, round) };
  },
});

function pickRecord(
  pick: RecordedPick,
  round: Round,
  graded: PublishedMember['record'][number]['windows'] = [],
): z.infer<typeof Pick> {
  const { id, member_id: member, company, nonce, commitment } = pick;
  return {
    id,
    round: round.id,
    company,
    nonce,
    commitment,
    commitsTo: committedText({ member, round: round.id, company, nonce }),
    madeAt: pick.made_at,
    locksAt: round.locks_at,
    windows: WINDOWS.map((days) => ({
      days,
      closes: windowEnd(dayOfMoment(round.locks_at), days),
      state: graded.find((window) => window.days === days)?.state ?? 'pending',
    })),
  };
}

export default [own, make];
