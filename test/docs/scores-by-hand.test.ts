/** The scores that docs/method.md works out by hand are the published ones. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { EvidenceRecord, Startup } from '../../src/pipeline/edition/record.ts';
import { breadth, compositeIndex } from '../../src/pipeline/signals/rank.ts';
import { shippedPublication } from '../../tools/shipped.ts';
import { type Row, readDocument } from './tables.ts';

const SECTION = 'By hand: the scores of Sim Studio, 2025-w06';
const [SLUG, PERIOD] = ['sim', '2025-w06'];

const numbersIn = (text: string) =>
  [...text.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number));

describe('the scores worked out by hand', () => {
  let rows: Row[];
  let startups: ReadonlyMap<string, Startup>;
  let evidence: ReadonlyMap<string, EvidenceRecord>;
  before(async () => {
    rows = (await readDocument('method.md')).rows.filter(({ section }) => section === SECTION);
    const { editions } = await shippedPublication();
    startups = await editions.startups(PERIOD);
    evidence = await editions.evidence(PERIOD);
  });

  const cell = (column: string, name: string, value: string) =>
    rows.find(({ cells }) => cells[column]?.text === name)?.cells[value]?.text ?? '';
  const own = () => {
    const known = evidence.get(SLUG);
    assert.ok(known);
    return known;
  };

  it('start from the published pace, newcomers and concentration', () => {
    const { work, newcomerShare, concentration } = own();
    assert.deepEqual(numbersIn(cell('number', 'pace', 'value')), work.weeklyPace);
    assert.deepEqual(numbersIn(cell('number', 'newcomerShare', 'computation')), [
      work.newcomerDays,
      work.workDays,
    ]);
    assert.equal(cell('number', 'newcomerShare', 'value'), String(newcomerShare));
    assert.equal(cell('number', 'concentration', 'value'), String(concentration));
    const written = Number(cell('number', 'breadth', 'value'));
    assert.ok(Math.abs(written - breadth(concentration)) < 1e-9);
  });

  it('follow the formulas, written out once more', () => {
    const { work, paceGrowth } = own();
    const levels = work.weeklyPace.map((pace) => Math.log(1 + pace));
    const average = (halfLife: number) => {
      const weights = levels.map((_, ago) => 0.5 ** (ago / halfLife));
      const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
      return sum(levels.map((level, ago) => level * (weights[ago] ?? 0))) / sum(weights);
    };
    const squares = levels.slice(1).map((before, ago) => ((levels[ago] ?? 0) - before) ** 2);
    const variance = squares.reduce((total, square) => total + square, 0) / 2 / squares.length;
    const share = squares.length / (squares.length + 13);
    const noise = Math.sqrt(share * variance + (1 - share) * 0.4 ** 2);
    const values = { fast: average(4), slow: average(26), own: variance, noise };
    for (const [name, value] of Object.entries(values))
      assert.equal(cell('number', name, 'value'), value.toFixed(6), name);
    assert.equal(cell('number', 'y', 'value'), levels.map((level) => level.toFixed(6)).join(', '));
    assert.equal(((values.fast - values.slow) / noise).toFixed(6), paceGrowth.toFixed(6));
    assert.equal(cell('number', 'paceGrowth', 'value'), paceGrowth.toFixed(6));
  });

  it('stand among as many startups as the text says', () => {
    const active = [...startups.values()].filter(({ commitVelocity14d }) => commitVelocity14d > 0);
    const index = ({ slug, scores }: Startup) =>
      compositeIndex(scores, evidence.get(slug)?.concentration ?? 0);
    const ranked: Record<string, (startup: Startup) => number> = {
      velocity: ({ commitVelocity14d }) => commitVelocity14d,
      growth: ({ slug }) => evidence.get(slug)?.paceGrowth ?? 0,
      novelty: ({ slug }) => evidence.get(slug)?.newcomerShare ?? 0,
      composite: index,
    };
    const startup = startups.get(SLUG);
    assert.ok(startup);
    for (const [score, value] of Object.entries(ranked)) {
      const below: number = active.filter((other) => value(other) < value(startup)).length;
      const expected: string = `${below} below: 100 · ${below}.5 / ${active.length} = `;
      const computed = rows.find(({ cells }) => cells['score']?.text === score)?.cells;
      const text = Object.values(computed ?? {}).map((each) => each.text);
      assert.ok(
        text.some((part) => part.includes(expected)),
        `${score}: ${expected}`,
      );
      assert.equal(text.at(-1), String(startup.scores[score as keyof Startup['scores']]), score);
    }
    assert.ok(cellsText(rows).includes(`= ${index(startup).toFixed(6)};`));
  });
});

function cellsText(rows: readonly Row[]): string {
  return rows.flatMap(({ cells }) => Object.values(cells).map(({ text }) => text)).join('\n');
}
