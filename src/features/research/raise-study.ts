/**
 * The test of whether a spike precedes a raise (docs/study.md): its results and its rounds, as
 * `npm run study -- raise --out data/study` wrote them.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from '../../lib/project-root.ts';

const FOLDER = join(PROJECT_ROOT, 'data', 'study');

const Count = z.int().nonnegative();
const Value = z.number().nullable();

const RaiseTest = z
  .object({
    name: z.string(),
    events: Count.describe('Rounds that could be compared'),
    companies: Count,
    leftOut: Count.describe('Rounds that could not'),
    flagged: Value.describe('Share of the rounds with a flag in the weeks before; null of none'),
    base: Value.describe('Mean share of the same companies’ other stretches with a flag'),
    lift: Value.describe('The first minus the second'),
    low: Value.describe('95% interval of the lift; null with fewer than ten rounds'),
    high: Value,
    p: Value.describe('By circular shifts of the flags within each company'),
    corrected: Value.describe('The same, corrected for all tests of its list (max-T)'),
    smallest: Value.describe('The smallest lift that the test finds in four of five cases'),
    smallestCorrected: Value,
  })
  .meta({ id: 'RaiseTest' });

export const RaiseStudy = z
  .object({
    draws: z.object({ seed: Count, shifts: Count, resamples: Count }),
    results: z.array(
      z.object({
        group: z.string().describe('added is confirmatory, all others are exploratory'),
        companies: Count,
        primary: RaiseTest,
        secondary: z.array(RaiseTest),
        filed: z
          .object({ announced: RaiseTest, filed: RaiseTest })
          .describe('Rounds with a known closing or filing, by both dates'),
        following: z
          .object({
            companies: Count,
            spikes: Count,
            followed: Count.describe('Spikes with a round within 12 weeks'),
            share: z.number(),
            base: z.number().describe('Share of all weeks with a round within 12 weeks'),
            low: z.number().describe('95% interval of share minus base'),
            high: z.number(),
            spikesPerEvent: Value,
            weeksPerEvent: Value,
          })
          .describe('The other direction'),
        ifUnlabelled: z
          .object({ lift: Value, low: Value, high: Value, share: Value, base: Value })
          .describe('If a fifth of the stretches without a known round had held one'),
      }),
    ),
  })
  .meta({ id: 'RaiseStudy', description: 'Every test of the study, with either result' });
export type RaiseStudy = z.infer<typeof RaiseStudy>;

export async function raiseStudy(): Promise<RaiseStudy> {
  return RaiseStudy.parse(JSON.parse(await readFile(join(FOLDER, 'results.json'), 'utf8')));
}

/** Its rounds as CSV, each with its source, its flag and its company's own base rate. */
export function raiseRounds(): Promise<string> {
  return readFile(join(FOLDER, 'rounds.csv'), 'utf8');
}
