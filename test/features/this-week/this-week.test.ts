/** What the first page says of a week: headline, what changed by name, who came and went. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeChange, plainText } from '../../../src/features/this-week/evidence-words.ts';
import { headline } from '../../../src/features/this-week/headline.ts';
import { movesBetween } from '../../../src/features/this-week/top-moves.ts';
import type { SignalsResponse, Startup } from '../../../src/pipeline/edition/record.ts';
import { exampleEdition, exampleEvidence, exampleStartup } from '../../web/fixture.ts';

describe('what changed', () => {
  const evidence = exampleEvidence(exampleStartup(1));
  const told = (signalType: Startup['signalType'], signalStrength: Startup['signalStrength']) =>
    plainText(describeChange({ signalType, signalStrength }, evidence) ?? []);

  it('names the release, the packages, the repository and the people who stayed', () => {
    assert.equal(
      told('Deploy frequency spike', 'strong'),
      'Released on 2 of the last 28 days, against a median of 1 before, most recently core v1.2.0 on 5 August.',
    );
    assert.equal(
      told('Framework migration', 'strong'),
      'Replaced old by new (test runner) in core on 4 August.',
    );
    assert.equal(told('Infrastructure buildout', 'weak'), 'Opened example/new.');
    assert.equal(
      told('Engineering hiring burst', 'weak'),
      'Has 0 new regulars, of the 3 people who joined in the last eight weeks, against a median of 0 before.',
    );
  });

  it('names the last release where there is no signal, and nothing where there is none', () => {
    assert.equal(told('Framework migration', 'none'), 'Released core v1.2.0 on 5 August.');
    assert.equal(
      describeChange({ signalType: 'Framework migration', signalStrength: 'none' }, undefined),
      undefined,
    );
  });
});

describe('the headline', () => {
  it('compares the leader’s fortnight with the median of its year', () => {
    const { signals, history } = exampleEdition([exampleStartup(1, { commitVelocity14d: 900 })]);
    const own = history.startups['example-1'];
    assert.ok(own);
    const flat = {
      ...history,
      startups: { 'example-1': { ...own, velocity: own.velocity.map(() => 300) } },
    };
    const said = headline(signals, flat);
    assert.equal(said?.number, '900 commits');
    assert.equal(said?.after, ' in the fortnight to 16 August, 3 times the median of its year.');
  });

  it('compares with nothing where less than a quarter is known', () => {
    const { signals, history } = exampleEdition([exampleStartup(1)]);
    const said = headline(signals, { ...history, startups: {} });
    assert.equal(said?.after, ' in the fortnight to 16 August.');
  });

  it('is absent where nobody is ranked', () => {
    const { signals, history } = exampleEdition(0);
    assert.equal(headline(signals, history), undefined);
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
        why: 'score up from 70 to 85, a pace further above its own year',
      },
    ]);
    assert.deepEqual(left, [
      {
        slug: 'a',
        name: 'a',
        place: 1,
        why: 'score down from 90 to 60, a pace closer to that of its own year',
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
