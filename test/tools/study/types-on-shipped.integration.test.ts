/** Scores and signal types behave on the shipped ledger as docs/method.md says. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { typeGoalRows } from '../../../tools/study/goals.ts';
import { groupGoalTable } from '../../../tools/study/groups.ts';
import {
  currentPeriodWords,
  type HiringRetention,
  shippedStudy,
} from '../../../tools/study/read-study.ts';
import { type TypeGoals, typeGoals } from '../../../tools/study/type-goals.ts';
import { readDocument } from '../../docs/tables.ts';

const cellsIn = (line: string) => line.split('|').map((cell) => cell.trim());

describe('the shipped ledger', () => {
  let types: TypeGoals;
  let hiring: HiringRetention;
  before(async () => {
    const { types: typed, hiring: retention } = await shippedStudy();
    types = typeGoals(typed);
    hiring = retention;
  });

  it('lets the types of the companies tracked first reach their goals', () => {
    assert.deepEqual(
      typeGoalRows(types, hiring).filter(({ isMissed }) => isMissed),
      [],
    );
  });

  it('has the figures that docs/method.md shows of both groups of companies', async () => {
    const { text } = await readDocument('method.md');
    const shown = text.split('\n').map((line) => cellsIn(line).join('|'));
    const [, , head = '', , ...rows] = (await groupGoalTable()).split('\n');
    for (const line of [head, ...rows])
      assert.ok(shown.includes(cellsIn(line).join('|')), `docs/method.md lacks ${line}`);
    const [burst, buildout, spike, migration] = Object.values(types.strongOfType).map(
      (share) => `${(100 * share).toFixed(1)}%`,
    );
    const sentences = [
      `Of the ${types.startupWeeks.toLocaleString('fr').replace(/\s/g, ' ')} startup-weeks, ${burst} have a strong hiring burst, ${buildout} a buildout, ${spike} a deploy spike and ${migration} a migration`,
      `begins or ends in ${(100 * types.beganOrEnded).toFixed(1)}% of weeks`,
      `There are ${hiring.newcomers} new people,`,
    ];
    for (const sentence of sentences)
      assert.ok(text.replace(/\s+/g, ' ').includes(sentence), sentence);
  });

  it('has the current period that docs/method.md names', async () => {
    const { text } = await readDocument('method.md');
    const sentence = `For the shipped ledger that is ${await currentPeriodWords()}.`;
    assert.ok(text.replace(/\s+/g, ' ').includes(sentence), sentence);
  });
});
