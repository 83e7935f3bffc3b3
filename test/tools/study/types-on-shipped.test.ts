/** How the signal types behave on the shipped ledger is what docs/method.md says. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type TypeGoalRow, typeGoalRows } from '../../../tools/study/goals.ts';
import { type HiringRetention, shippedStudy } from '../../../tools/study/read-study.ts';
import { typeGoalTable } from '../../../tools/study/report.ts';
import { type TypeGoals, typeGoals } from '../../../tools/study/type-goals.ts';
import { readDocument } from '../../docs/tables.ts';

describe('the signal types on the shipped ledger', () => {
  let types: TypeGoals;
  let hiring: HiringRetention;
  let rows: TypeGoalRow[];
  before(async () => {
    const { types: typed, hiring: retention } = await shippedStudy();
    types = typeGoals(typed);
    hiring = retention;
    rows = typeGoalRows(types, hiring);
  });

  it('reach their goals', () => {
    const missed = rows.filter(({ isReached }) => !isReached);
    assert.deepEqual(missed, []);
  });

  it('have the figures that docs/method.md shows', async () => {
    const { rows: documented, text } = await readDocument('method.md');
    const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim());
    const printed = typeGoalTable(rows).split('\n').slice(-rows.length).map(cellsOf);
    for (const [, title = '', version1, must, reached] of printed) {
      const cells = documented.find((row) => row.cells['figure']?.text === title)?.cells ?? {};
      const shown = Object.values(cells).map((cell) => cell.text);
      assert.deepEqual(shown, [title, version1, must, reached], title);
    }
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
});
