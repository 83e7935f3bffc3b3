/** Made-up users on the shipped registry: what docs/scouts.md says of them. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type TrackRecord, trackRecord } from '../../../src/features/scout/track-record.ts';
import { isoDay } from '../../../src/lib/period.ts';
import { shippedPublication } from '../../../tools/shipped.ts';
import { readDocument } from '../../docs/tables.ts';
import { everything, type SimulatedRow, simulated } from './simulation.ts';

/** A few more events in the registry move scores only a little, so the documented ones need no update. */
const MAX_DRIFT = 3;

let record: TrackRecord;
before(async () => {
  record = await (await shippedPublication()).derived(trackRecord);
});

describe('made-up users', () => {
  let all: readonly SimulatedRow[];
  before(() => {
    all = simulated(record);
  });
  const of = (name: RegExp) => all.filter((row) => name.test(row.name));

  it('score about 50 without knowledge, by any habit and number of stars', () => {
    const unknowing = of(/at random|popular|news/);
    assert.equal(unknowing.length, 12);
    for (const { name, stars, mean, share50 } of unknowing) {
      assert.ok(Math.abs(mean - 50) <= 4, `${name}, ${stars}: ${mean}`);
      assert.ok(share50 >= 0.9, `${name}, ${stars}: ${share50}`);
    }
  });

  it('score high if they know, once there is enough to tell', () => {
    for (const { name, stars, mean, low } of of(/two in three/)) {
      if (stars >= 20) assert.ok(mean >= 70 && low > 55, `${name}, ${stars}: ${mean}`);
      else assert.ok(mean > 55, `${name}, ${stars}: ${mean}`);
    }
    for (const { stars, mean } of of(/every third/)) if (stars >= 20) assert.ok(mean >= 60);
  });

  it('score as docs/scouts.md says', async () => {
    const { rows } = await readDocument('scouts.md');
    const shown = rows.filter(({ cells }) => 'mean score' in cells);
    assert.ok(shown.length > 6);
    for (const { cells } of shown) {
      const [user, stars] = [cells['user']?.text, Number(cells['stars']?.text)];
      const row = all.find((each) => each.name === user && each.stars === stars);
      const [low, high] = (cells['9 in 10 users']?.text ?? '').split(' to ').map(Number);
      const pairs = [
        [Number(cells['mean score']?.text), row?.mean],
        [low, row?.low],
        [high, row?.high],
      ] as const;
      for (const [said = NaN, value = NaN] of pairs)
        assert.ok(Math.abs(said - value) <= MAX_DRIFT, `${user}, ${stars}: ${said}, ${value}`);
    }
  });
});

describe('a user who stars everything on one day', () => {
  it('scores about 50, whenever that was', () => {
    const all = everything(record);
    assert.ok(all.length >= 15);
    for (const { day, score } of all) {
      assert.ok(Math.abs(score.score - 50) <= 5, `${isoDay(day)}: ${score.score}`);
      assert.ok(score.low <= 50 && score.high >= 50, isoDay(day));
    }
  });
});

describe('the hazard of the shipped registry', () => {
  it('expects as many events as the registry has', () => {
    const { hazard, until, lives, fittedOn } = record;
    let expected = 0;
    for (const life of lives.values())
      for (const { standing, from, to } of life.spans(until))
        expected += hazard.cumulative(standing, from, to);
    assert.ok(Math.abs(expected / fittedOn.events - 1) < 0.03, `${expected} of ${fittedOn.events}`);
  });
});
