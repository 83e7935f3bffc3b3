/** Scores against a base rate, their intervals, and reliability. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Graded,
  MIN_IN_BIN,
  reliability,
  scoresOf,
} from '../../../src/features/forecasts/scores.ts';
import { seeded } from '../../../src/lib/random.ts';

/** Startups of two kinds, whose chances differ; whoever knows the kinds beats the base rate. */
function world(forecastOf: (chance: number, random: () => number) => number): Graded[] {
  const random = seeded(3);
  return Array.from({ length: 4_000 }, (_, at): Graded => {
    const company = at % 100;
    const chance = company < 50 ? 0.02 : 0.3;
    return {
      company: `s${company}`,
      block: Math.floor(at / 400),
      probability: forecastOf(chance, random),
      base: 0.16,
      happened: random() < chance,
    };
  });
}

describe('skill', () => {
  it('is found where there is some', async () => {
    const { brier, log } = (await scoresOf(world((chance) => chance)))?.skill ?? {};
    assert.ok(brier && brier.low > 0 && brier.value > 0.05);
    assert.ok(log && log.low > 0);
  });

  it('is not found in noise about the base rate', async () => {
    const noise = world((_, random) => 0.16 + (random() - 0.5) * 0.02);
    const { brier } = (await scoresOf(noise))?.skill ?? {};
    assert.ok(brier && brier.low < 0.001);
  });

  it('is below zero for forecasts that are worse', async () => {
    const { brier } = (await scoresOf(world((chance) => 0.32 - chance)))?.skill ?? {};
    assert.ok(brier && brier.high < 0);
  });

  it('has no interval with one quarter or one startup', async () => {
    const rows = world((chance) => chance);
    assert.equal((await scoresOf(rows.filter(({ block }) => block === 0)))?.skill, null);
    assert.equal((await scoresOf(rows.filter(({ company }) => company === 's1')))?.skill, null);
    assert.equal(await scoresOf([]), undefined);
  });
});

describe('reliability', () => {
  it('is shown once thirty forecasts are in a bin', async () => {
    const row = { company: 'a', block: 0, probability: 0.045, base: 0.05, happened: false };
    const rows = Array.from({ length: MIN_IN_BIN - 1 }, () => row);
    const shownIn = async (all: readonly Graded[]) =>
      (await reliability(all)).find(({ from, to }) => from <= 0.045 && 0.045 < to);
    assert.equal((await shownIn(rows))?.share, null);
    assert.equal((await shownIn(rows))?.forecasts, 29);
    assert.equal((await shownIn([...rows, { ...row, happened: true }]))?.share, 1 / 30);
  });

  it('has every forecast in one bin', async () => {
    const rows = world((_, random) => random());
    const inBins = (await reliability(rows)).reduce((sum, { forecasts }) => sum + forecasts, 0);
    assert.equal(inBins, rows.length);
  });
});
