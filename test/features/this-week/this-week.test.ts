/** The first page's account of a week: headline, changes by name, entries and exits. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { evidenceSentence, plainText } from '../../../src/features/this-week/evidence-words.ts';
import { movesBetween } from '../../../src/features/this-week/top-moves.ts';
import type { SignalsResponse, Startup } from '../../../src/pipeline/edition/record.ts';
import { SIGNAL_TYPES } from '../../../src/pipeline/signals/classify.ts';
import { exampleEdition, exampleEvidence, exampleStartup } from '../../web/fixture.ts';

describe('the evidence of a signal in words', () => {
  const { evidence } = exampleEvidence(exampleStartup(1));
  const told = (signalType: Startup['signalType'], types = evidence, subject?: string) =>
    plainText(evidenceSentence(signalType, types, subject) ?? []);

  it('names releases, packages and repositories, says what is usual, and counts people without names', (t) => {
    const hiring = 'Engineering hiring burst';
    const changed = (change: object) =>
      told(hiring, { ...evidence, [hiring]: { ...evidence[hiring], ...change } });
    const work = { ...evidence['Infrastructure buildout'], newRepositories: [] };
    const lines = [
      ...SIGNAL_TYPES.map((type) => told(type)),
      ...SIGNAL_TYPES.map((type) => told(type, evidence, 'Acorn')),
      changed({ newPeople: 19, stayed: 3, stayedBefore: [2] }),
      changed({ newPeople: 0 }),
      changed({ newPeople: null }),
      told('Infrastructure buildout', { ...evidence, 'Infrastructure buildout': work }),
    ];
    const recorded = join(import.meta.dirname, 'recorded', 'sentences.txt');
    t.assert.fileSnapshot(lines.join('\n'), recorded, { serializers: [String] });
  });

  it('is absent where a record names nothing', () => {
    assert.equal(evidenceSentence('Framework migration', undefined), undefined);
  });
});

describe('who entered the top 20 and who left it', () => {
  const scored = (slug: string, composite: number, change: Partial<Startup> = {}) =>
    exampleStartup(1, {
      slug,
      name: slug,
      scores: { velocity: 50, growth: composite, novelty: 50, composite },
      ...change,
    });
  const week = (all: readonly Startup[], trending: readonly string[]): SignalsResponse => {
    const { signals } = exampleEdition(all);
    return { ...signals, trending: all.filter(({ slug }) => trending.includes(slug)) };
  };

  it('says what moved the score', () => {
    const { entered, left } = movesBetween(
      week([scored('a', 90), scored('b', 70)], ['a']),
      week([scored('b', 85), scored('a', 60)], ['b']),
    );
    assert.deepEqual(entered, [
      {
        slug: 'b',
        name: 'b',
        place: 1,
        why: 'its score rose from 70 to 85 as its pace rose further',
      },
    ]);
    assert.deepEqual(left, [
      {
        slug: 'a',
        name: 'a',
        place: 1,
        why: 'its score fell from 90 to 60 as its pace came closer to usual',
      },
    ]);
  });

  it('says who was acquired, who is not covered, and who was too quiet to be ranked', () => {
    const acquired = {
      status: 'acquired' as const,
      statusBasis: {
        by: 'Acme',
        announcedOn: '2026-08-12',
        closedOn: null,
        sourceUrl: 'https://example.org/acme',
      },
    };
    const { entered, left } = movesBetween(
      week([scored('a', 90), scored('gone-example', 80), scored('c', 95)], ['a', 'gone-example']),
      week([scored('a', 90, acquired), scored('c', 95), scored('d', 50)], ['c', 'd']),
    );
    assert.deepEqual(
      entered.map(({ slug, why }) => [slug, why]),
      [
        ['c', 'too few commits or contributors the week before'],
        ['d', 'not covered the week before'],
      ],
    );
    assert.deepEqual(
      left.map(({ slug, why }) => [slug, why]),
      [
        ['a', 'acquired by Acme, announced 2026-08-12'],
        ['gone-example', 'not covered: the copy of gone/core ends on 2026-01-04'],
      ],
    );
  });
});
