/** What an expression can begin with. */
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { ACTS } from '../../../src/features/reader/lexicon/acts.ts';
import { ANY, beginnings } from '../../../src/features/reader/lexicon/beginnings.ts';
import { EVERYDAY } from '../../../src/features/reader/lexicon/everyday.ts';
import { NUMBERS } from '../../../src/features/reader/lexicon/numbers.ts';
import { REMARKS } from '../../../src/features/reader/lexicon/remarks.ts';
import { fittingQuestions } from '../../support/examination.ts';

const CASES: readonly (readonly [string, string[]])[] = [
  ['best week', ['be']],
  ['rise|gain', ['ga', 'ri']],
  ['(?:is |are )?backing', ['ar', 'ba', 'is']],
  ['(?:(?:the|so) )*only', ['on', 'so', 'th']],
  ['(?:a|(?:b|c)?)d', ['ad', 'bd', 'cd', 'd ']],
  ['s?tops', ['st', 'to']],
  ['(?!no )(?:now)', ['no']],
  ['(?<=the )first', ['fi']],
  ['(?:up|>=)', ['>=', 'up']],
  ['ab*c?', ['a ', 'ab', 'ac']],
  ['ab+', ['ab']],
  ['(?:a?)*b', [`a${ANY}`, 'b ', ANY]],
  ['x[a-f]$', [`x${ANY}`]],
  ['\\d+ weeks', [ANY]],
  ['(?:so ){0,2}much', [ANY]],
  ['(so)? much', [ANY]],
];

for (const [source, expected] of CASES)
  test(`${source} begins with ${expected.join(', ')}`, () => {
    deepEqual([...beginnings(source, 2)].toSorted(), expected.toSorted());
  });

test('whatever an expression of the lexicon matches begins so', async () => {
  const questions = await fittingQuestions();
  const text = questions.map(({ question }) => question.toLowerCase()).join(' ');
  let matches = 0;
  for (const [source] of [ACTS, EVERYDAY, NUMBERS, REMARKS].flat()) {
    const known = [...beginnings(source, 3)];
    for (const [found] of text.matchAll(new RegExp(`(?<=^| )(?:${source})(?= |$)`, 'g'))) {
      matches++;
      const isKnown = known.some((one) => `${found}  `.startsWith(one.replace(ANY, '')));
      ok(found === '' || isKnown, `${source}: ${found}`);
    }
  }
  ok(matches > 1000);
});
