import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Cover } from '../../../../src/features/answers/loose/cover.ts';

const entries = [
  {
    target: 'refund',
    phrasings: ['Can I get a refund?'],
    answer: 'A refund is made where the payment was made.',
  },
  {
    target: 'erase',
    phrasings: ['How can I be erased from the data?'],
    answer: 'Write to the operator and name the addresses that you commit with.',
  },
  {
    target: 'erase-again',
    phrasings: ['How do I erase my data?'],
    answer: 'See how to be erased from the data.',
  },
];
const cover = new Cover(
  entries,
  (one, other) => one.startsWith('erase') && other.startsWith('erase'),
);

describe('the passage that covers most of a question', () => {
  it('is found in other words and in any order', () => {
    const found = cover.best('my personal data: could somebody please delete it');
    assert.match(found?.target ?? '', /^erase/);
    assert.ok(found && found.margin > 0.2, 'near entries are no rivals');
    assert.equal(cover.best('is there money back if I am not happy')?.target, 'refund');
  });

  it('tells how much of the question is in no passage', () => {
    assert.equal(cover.best('refund?')?.foreign, 0);
    const strange = cover.best('refund for zebras in Antarctica');
    assert.ok(strange && strange.foreign > 0.5);
    assert.equal(cover.best('what is it?'), undefined);
  });
});
