import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Clause } from '../../../src/features/reader/wording/asides.ts';
import { withoutAsides } from '../../../src/features/reader/wording/asides.ts';
import { withoutFrame } from '../../../src/features/reader/wording/frames.ts';
import { withoutIdentifiers } from '../../../src/features/reader/wording/identifiers.ts';
import { nounForms, verbForms } from '../../../src/features/reader/wording/inflections.ts';
import { isNeutral } from '../../../src/features/reader/wording/neutral.ts';

const NOTHING: Clause = {
  isTelling: false,
  isPicking: false,
  picks: [],
  isStrange: false,
  isKnown: false,
  names: [],
  entities: [],
  namesStranger: false,
  hasTime: false,
};

describe('the wording of a question', () => {
  it('is found behind greetings, requests and thanks', () => {
    for (const framed of [
      'Hi there, can you tell me who leads security?',
      "Quick question: I'd like to know who leads security, please?",
      'Do you happen to know who leads security? Thanks!',
    ])
      assert.equal(withoutFrame(framed).replace(/[?!.]+$/, ''), 'who leads security');
    assert.equal(withoutFrame('please'), 'please');
  });

  it('has fields in words, and leaves domains and names alone', () => {
    assert.equal(withoutIdentifiers('top 3 agent_share'), 'top 3 agent share');
    assert.equal(withoutIdentifiers('commitVelocity14d of x'), 'commits of x');
    assert.equal(withoutIdentifiers('signalStrength=strong').trim(), 'strong');
    assert.equal(
      withoutIdentifiers('turso.tech and owner/my-repo'),
      'turso.tech and owner/my-repo',
    );
  });

  it('is kept without asides, unless these tell something', () => {
    const question = 'We met Polar. How many commits do they have?';
    assert.equal(
      withoutAsides(question, (text) => {
        const names = /Polar/.test(text) ? ['Polar'] : [];
        return { ...NOTHING, names, entities: names };
      }),
      'Polar, How many commits do they have?',
    );
    assert.equal(
      withoutAsides(question, () => ({ ...NOTHING, isTelling: true, isPicking: true })),
      'We met Polar., How many commits do they have?',
    );
  });

  it('is kept without sentences about whoever asks, unless these pick startups', () => {
    const clause = (text: string): Clause => ({
      ...NOTHING,
      isStrange: true,
      isPicking: /European/.test(text),
      entities: /Nango/.test(text) ? ['Nango'] : [],
    });
    for (const [question, asked] of [
      ["I'm cleaning up our watch list. Which startups are silent?", 'Which startups are silent?'],
      ['Who leads security? Our committee meets soon.', 'Who leads security?'],
      [
        'I sit on the board of Nango and want to know how many people it has',
        'Nango, how many people it has',
      ],
      ['We met Nango. Which startups are silent?', 'Which startups are silent?'],
      ['For a box in the magazine: who leads security?', 'who leads security?'],
      ['Honest question: who leads security?', 'who leads security?'],
    ] as const)
      assert.equal(withoutAsides(question, clause), asked);
    for (const question of [
      'We invest in European startups. Which leads security?',
      'Our fund excludes flumbergasts. Who leads security?',
      'I mean the ones with flumbergasts. Who leads security?',
    ])
      assert.equal(withoutAsides(question, clause).replace('., ', '. '), question);
  });

  it('asks about a deal that somebody heard of, and keeps what else was heard', () => {
    const clause = () => ({ ...NOTHING, isKnown: true });
    for (const [question, asked] of [
      ['I heard that A bought B. When was that?', 'A bought B. When was that?'],
      ['Rumour has it A raised money. How much?', 'A raised money. How much?'],
      ['A colleague said A was sold to B. What date?', 'A was sold to B. What date?'],
      ['A bought B. When was that?', 'A bought B. When was that?'],
    ] as const)
      assert.equal(withoutAsides(question, clause).replace('., ', '. '), asked);
    // Another thing is asked.
    const other = 'I heard that A bought B. Who leads security?';
    assert.equal(withoutAsides(other, clause), 'Who leads security?');
  });

  it('knows the forms of verbs and nouns', () => {
    assert.deepEqual(verbForms('ship'), ['ship', 'ships', 'shipped', 'shipping']);
    assert.deepEqual(verbForms('snatch up')[2], 'snatched up');
    assert.deepEqual(verbForms('carry'), ['carry', 'carries', 'carried', 'carrying']);
    assert.deepEqual(nounForms('company'), ['company', 'companies']);
  });

  it('leaves out what changes nothing, and never what is counted', () => {
    assert.ok(isNeutral('boasts', false));
    assert.ok(!isNeutral('reviews', true));
    for (const telling of ['not', 'never', 'only', 'employees', 'revenue', 'except', 'daily'])
      assert.ok(!isNeutral(telling, false), telling);
  });
});
