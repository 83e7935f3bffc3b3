/** The numbers that docs/method.md works out by hand are those of the ledger, and the published ones. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { mean } from '../../src/lib/averages.ts';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import type { EvidenceRecord, Startup } from '../../src/pipeline/edition/record.ts';
import { sqlString } from '../../src/pipeline/ledger/connection.ts';
import { withEngine } from '../../src/pipeline/ledger/duckdb.ts';
import { SIGNAL_TYPES } from '../../src/pipeline/signals/classify.ts';
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

function withSixDecimals(value: number): number {
  return Number(value.toFixed(6));
}

describe('the numbers worked out by hand', () => {
  let text: string;
  /** The section's rows: name, computation and value. */
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
    const published = (await editions.startups(PERIOD)).get(SLUG);
    const itsEvidence = (await editions.evidence(PERIOD)).get(SLUG);
    assert.ok(published && itsEvidence);
    [startup, evidence] = [published, itsEvidence];
  });

  const assertRow = (name: string, computation: string, value: number | string) =>
    assert.deepEqual(rows.get(name), [computation, String(value)], name);

  it('count what the ledger holds', async () => {
    const { weeks, counts } = await ledgerCounts(SLUG);
    const [agents = 0, people = 0, peopleBefore = 0] = counts;
    assert.ok(text.includes(`newest first: ${weeks.join(', ')}, …`));
    const [first = 0, second = 0, third = 0, fourth = 0] = weeks;
    const [velocity, prior] = [first + second, third + fourth];
    const change = withSixDecimals((velocity - prior) / prior);
    const growth = withSixDecimals((people - peopleBefore) / peopleBefore);
    const asChange = (ratio: number) => `\`+${Math.round(100 * ratio)}%\``;
    for (const [name, computation, value] of [
      ['velocity', `20 July to 2 August: ${first} + ${second}`, velocity],
      ['prior velocity', `6 to 19 July: ${third} + ${fourth}`, prior],
      ['change', `(${velocity} − ${prior}) / ${prior} = ${change}`, asChange(change)],
      ['contributors', '4 July to 2 August', people],
      [
        'growth',
        `4 June to 3 July: ${peopleBefore}; (${people} − ${peopleBefore}) / ${peopleBefore} = ${growth}`,
        asChange(growth),
      ],
      ['agent share', `${agents} / ${velocity}`, agents / velocity],
    ] as const)
      assertRow(name, computation, value);
  });

  it('follow the definitions of the four kinds of evidence, from the published items', () => {
    const { evidence: all } = evidence;
    const [hiring, buildout, deploys, migration] = [
      all['Engineering hiring burst'],
      all['Infrastructure buildout'],
      all['Deploy frequency spike'],
      all['Framework migration'],
    ];
    assert.ok(hiring && buildout && deploys && migration);
    const { newPeople, stayed, stayedBefore, steadyPeople } = hiring;
    const { personDays, personDaysBefore, people, newRepositories } = buildout;
    const { releaseDays, releaseDaysBefore } = deploys;
    const { replacedRoles, repository, totalLeft, totalCame } = migration;
    assert.deepEqual(newRepositories, []);
    assert.ok(stayed !== null && personDays !== null && personDaysBefore !== null);
    assert.ok(releaseDays !== null && replacedRoles !== null);
    const [before, steady] = [2 * mean(stayedBefore), withSixDecimals(0.15 * (steadyPeople ?? 0))];
    assertRow(
      'hiring burst',
      `${newPeople} new people in eight weeks, ${stayed} stay; before ${stayedBefore.join(', ')}, mean ${before / 2}; ${steadyPeople} people were there: ${stayed} / max(3, ${before}, ${steady})`,
      stayed / Math.max(3, before, steady),
    );
    const pastDays = mean(personDaysBefore);
    assertRow(
      'buildout',
      `no new repository; ${personDays} person-days of ${people} people against ${personDaysBefore.join(', ')}, mean ${pastDays}: ${personDays} / max(10, ${2 * pastDays})`,
      personDays / Math.max(10, 2 * pastDays),
    );
    const pastReleases = mean(releaseDaysBefore);
    assertRow(
      'deploy spike',
      `${releaseDays} days with a release against ${releaseDaysBefore.join(', ')}, mean ${pastReleases}: ${releaseDays} / max(5, ${2 * pastReleases})`,
      withSixDecimals(releaseDays / Math.max(5, 2 * pastReleases)),
    );
    assertRow(
      'migration',
      `in ${repository} ${totalLeft} package left and ${totalCame} came; ${replacedRoles} roles changed hands`,
      replacedRoles,
    );
    const values = ['hiring burst', 'buildout', 'deploy spike', 'migration'].map((name) =>
      Number(rows.get(name)?.at(-1)),
    );
    assert.deepEqual(
      values,
      SIGNAL_TYPES.map((type) => all[type]?.value),
    );
    assert.ok(Math.max(...values) < 0.6);
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
