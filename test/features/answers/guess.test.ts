/** Guesses learnt from phrasings. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Guess } from '../../../src/features/answers/guess.ts';

const PHRASINGS: Readonly<Record<string, readonly string[]>> = {
  refund: ['Can I get a refund?', 'Is money given back for unused credits?', 'Return a pack'],
  licence: [
    'What is the licence of the data?',
    'May I print the numbers?',
    'Is attribution needed?',
  ],
  feed: ['Is there a feed?', 'Can I subscribe by RSS?', 'Where is the Atom address?'],
};

const learnt = () =>
  Guess.learnt(
    Object.entries(PHRASINGS).flatMap(([target, texts]) =>
      texts.map((text) => ({ text, target, context: `All about the ${target} policy.` })),
    ),
  );

describe('a guess', () => {
  it('names the passage whose words a question has, in any order and misspelt', async () => {
    const guess = await learnt();
    for (const [question, target] of [
      ['We did not use our credits. Is there money back?', 'refund'],
      ['an RSS address to subscribe to', 'feed'],
      ['print these numbers, with attributoin', 'licence'],
    ] as const)
      assert.equal(guess.of(question).ranked[0]?.[0], target);
  });

  it('is a probability, surer of a question that it knows, and the same whenever it is learnt', async () => {
    const guess = await learnt();
    const [sure, unsure] = [guess.of('Can I get a refund?'), guess.of('Can I print a feed?')];
    for (const { ranked } of [sure, unsure]) {
      const sum = ranked.reduce((total, [, one]) => total + one, 0);
      assert.ok(Math.abs(sum - 1) < 1e-5, String(sum));
    }
    assert.ok((sure.ranked[0]?.[1] ?? 0) > (unsure.ranked[0]?.[1] ?? 0));
    assert.deepEqual(
      (await learnt()).of('Where may I print it?'),
      guess.of('Where may I print it?'),
    );
  });

  it('knows which words no passage has, and which the likeliest lacks', async () => {
    const guess = await learnt();
    const { foreign, lacking } = guess.of('refund policy for unicorns');
    assert.ok(foreign > 0.2 && foreign < 1 && lacking === foreign, `${foreign} ${lacking}`);
    assert.equal(guess.of('refund policy').lacking, 0);
    assert.ok(guess.of('refund by RSS').lacking > 0);
  });

  it('says nothing of a question without a known word, and is learnt from nothing', async () => {
    const guess = await learnt();
    for (const question of ['', '   ', 'qwrt zxcv', '🦔🦔', 'ما هي رخصة البيانات', 'x'.repeat(280)])
      assert.deepEqual(guess.of(question).ranked, []);
    assert.deepEqual((await Guess.learnt([])).of('Is there a feed?').ranked, []);
    const one = await Guess.learnt([{ text: 'Is there a feed?', target: 'feed' }]);
    assert.deepEqual(one.of('feed').ranked, [['feed', 1]]);
  });
});
