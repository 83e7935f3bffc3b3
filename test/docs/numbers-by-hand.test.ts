/** The numbers that docs/method.md works out by hand are those of the ledger, and the published ones. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import type { EvidenceRecord, Startup } from '../../src/pipeline/edition/record.ts';
import { sqlString } from '../../src/pipeline/ledger/connection.ts';
import { withEngine } from '../../src/pipeline/ledger/duckdb.ts';
import { shippedPublication } from '../../tools/shipped.ts';
import { readDocument } from './tables.ts';

const SECTION = 'By hand: Prefect, 2026-w31';
const [SLUG, PERIOD, LAST_DAY] = ['prefect', '2026-w31', '2026-08-02'];
const ACTIVITY = sqlString(join(PROJECT_ROOT, 'data', 'ledger', 'activity-*.parquet'));

/** Counted from the ledger's rows by SQL alone. */
async function ledgerCounts(slug: string) {
  const ago = `date_diff('day', day, DATE ${sqlString(LAST_DAY)})`;
  const week = (index: number) =>
    `sum(commits) FILTER (${ago} BETWEEN ${7 * index} AND ${7 * index + 6})`;
  const sql = `SELECT
      [${[0, 1, 2, 3, 4].map(week).join(', ')}] AS weeks,
      sum(commits) FILTER (${ago} < 14 AND kind <> 'person') AS agents,
      count(DISTINCT person) FILTER (${ago} < 30) AS people,
      count(DISTINCT person) FILTER (${ago} >= 30) AS peopleBefore
    FROM ${ACTIVITY} WHERE company = ${sqlString(slug)} AND ${ago} BETWEEN 0 AND 59`;
  const [row] = await withEngine(async (connection) =>
    (await connection.runAndReadAll(sql)).getRowObjectsJson(),
  );
  const { weeks, agents, people, peopleBefore } = row ?? {};
  const counts = [agents, people, peopleBefore].map(Number);
  return { weeks: [weeks].flat().map(Number), counts };
}

/** The formula at the end of a computation, worked out; undefined where there is none. */
function workOut(computation: string): number | undefined {
  const [formula = ''] = computation.split(/[:;] /).slice(-1);
  const [terms = ''] = formula.replaceAll('−', '-').replaceAll('max', 'Math.max').split(' = ');
  if (!/^(?:[\d\s.,()+/*-]|Math\.max)+$/.test(terms)) return undefined;
  return Number(new Function(`return ${terms}`)());
}

describe('the numbers worked out by hand', () => {
  let text: string;
  /** The section's rows: computation and value, by name. */
  let rows: Map<string, readonly string[]>;
  let startup: Startup;
  let evidence: EvidenceRecord;
  before(async () => {
    const document = await readDocument('method.md');
    [, text = ''] = document.text.replace(/\s+/g, ' ').split(`## ${SECTION}`);
    const own = document.rows.filter(({ section }) => section === SECTION);
    rows = new Map(
      own.map(({ cells }) => {
        const [name = '', ...others] = Object.values(cells).map((cell) => cell.text);
        return [name, others];
      }),
    );
    const { editions } = await shippedPublication();
    startup = (await editions.startups(PERIOD)).get(SLUG) ?? assert.fail();
    evidence = (await editions.evidence(PERIOD)).get(SLUG) ?? assert.fail();
  });

  /** Fails unless the computation has these numbers, in order, and gives the value that is shown. */
  const assertRow = (name: string, used: readonly unknown[], value: unknown) => {
    const [computation = '', shown] = rows.get(name) ?? [];
    const numbers = (computation.match(/\d+(?:\.\d+)?/g) ?? []).values();
    for (const each of used)
      assert.ok(
        numbers.some((number) => Number(number) === each),
        `${name}: ${each}`,
      );
    assert.equal(shown, String(value), name);
    const result = workOut(computation);
    if (result === undefined) return;
    const written = /= (\S+)$/.exec(computation)?.[1];
    assert.equal(result.toFixed(6), Number(written ?? value).toFixed(6), name);
  };

  it('count what the ledger holds', async () => {
    const { weeks, counts } = await ledgerCounts(SLUG);
    const [agents = 0, people = 0, peopleBefore] = counts;
    assert.ok(text.includes(`newest first: ${weeks.join(', ')}, …`));
    const [first, second, third, fourth] = weeks;
    const { commitVelocity14d: velocity, commitVelocityChange, contributorGrowth } = startup;
    const { priorVelocity } = evidence;
    assertRow('velocity', [first, second], velocity);
    assertRow('prior velocity', [third, fourth], priorVelocity);
    assertRow('change', [velocity, priorVelocity], `\`${commitVelocityChange}\``);
    assertRow('contributors', [], people);
    assertRow('growth', [peopleBefore, people, peopleBefore], `\`${contributorGrowth}\``);
    assertRow('agent share', [agents, velocity], startup.agentShare);
  });

  it('follow the definitions of the four kinds of evidence, from the published items', () => {
    const { evidence: all } = evidence;
    const hiring = all['Engineering hiring burst'];
    const buildout = all['Infrastructure buildout'];
    const deploys = all['Deploy frequency spike'];
    const migration = all['Framework migration'];
    assert.ok(hiring && buildout && deploys && migration);
    assert.deepEqual(buildout.newRepositories, []);
    const { newPeople, stayed, stayedBefore, steadyPeople } = hiring;
    const { personDays, personDaysBefore, people } = buildout;
    const { releaseDays, releaseDaysBefore } = deploys;
    const { replacedRoles, totalLeft, totalCame } = migration;
    assertRow(
      'hiring burst',
      [newPeople, stayed, ...stayedBefore, steadyPeople, stayed],
      hiring.value,
    );
    assertRow(
      'buildout',
      [personDays, people, ...(personDaysBefore ?? []), personDays],
      buildout.value,
    );
    assertRow('deploy spike', [releaseDays, ...releaseDaysBefore, releaseDays], deploys.value);
    assertRow('migration', [totalLeft, totalCame, replacedRoles], migration.value);
    assert.equal(startup.signalStrength, 'none');
  });
});

/** Those that docs/research.md names. */
const COUNTED = ['langfuse', 'pydantic', 'cline', 'rerun', 'chroma', 'prefect'];

describe('the numbers that docs/research.md names as counted again', () => {
  for (const slug of COUNTED)
    it(`are those of the ledger's rows: ${slug}`, async () => {
      const { editions } = await shippedPublication();
      const startup = (await editions.startups(PERIOD)).get(slug);
      const evidence = (await editions.evidence(PERIOD)).get(slug);
      const { weeks, counts } = await ledgerCounts(slug);
      const [agents = 0, people, peopleBefore] = counts;
      const [first = 0, second = 0, third = 0, fourth = 0] = weeks;
      assert.deepEqual(
        [first + second, third + fourth, people, peopleBefore],
        [
          startup?.commitVelocity14d,
          evidence?.priorVelocity,
          startup?.contributors,
          evidence?.priorContributors,
        ],
      );
      assert.equal((agents / (first + second)).toFixed(4), startup?.agentShare.toFixed(4));
    });
});
