/** Guesses learnt from phrasings. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Guess } from '../../../src/features/answers/guess.ts';

const PHRASINGS = {
  refund: ['Can I get a refund?', 'Is money given back for unused credits?', 'Return a pack'],
  licence: [
    'What is the licence of the data?',
    'May I print the numbers?',
    'Is attribution needed?',
  ],
  feed: ['Is there a feed?', 'Can I subscribe by RSS?', 'Where is the Atom address?'],
};
type Name = keyof typeof PHRASINGS;

const learnt = () =>
  Guess.learnt(
    Object.entries(PHRASINGS).flatMap(([target, texts]) =>
      texts.map((text) => ({ text, target: target as Name })),
    ),
  );

let guess: Guess<Name>;
before(async () => {
  guess = await learnt();
});

const likeliest = (question: string) =>
  [...guess.of(question)].toSorted(([, one], [, other]) => other - one)[0]?.[0];

describe('a guess', () => {
  it('names the passage whose words a question has, in any order', () => {
    assert.equal(likeliest('We did not use our credits. Is there money back?'), 'refund');
    assert.equal(likeliest('an RSS address to subscribe to'), 'feed');
    assert.equal(likeliest('print these numbers, with attribution'), 'licence');
  });

  it('is a probability, surer of a question that it knows', () => {
    const sure = guess.of('Can I get a refund?');
    const unsure = guess.of('Can I print a feed?');
    for (const guesses of [sure, unsure]) {
      const sum = [...guesses.values()].reduce((total, one) => total + one, 0);
      assert.ok(Math.abs(sum - 1) < 1e-5, String(sum));
    }
    assert.ok(Math.max(...sure.values()) > Math.max(...unsure.values()));
  });

  it('is the same whenever it is learnt', async () => {
    const question = 'Where may I print it?';
    assert.deepEqual([...(await learnt()).of(question)], [...guess.of(question)]);
  });

  for (const question of ['', '   ', 'qwrt zxcv', '🦔🦔', 'ما هي رخصة البيانات', 'x'.repeat(280)])
    it(`says nothing of ${JSON.stringify(question.slice(0, 20))}`, () => {
      assert.equal(guess.of(question).size, 0);
    });

  it('is learnt from nothing, or from a single phrasing', async () => {
    assert.equal((await Guess.learnt([])).of('Is there a feed?').size, 0);
    const one = await Guess.learnt([{ text: 'Is there a feed?', target: 'feed' }]);
    assert.deepEqual([...one.of('feed')], [['feed', 1]]);
  });
});
