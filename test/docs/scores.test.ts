/** The formulas of docs/method.md, section 6, written out once more, give the published scores. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { EvidenceRecord, Startup } from '../../src/pipeline/edition/record.ts';
import { shippedPublication } from '../../tools/shipped.ts';

/** The first commit of this company is five full weeks old, so its past is short. */
const [SLUG, PERIOD] = ['sim', '2025-w06'];

let startups: ReadonlyMap<string, Startup>;
let evidence: ReadonlyMap<string, EvidenceRecord>;
before(async () => {
  const { editions } = await shippedPublication();
  startups = await editions.startups(PERIOD);
  evidence = await editions.evidence(PERIOD);
});

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
const evidenceFor = (slug: string) => evidence.get(slug) ?? assert.fail(slug);

it('growth compares the paces in units of noise, and novelty is the share of newcomers', () => {
  const { work, paceGrowth, newcomerShare } = evidenceFor(SLUG);
  assert.equal((work.newcomerDays / work.workDays).toFixed(6), newcomerShare.toFixed(6));
  assert.equal(work.weeklyPace.length, 5);
  const levels = work.weeklyPace.map((pace) => Math.log(1 + pace));
  const average = (halfLife: number) => {
    const weights = levels.map((_, ago) => 0.5 ** (ago / halfLife));
    return sum(levels.map((level, ago) => level * (weights[ago] ?? 0))) / sum(weights);
  };
  const squares = levels.slice(1).map((before, ago) => ((levels[ago] ?? 0) - before) ** 2);
  const share = squares.length / (squares.length + 13);
  const noise = Math.sqrt((share * sum(squares)) / 2 / squares.length + (1 - share) * 0.4 ** 2);
  assert.equal(((average(4) - average(26)) / noise).toFixed(6), paceGrowth.toFixed(6));
});

it('scores are percentiles among the startups with commits', () => {
  const active = [...startups.values()].filter(({ commitVelocity14d }) => commitVelocity14d > 0);
  const index = ({ slug, scores: { velocity, growth, novelty } }: Startup) => {
    const breadth = Math.min(1, (1 - evidenceFor(slug).concentration) / 0.4);
    return (0.15 * velocity + 0.7 * growth + 0.15 * novelty) * breadth;
  };
  const ranked: Record<keyof Startup['scores'], (startup: Startup) => number> = {
    velocity: ({ commitVelocity14d }) => commitVelocity14d,
    growth: ({ slug }) => evidenceFor(slug).paceGrowth,
    novelty: ({ slug }) => evidenceFor(slug).newcomerShare,
    composite: (startup) => Number(index(startup).toFixed(9)),
  };
  for (const [score, value] of Object.entries(ranked))
    for (const startup of active) {
      const below = active.filter((other) => value(other) < value(startup)).length;
      const ties = active.filter((other) => value(other) === value(startup)).length;
      assert.equal(
        startup.scores[score as keyof typeof ranked],
        Math.round((100 * (below + ties / 2)) / active.length),
        `${startup.slug}: ${score}`,
      );
    }
});
