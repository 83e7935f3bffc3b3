/**
 * How complete the rounds are believed to be (docs/labels.md): two lists of the same rounds, found
 * independently of each other, and how many rounds there are if each missed what it missed by chance.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { count, percent } from '../lib/prose.ts';
import { PartialDate } from './partial-date.ts';
import { IsoDate, Line, SlugText } from './schema.ts';
import { stageOfRound } from './stage.ts';
import { type Fault, readYamlFile } from './yaml-file.ts';

const CompletenessFile = z.strictObject({
  /** The days that the other list covers. */
  from: IsoDate,
  until: IsoDate,
  /** When the rounds were compared; what was found later is not among them. */
  compared: IsoDate,
  /** What the registry had been compared with. */
  other: z.strictObject({ title: Line(200), url: z.url(), says: Line(400) }),
  rounds: z
    .array(
      z.strictObject({
        company: SlugText,
        round: Line(40),
        announcedOn: PartialDate,
        /** Who had it: the registry before it was compared, the other list, or both. */
        in: z.enum(['registry', 'other', 'both']),
      }),
    )
    .min(1),
});

export type Completeness = z.infer<typeof CompletenessFile>;
type Compared = Completeness['rounds'][number];

/** Reads `completeness.yaml` of a registry folder. */
export function readCompleteness(folder: string): {
  completeness: Completeness | undefined;
  faults: Fault[];
} {
  const { value, faults } = readYamlFile(join(folder, 'completeness.yaml'), CompletenessFile);
  return { completeness: value, faults };
}

/** Fewer rounds in both lists say nothing of how many both missed. */
const MIN_IN_BOTH = 5;

type Estimate = {
  /** Rounds that the registry had, that the other list has, that both have, and that either has. */
  registry: number;
  other: number;
  both: number;
  either: number;
  /** All rounds with an interval of 95 %; null where too few are in both lists. */
  all: { estimate: number; low: number; high: number } | null;
};

/**
 * Chapman's estimate of all rounds, and an interval in which the number that both lists missed is
 * log-normal (Chao, Biometrics 43, 1987), so that it never lies below what is known.
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

/** A line of a Markdown table for all rounds, each year, and each group of stages. */
export function completenessTable({ rounds }: Completeness): string[] {
  const years = [...new Set(rounds.map(yearOf))].toSorted();
  const groups: [string, Compared[]][] = [
    ['all', [...rounds]],
    ...years.map((year): [string, Compared[]] => [
      year,
      rounds.filter((round) => yearOf(round) === year),
    ]),
    ...STAGE_GROUPS.map((stage): [string, Compared[]] => [
      stage,
      rounds.filter(({ round }) => stageGroup(round) === stage),
    ]),
  ];
  return groups.map(([name, group]) => tableRow(name, estimateOf(group)));
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

/** What a reader has to know who takes silence for an answer. */
export function completenessNote({ from, until, rounds }: Completeness): string {
  const { either, all } = estimateOf(rounds);
  if (all === null) return SILENCE;
  const share = (of: number) => percent(either / of);
  return `${SILENCE} Of the rounds of tracked companies that were announced from ${from} to ${until}, an estimated ${share(all.estimate)} are known (95% interval: ${share(all.high)} to ${share(all.low)}). For other years and for exits there is no estimate.`;
}

const SILENCE = 'That no round or exit of a company is listed does not show that there was none.';
