/** The deep signal on the shipped data: what it says follows from what is published. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { similarity } from '../../../src/features/deep-signal/comparables.ts';
import {
  DeepSignal,
  DeepSignalMiss,
  deepSignal,
} from '../../../src/features/deep-signal/deep-signal.ts';
import type { Startup } from '../../../src/pipeline/edition/record.ts';
import type { Published } from '../../../src/published/published.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

let published: Published;
let startups: ReadonlyMap<string, Startup>;
/** The deep signal of every startup in the current period. */
let all: DeepSignal[];
before(async () => {
  published = await shippedPublication();
  startups = await published.editions.startups(published.editions.latest);
  const answers = await Promise.all(
    [...startups.keys()].map((slug) => deepSignal(published, slug)),
  );
  all = answers.filter((answer) => answer.found);
  assert.equal(all.length, startups.size);
});
const startup = (slug: string): Startup => {
  const found = startups.get(slug);
  assert.ok(found, slug);
  return found;
};

describe('a deep signal', () => {
  it('is what its schema says, for every startup', () => {
    for (const answer of all) assert.deepEqual(DeepSignal.parse(answer), answer);
  });

  it('ranks within the sector as the sector’s page does', async () => {
    const { sectors } = await published.editions.signals(published.editions.latest);
    for (const { slug: sector, startups: order } of sectors) {
      const ranks = all.filter((answer) => answer.sector === sector);
      assert.equal(ranks.length, order.length);
      for (const { slug, rank } of ranks) {
        assert.equal(order[rank.inSector - 1]?.slug, slug);
        assert.equal(rank.sectorTotal, order.length);
        if (rank.inSector === 1) assert.equal(rank.sectorPercentile, 100);
        else if (rank.inSector === order.length) assert.equal(rank.sectorPercentile, 0);
      }
    }
  });

  it('has a thesis of two to four sentences, in which every number is of the record', () => {
    for (const { slug, thesis, rank } of all) {
      const record = startup(slug);
      const { name, commitVelocity14d, contributors, newRepos, scores, agentShare } = record;
      const exit = record.statusBasis;
      const told = [name, exit?.by, exit?.announcedOn, exit?.closedOn].reduce<string>(
        (text, known) => text.replace(known ?? '', ''),
        thesis,
      );
      const sentences = told.split(/(?<=\.) (?=[A-Z\d])/);
      assert.ok(sentences.length >= 2 && sentences.length <= 4, thesis);
      const sector = published.registry.sectors.find((one) => one.slug === record.sector);
      const known = new Set(
        [
          commitVelocity14d,
          contributors,
          newRepos,
          scores.composite,
          rank.inSector,
          rank.sectorTotal,
          Math.round(agentShare * 100),
          Number.parseInt(record.commitVelocityChange.replace(/^[+-]/, ''), 10),
          Number.parseInt(record.contributorGrowth.replace(/^[+-]/, ''), 10),
          // The week since which its type stands.
          ...(record.signalSince === null ? [] : [Number(record.signalSince.split('-w')[1])]),
          // The windows and the scale.
          14,
          30,
          100,
        ].map(String),
      );
      const numbers = told
        .replace(sector?.name ?? '', '')
        .replaceAll(',', '')
        .match(/\d+(?:\.\d+)?/g);
      for (const number of numbers ?? []) assert.ok(known.has(number), `${number} in: ${thesis}`);
    }
  });

  it('has five comparables: others of the period, most similar first', () => {
    for (const { slug, comparables } of all) {
      assert.equal(comparables.length, 5);
      assert.equal(new Set(comparables.map((one) => one.slug)).size, 5);
      let last = 1;
      for (const other of comparables) {
        assert.notEqual(other.slug, slug);
        assert.equal(other.composite, startup(other.slug).scores.composite);
        assert.ok(other.similarity <= last && other.similarity >= 0, slug);
        last = other.similarity;
      }
      const farthest = [...startups.values()]
        .filter((other) => other.slug !== slug)
        .map((other) => similarity(startup(slug), other))
        .sort((a, b) => b - a);
      assert.equal(comparables[4]?.similarity, farthest[4]);
    }
  });

  it('has those of the last 26 periods in which it was covered, as they were published', async () => {
    const { periods, startups } = await published.editions.history();
    assert.ok(all.length > 100);
    for (const { slug, history } of all) {
      const covered = periods
        .map((period, index) => [period, startups[slug]?.velocity[index] ?? null] as const)
        .slice(-26)
        .filter(([, velocity]) => velocity !== null)
        .reverse();
      assert.deepEqual(
        history.map(({ period, commitVelocity14d }) => [period, commitVelocity14d]),
        covered,
        slug,
      );
    }
    const [tenth = ''] = periods.slice(-10);
    const records = await published.editions.startups(tenth);
    for (const { slug, history } of all)
      assert.equal(
        history.find(({ period }) => period === tenth)?.commitVelocity14d,
        records.get(slug)?.commitVelocity14d,
        slug,
      );
  });
});

describe('similarity', () => {
  it('is the same both ways, and 1 of a startup with itself', () => {
    const [one, other] = [startup('langfuse'), startup('prefect')];
    assert.equal(similarity(one, one), 1);
    assert.equal(similarity(one, other), similarity(other, one));
  });
});

describe('what is not there', () => {
  it('is not found, named back, and never another startup', async () => {
    for (const name of [
      'Langfuze',
      'no such startup',
      'ｌａｎｇｆｕｓｅ inc extra',
      '🦄',
      "'--",
      '0',
    ]) {
      const answer = await deepSignal(published, name);
      assert.equal(answer.found, false, name);
      assert.deepEqual(DeepSignalMiss.parse(answer), answer);
      assert.ok(!answer.found);
      assert.equal(answer.name, name);
    }
  });

  it('is said of a tracked startup that the period does not cover', async () => {
    const { meta } = await published.editions.signals(published.editions.latest);
    const [missing] = meta.notCovered;
    assert.ok(missing);
    const answer = await deepSignal(published, missing.slug);
    assert.ok(!answer.found);
    assert.match(answer.notes[0] ?? '', /is tracked, but not covered/);
  });
});
