/** The scores and signal types do on the shipped ledger what docs/method.md says of them. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { isoDay, lastDayOf, parsePeriod, weekIndex } from '../../../src/lib/period.ts';
import { withLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { confirm } from '../../../tools/study/confirm.ts';
import { figuresOf, type StudiedStartup, wholeSample } from '../../../tools/study/goal-figures.ts';
import { confirmationTable, goalRows, groupGoalTable } from '../../../tools/study/goals.ts';
import {
  currentPeriodWords,
  type Study,
  shuffleWeeks,
  studyOf,
} from '../../../tools/study/read-study.ts';
import { typeGoals } from '../../../tools/study/type-goals.ts';
import { readDocument } from '../../docs/tables.ts';
import { commitOn, ledgerOf } from '../../support/histories.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const cellsIn = (line: string) => line.split('|').map((cell) => cell.trim());
const oneLine = async (name: string) => (await readDocument(name)).text.replace(/\s+/g, ' ');

describe('the shipped ledger', () => {
  let study: Study;
  before(async () => {
    study = await studyOf('tracked first');
  });

  it('reaches every goal with the companies tracked first', () => {
    assert.deepEqual(
      goalRows(study).filter(({ isMissed }) => isMissed),
      [],
    );
  });

  it('has the figures that docs/method.md shows of both groups of companies', async () => {
    const { text } = await readDocument('method.md');
    const shown = text.split('\n').map((line) => cellsIn(line).join('|'));
    const [, , head = '', , ...rows] = (await groupGoalTable()).split('\n');
    for (const line of [head, ...rows])
      assert.ok(shown.includes(cellsIn(line).join('|')), `docs/method.md lacks ${line}`);
    const types = typeGoals(study.periods);
    const [burst, buildout, spike, migration] = Object.values(types.strongOfType).map(
      (share) => `${(100 * share).toFixed(1)}%`,
    );
    for (const sentence of [
      `Of the ${types.startupWeeks.toLocaleString('fr').replace(/\s/g, ' ')} startup-weeks, ${burst} have a strong hiring burst, ${buildout} a buildout, ${spike} a deploy spike and ${migration} a migration`,
      `begins or ends in ${(100 * types.beganOrEnded).toFixed(1)}% of weeks`,
      `There are ${study.hiring.newcomers} new people,`,
      `For the shipped ledger that is ${await currentPeriodWords()}.`,
    ])
      assert.ok((await oneLine('method.md')).includes(sentence), sentence);
  });

  it('is divided into the half that chose, the other half and the later weeks', async () => {
    const samples = confirm(study, [study.periods], 2026);
    const [chose, other, later, all, chance] = samples;
    assert.ok(chose && other && later && all && chance);
    const { length } = study.companies;
    assert.equal(chose.companies.length + other.companies.length, length);
    assert.equal(chose.periods.length + later.periods.length, all.periods.length);
    assert.deepEqual([later.companies.length, later.top, other.top], [length, 20, 9]);
    assert.deepEqual(chance.figures, all.figures, 'nothing was shuffled');
    const persistence = other.figures.persistence.toFixed(2);
    assert.ok((await oneLine('research.md')).includes(`itself at ${persistence} after four weeks`));
    assert.match(confirmationTable(samples), new RegExp(`\\| ${persistence} \\(missed\\) \\|`));
  });
});

describe('the figures of scores', () => {
  /** Startup 0 has the highest score, and keeps it or not. */
  const periodOf = (companies: number, scoreOf: (place: number) => number) =>
    new Map(
      Array.from({ length: companies }, (_, place): [string, StudiedStartup] => {
        const score = scoreOf(place);
        const scores = { velocity: 0, growth: score, novelty: 0, composite: score };
        const counts = { commitVelocity14d: 100 - place, contributors: place === 11 ? 2 : 3 };
        const shares = { largestShare: place === 0 ? 0.7 : 0.1, bulkShare: place === 1 ? 0.3 : 0 };
        const type = { signalStrength: 'none' as const, evidence: null };
        return [
          `company-${String(place).padStart(2, '0')}`,
          {
            ...{ slug: `company-${String(place).padStart(2, '0')}`, scores, ...counts, ...shares },
            ...{ ...type, signalType: 'Engineering hiring burst' as const, outcome: -score },
          },
        ];
      }),
    );
  const figures = (companies: number, later: (place: number) => number) => {
    const periods = [0, 1, 2, 3, 4].map((week) =>
      periodOf(companies, week < 4 ? (place) => 90 - place : later),
    );
    const slugs = [...(periods[0]?.keys() ?? [])];
    return figuresOf(periods, { ...wholeSample({ companies: slugs, periods }), top: 4 });
  };

  it('compare scores with later ones, and with the pace that followed', () => {
    const same = figures(12, (place) => 90 - place);
    const correlations = { persistence: 1, growthOutcome: -1, compositeOutcome: -1, size: 1 };
    assert.deepEqual(same, { ...correlations, topKept: 1, firstInBulk: 1 / 3, topByOne: 1 / 4 });
    const turned = figures(12, (place) => place);
    assert.deepEqual([turned.persistence, turned.topKept], [-1, 0]);
  });

  it('are not known where fewer than eight can be compared', () => {
    const { persistence, size } = figures(7, (place) => place);
    assert.ok(Number.isNaN(persistence) && Number.isNaN(size));
  });
});

it('shuffled weeks are the same weeks in another order, and later ones stay', async (t) => {
  const first = weekIndex(parsePeriod('2024-w45')?.lastDay ?? 0);
  const days = Array.from({ length: 30 }, (_, week) =>
    Array.from({ length: 1 + (week % 7) }, (_, day) => lastDayOf(first + week) - 6 + day),
  );
  const commits = days.flat().map((day) => commitOn(isoDay(day)));
  const ledger = await ledgerOf(await temporaryFolder(t), { one: [{ commits }] });
  const countsByWeek = await withLedger(ledger, async (connection) => {
    await shuffleWeeks(connection, { seed: 1, lastDay: lastDayOf(first + 27) });
    const rows = await connection.runAndReadAll(
      "SELECT date_trunc('week', day), count(DISTINCT day) FROM activity GROUP BY 1 ORDER BY 1",
    );
    return rows.getRows().map(([, count]) => Number(count));
  });
  const plain = days.map(({ length }) => length);
  assert.deepEqual(countsByWeek.slice(28), plain.slice(28));
  assert.notDeepEqual(countsByWeek, plain);
  assert.deepEqual(countsByWeek.toSorted(), plain.toSorted());
});
