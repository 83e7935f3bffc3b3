/** Which characters an expression can begin with. */
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { ACTS } from '../../../src/features/reader/lexicon/acts.ts';
import { EVERYDAY } from '../../../src/features/reader/lexicon/everyday.ts';
import { ANY, firstCharacters } from '../../../src/features/reader/lexicon/first-characters.ts';
import { NUMBERS } from '../../../src/features/reader/lexicon/numbers.ts';
import { REMARKS } from '../../../src/features/reader/lexicon/remarks.ts';
import { fittingQuestions } from '../../../tools/examination.ts';

const CASES: readonly (readonly [string, string[]])[] = [
  ['best week', ['b']],
  ['rise|gain', ['g', 'r']],
  ['(?:is |are )?backing', ['a', 'b', 'i']],
  ['(?:(?:the|so) )*only', ['o', 's', 't']],
  ['(?:a|(?:b|c)?)d', ['a', 'b', 'c', 'd']],
  ['s?tops', ['s', 't']],
  ['(?!no )(?:now)', ['n']],
  ['(?<=the )first', ['f']],
  ['(?:up|>=)', ['>', 'u']],
  ['[a-f]$', [ANY]],
  ['\\d+ weeks', [ANY]],
  ['(?:so ){0,2}much', [ANY]],
  ['(so)? much', [ANY]],
];

for (const [source, expected] of CASES)
  test(`${source} begins with ${expected.join(', ')}`, () => {
    deepEqual([...firstCharacters(source)].toSorted(), expected);
  });

test('whatever an expression of the lexicon matches begins so', async () => {
  const questions = await fittingQuestions();
  const text = questions.map(({ question }) => question.toLowerCase()).join(' ');
  let matches = 0;
  for (const [source] of [ACTS, EVERYDAY, NUMBERS, REMARKS].flat()) {
    const first = firstCharacters(source);
    for (const [found] of text.matchAll(new RegExp(`(?<=^| )(?:${source})(?= |$)`, 'g'))) {
      matches++;
      ok(found === '' || first.has(ANY) || first.has(found.charAt(0)), `${source}: ${found}`);
    }
  }
  ok(matches > 1000);
});
