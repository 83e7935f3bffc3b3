/**
 * Estimates how complete the funding rounds are (docs/diligence.md), by capture–recapture: two
 * independently compiled lists are compared, and the total is estimated on the assumption that each
 * missed rounds at random.
 */
import { z } from 'zod';
import { count, percent } from '../lib/prose.ts';
import { PartialDate } from './partial-date.ts';
import { IsoDate, Line, SlugText } from './schema.ts';
import { stageOfRound } from './stage.ts';

export const CompletenessFile = z.strictObject({
  /** First day that the other list covers. */
  from: IsoDate,
  until: IsoDate,
  /** When the lists were compared; rounds found later are not included. */
  compared: IsoDate,
  /** The list that the registry was compared with. */
  other: z.strictObject({ title: Line(200), url: z.url(), says: Line(400) }),
  rounds: z
    .array(
      z.strictObject({
        company: SlugText,
        round: Line(40),
        announcedOn: PartialDate,
        /** In the registry as it was before the comparison, in the other list, or in both. */
        in: z.enum(['registry', 'other', 'both']),
      }),
    )
    .min(1),
});

export type Completeness = z.infer<typeof CompletenessFile>;
type Compared = Completeness['rounds'][number];

/** With fewer rounds in both lists, no estimate is made. */
const MIN_IN_BOTH = 5;

type Estimate = {
  /** Number of rounds in the registry, in the other list, in both, and in either. */
  registry: number;
  other: number;
  both: number;
  either: number;
  /** The estimated total with its 95% interval; null if too few rounds are in both lists. */
  all: { estimate: number; low: number; high: number } | null;
};

/**
 * Chapman's estimate of the total, with an interval that treats the number missed by both lists as
 * log-normal (Chao, Biometrics 43, 1987), so that it never falls below the number known.
 */
export function estimateOf(rounds: readonly Pick<Compared, 'in'>[]): Estimate {
  const countOf = (where: Compared['in']) => rounds.filter((round) => round.in === where).length;
  const both = countOf('both');
  const registry = countOf('registry') + both;
  const other = countOf('other') + both;
  const either = rounds.length;
  const known = { registry, other, both, either };
  if (both < MIN_IN_BOTH) return { ...known, all: null };
  const estimate = ((registry + 1) * (other + 1)) / (both + 1) - 1;
  const variance =
    ((registry + 1) * (other + 1) * (registry - both) * (other - both)) /
    ((both + 1) ** 2 * (both + 2));
  const missed = estimate - either;
  if (missed <= 0) return { ...known, all: { estimate, low: either, high: either } };
  const spread = Math.exp(1.96 * Math.sqrt(Math.log(1 + variance / missed ** 2)));
  return {
    ...known,
    all: { estimate, low: either + missed / spread, high: either + missed * spread },
  };
}

/** The rows of a Markdown table: all rounds, each year, and each group of stages. */
export function completenessTable({ rounds }: Completeness): string[] {
  const rowOf = (name: string, isIn: (round: Compared) => boolean) =>
    tableRow(name, estimateOf(rounds.filter(isIn)));
  return [
    rowOf('all', () => true),
    ...[...new Set(rounds.map(yearOf))]
      .toSorted()
      .map((year) => rowOf(year, (round) => yearOf(round) === year)),
    ...STAGE_GROUPS.map((stage) => rowOf(stage, ({ round }) => stageGroup(round) === stage)),
  ];
}

/** `| 2024 | 30 | 29 | 13 | 46 | 65 (54 to 93) | 70% (49% to 85%) |` */
function tableRow(name: string, { registry, other, both, either, all }: Estimate): string {
  const share = (of: number) => percent(either / of);
  const estimated =
    all === null
      ? ['too few in both', 'unknown']
      : [
          `${count(all.estimate)} (${count(all.low)} to ${count(all.high)})`,
          `${share(all.estimate)} (${share(all.high)} to ${share(all.low)})`,
        ];
  return `| ${[name, registry, other, both, either, ...estimated].join(' | ')} |`;
}

function yearOf({ announcedOn }: Compared): string {
  return announcedOn.slice(0, 4);
}

const STAGE_GROUPS = ['Pre-seed and seed', 'Series A and B', 'Growth', 'no stage'] as const;

function stageGroup(round: string): (typeof STAGE_GROUPS)[number] {
  const stage = stageOfRound(round);
  if (stage === undefined) return 'no stage';
  if (stage === 'Growth') return 'Growth';
  return stage === 'Series A/B' ? 'Series A and B' : 'Pre-seed and seed';
}

/** Warns readers not to take a missing round for evidence that there was none. */
export function completenessNote({ from, until, rounds }: Completeness): string {
  const { either, all } = estimateOf(rounds);
  if (all === null) return SILENCE;
  const share = (of: number) => percent(either / of);
  return `${SILENCE} Of the rounds that tracked companies announced from ${from} to ${until}, an estimated ${share(all.estimate)} are known (95% interval: ${share(all.high)} to ${share(all.low)}). There is no estimate for other years or for exits.`;
}

const SILENCE = 'No listed round or exit does not show that there was none.';
