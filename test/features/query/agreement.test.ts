/**
 * Random queries, each also written as SQL: DuckDB has to find the same in the published files, and
 * in the deals of the registry.
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { answerQuery } from '../../../src/features/query/answer-query.ts';
import type { QueryAnswer } from '../../../src/features/query/answer-schema.ts';
import { QueryInput, type WrittenQuery } from '../../../src/features/query/query.ts';
import { BellwetherError } from '../../../src/lib/errors.ts';
import type { Published } from '../../../src/published/published.ts';
import { stageOfRound } from '../../../src/registry/stage.ts';
import { shippedPublication } from '../../../tools/shipped.ts';
import { temporaryFolder } from '../../support/temporary.ts';

type Condition = { field: string; op: string; values: (string | number)[] };
type Rows = Record<string, unknown>[];

const RUNS = 40;
const COUNTS = ['commitVelocity14d', 'contributors', 'newRepos', 'newPeople14d'];
const METRICS = [
  ...COUNTS,
  'scoreComposite',
  'scoreGrowth',
  'sectorRank',
  'agentShare',
  'commitVelocityChangeRatio',
  'contributorGrowth',
  'bulkShare30d',
];
const CATEGORIES = ['sector', 'stage', 'status', 'geography', 'signalType', 'signalStrength'];
const AVERAGES = { mean: 'avg', median: 'median', sum: 'sum' } as const;
/** How DuckDB makes one value of a startup's weeks. */
const OVER = {
  mean: (field: string) => `avg("${field}")`,
  median: (field: string) => `median("${field}")`,
  highest: (field: string) => `max("${field}")`,
  lowest: (field: string) => `min("${field}")`,
};

describe('DuckDB agrees on random queries', () => {
  let published: Published;
  let sql: DuckDBConnection;
  let instance: DuckDBInstance;
  let weeks: string[] = [];
  const values: Record<string, string[]> = {};

  before(async () => {
    published = await shippedPublication();
    instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    sql = await instance.connect();
    const folder = await temporaryFolder();
    const parquet = join(folder, 'dataset.parquet');
    const { editions, registry } = published;
    const { sha256 } = await editions.file('all', 'dataset.parquet');
    await writeFile(parquet, await editions.store.read(sha256));
    await sql.run(`CREATE TABLE startup AS SELECT * REPLACE (
      if("signalStrength" = 'none', 'none', "signalType") AS "signalType",
      CAST(replace("contributorGrowth", '%', '') AS DOUBLE) / 100 AS "contributorGrowth")
      FROM read_parquet('${parquet}')`);
    const tracked = new Map(registry.companies.map((company) => [company.slug, company.sector]));
    const rounds = registry.deals.rounds.map(({ announcedOn, closedOn, ...round }) => ({
      company: round.company,
      date: announcedOn ?? closedOn,
      amount: round.currency === 'USD' ? round.amount : null,
      roundStage: stageOfRound(round.round) ?? null,
      sector: tracked.get(round.company) ?? null,
      investors: round.investors.map(({ organization }) => organization),
      lead: round.investors.flatMap((one) => (one.role === 'lead' ? [one.organization] : [])),
    }));
    const ndjson = join(folder, 'rounds.jsonl');
    await writeFile(ndjson, rounds.map((round) => JSON.stringify(round)).join('\n'));
    await sql.run(`CREATE TABLE round AS SELECT *,
      CAST(rpad(date, 10, substr('0000-01-01', length(date) + 1)) AS DATE) AS first,
      CASE length(date) WHEN 4 THEN CAST(date || '-12-31' AS DATE)
        WHEN 7 THEN last_day(CAST(date || '-01' AS DATE)) ELSE CAST(date AS DATE) END AS last,
      CAST(substr(date, 1, 4) AS INTEGER) AS year
      FROM read_json('${ndjson}', columns = {company: 'VARCHAR', date: 'VARCHAR', amount: 'BIGINT',
        "roundStage": 'VARCHAR', sector: 'VARCHAR', investors: 'VARCHAR[]', lead: 'VARCHAR[]'})`);
    weeks = editions.periods.map(({ slug }) => slug).toReversed();
    for (const field of CATEGORIES)
      values[field] = (
        await rows(`SELECT DISTINCT "${field}" AS v FROM startup WHERE v IS NOT NULL ORDER BY 1`)
      ).map(({ v }) => String(v));
  });
  after(() => {
    sql.closeSync();
    instance.closeSync();
  });

  const rows = async (statement: string): Promise<Rows> =>
    (await sql.runAndReadAll(statement)).getRowObjectsJson();
  const ask = (query: object): Promise<QueryAnswer> =>
    answerQuery(QueryInput.parse(query as WrittenQuery), published);

  const week = () => fc.nat(weeks.length - 1);
  const category = () =>
    fc.constantFrom(...CATEGORIES).chain((field) =>
      fc.record({
        field: fc.constant(field),
        op: fc.constantFrom('=', '!='),
        values: fc.uniqueArray(fc.constantFrom(...(values[field] ?? [])), {
          minLength: 1,
          maxLength: 2,
        }),
      }),
    );
  const threshold = () =>
    fc.record({
      field: fc.constantFrom('commitVelocity14d', 'contributors', 'scoreComposite', 'newPeople14d'),
      op: fc.constantFrom('>=', '<=', '>', '<', '!='),
      values: fc.tuple(fc.nat(60)),
    });
  const share = fc.record({
    field: fc.constantFrom('agentShare', 'bulkShare30d'),
    op: fc.constantFrom('>=', '<'),
    values: fc.tuple(fc.constantFrom(0.05, 0.1, 0.5)),
  });
  const conditions = () => fc.array(fc.oneof(category(), threshold(), share), { maxLength: 3 });
  const order = fc.constantFrom('highest' as const, 'lowest' as const);

  it('on ranks and lists of startups in a week and over a range', async () => {
    const query = fc.record({
      metric: fc.constantFrom(...METRICS),
      where: conditions(),
      from: week(),
      length: fc.constantFrom(1, 1, 4, 13),
      over: fc.constantFrom(...(Object.keys(OVER) as (keyof typeof OVER)[])),
      order,
      limit: fc.integer({ min: 1, max: 200 }),
    });
    await property(query, async ({ metric, where, from, length, over, order: first, limit }) => {
      const to = Math.min(from + length, weeks.length) - 1;
      const isRange = to > from;
      const answer = await ask({
        subject: 'startup',
        metric,
        from: weeks[from],
        to: weeks[to],
        order: first,
        limit,
        ...(where.length > 0 && { where }),
        ...(isRange && { over }),
      });
      const fields = new Set([metric, ...where.map(({ field }) => field)]);
      const source = `(SELECT slug, ${[...fields].map((field) => `${CATEGORIES.includes(field) ? `last("${field}" ORDER BY period)` : OVER[isRange ? over : 'mean'](field)} AS "${field}"`).join(', ')}
        FROM startup WHERE period BETWEEN '${weeks[from]}' AND '${weeks[to]}' GROUP BY slug)`;
      const chosen = `SELECT slug, "${metric}" AS v FROM ${source} WHERE ${allOf(where)}`;
      const expected = await rows(
        `SELECT * FROM (${chosen}) WHERE v IS NOT NULL ORDER BY v ${direction(first)}, slug`,
      );
      assert.equal(answer.total, expected.length);
      sameValues(answer.rows, expected.slice(0, limit), isRange);
      for (const [field, count] of Object.entries(await unknownIn(source, where)))
        if (field !== metric)
          assert.equal(answer.unknown.find((one) => one.field === field)?.rows ?? 0, count, field);
    });
  });

  it('on counts, sums, means, medians and shares, of all and by group', async () => {
    const query = fc.record({
      measure: fc.constantFrom('count', 'sum', 'mean', 'median', 'share'),
      number: fc.constantFrom(...METRICS),
      count: fc.constantFrom(...COUNTS),
      groupBy: fc.option(fc.constantFrom(...CATEGORIES), { nil: undefined }),
      where: conditions(),
      which: fc.array(category(), { minLength: 1, maxLength: 2 }),
      at: week(),
    });
    await property(query, async ({ measure, number, count, groupBy, where, which, at }) => {
      const isShare = measure === 'share';
      const metric = measure === 'sum' ? count : number;
      const answer = await ask({
        subject: 'startup',
        measure,
        period: weeks[at],
        ...(measure !== 'count' && !isShare && { metric }),
        ...(isShare && { which }),
        ...(groupBy !== undefined && { groupBy }),
        ...(where.length > 0 && { where }),
      });
      const part = allOf(which);
      const value = isShare
        ? `avg(CASE WHEN ${part} THEN 1 WHEN NOT (${part}) THEN 0 END)`
        : measure === 'count'
          ? 'count(*)'
          : `${AVERAGES[measure as keyof typeof AVERAGES]}("${metric}")`;
      const key = groupBy === undefined ? "'all'" : `"${groupBy}"`;
      const chosen = `SELECT ${key} AS k, ${value} AS v FROM startup
        WHERE period = '${weeks[at]}' AND ${allOf(where)}`;
      const expected = await rows(
        groupBy === undefined ? chosen : `${chosen} AND ${key} IS NOT NULL GROUP BY k`,
      );
      const known = groupBy === undefined ? expected : expected.filter(({ v }) => v !== null);
      sameGroups(answer, known);
    });
  });

  it('on changes, extremes and series', async () => {
    const query = fc.record({
      metric: fc.constantFrom(...METRICS),
      where: fc.array(category(), { maxLength: 1 }),
      at: fc.integer({ min: 30, max: weeks.length - 1 }),
      ago: fc.integer({ min: 1, max: 30 }),
      order,
      measure: fc.constantFrom('mean', 'median'),
    });
    await property(query, async ({ metric, where, at, ago, order: first, measure }) => {
      const conditional = where.length > 0 && { where };
      const [now, then] = [weeks[at], weeks[at - ago]];
      const base = { subject: 'startup', metric, ...conditional };
      const change = await ask({
        ...base,
        operation: 'change',
        period: now,
        against: then,
        order: first,
        limit: 200,
      });
      const changed = await rows(`SELECT a.slug, a."${metric}" - b."${metric}" AS v
        FROM startup a JOIN startup b USING (slug)
        WHERE a.period = '${now}' AND b.period = '${then}' AND v IS NOT NULL
          AND slug IN (SELECT slug FROM startup WHERE period = '${now}' AND ${allOf(where)})
        ORDER BY v ${direction(first)}, slug`);
      sameValues(
        change.rows.map((row) => ({ ...row, value: row.difference ?? null })),
        changed.slice(0, 200),
        true,
      );
      const extreme = await ask({
        ...base,
        operation: 'extreme',
        from: then,
        to: now,
        order: first,
        limit: 200,
      });
      const best = first === 'highest' ? 'max' : 'min';
      const peaks = await rows(`SELECT slug, ${best}("${metric}") AS v,
          arg_${best}(period, ("${metric}", ${best === 'max' ? '-' : ''}epoch_days)) AS p
        FROM (SELECT *, ${weekNumber()} AS epoch_days FROM startup) WHERE period BETWEEN '${then}' AND '${now}'
          AND "${metric}" IS NOT NULL AND ${allOf(where)} GROUP BY slug ORDER BY v ${direction(first)}, p, slug`);
      assert.deepEqual(
        extreme.rows.map(({ slug, period }) => [slug, period]),
        peaks.slice(0, 200).map(({ slug, p }) => [slug, p]),
      );
      const series = await ask({ ...base, operation: 'series', measure, from: then, to: now });
      const averages =
        await rows(`SELECT period AS slug, ${AVERAGES[measure]}("${metric}") AS v FROM startup
        WHERE period BETWEEN '${then}' AND '${now}' AND ${allOf(where)} GROUP BY period ORDER BY period`);
      const known = series.rows.filter(({ value }) => value !== null);
      sameValues(
        known.map((row) => ({ ...row, slug: row.period })),
        averages.filter(({ v }) => v !== null),
        false,
      );
    });
  });

  it('on rounds, by when, by whom, how large and in which sector', async () => {
    const { registry } = published;
    const investors = registry.deals.rounds.flatMap((round) =>
      round.investors.map(({ organization }) => organization),
    );
    const listed = fc.record({
      field: fc.constantFrom('investors', 'lead'),
      op: fc.constantFrom('=', '!='),
      values: fc.uniqueArray(fc.constantFrom(...investors), { minLength: 1, maxLength: 3 }),
    });
    const amount = fc.record({
      field: fc.constant('amount'),
      op: fc.constantFrom('>=', '<'),
      values: fc.tuple(fc.constantFrom(1_000_000, 5_000_000, 50_000_000)),
    });
    const sector = fc.record({
      field: fc.constant('sector'),
      op: fc.constantFrom('=', '!='),
      values: fc.tuple(fc.constantFrom(...registry.sectors.map(({ slug }) => slug))),
    });
    const query = fc.record({
      where: fc.array(fc.oneof(listed, amount, sector), { maxLength: 2 }),
      year: fc.option(fc.integer({ min: 2015, max: 2026 }), { nil: undefined }),
      groupBy: fc.option(fc.constantFrom('company', 'year', 'roundStage', 'sector', 'investors'), {
        nil: undefined,
      }),
      measure: fc.constantFrom('count', 'sum', 'mean', 'median'),
    });
    await property(query, async ({ where, year, groupBy, measure }) => {
      const answer = await ask({
        subject: 'round',
        measure,
        ...(measure !== 'count' && { metric: 'amount' }),
        ...(where.length > 0 && { where }),
        ...(groupBy !== undefined && { groupBy, limit: 200 }),
        ...(year !== undefined && { from: String(year) }),
      });
      const value =
        measure === 'count' ? 'count(*)' : `${AVERAGES[measure as keyof typeof AVERAGES]}(amount)`;
      const key = groupBy === undefined ? "'all'" : `"${groupBy}"`;
      const source =
        groupBy === 'investors'
          ? '(SELECT * REPLACE (unnest(investors) AS investors), investors AS whole FROM round)'
          : 'round';
      const checks = allOf(
        where.map((one) =>
          groupBy === 'investors' && one.field === 'investors' ? { ...one, field: 'whole' } : one,
        ),
      );
      const chosen = `SELECT ${key} AS k, ${value} AS v FROM ${source}
        WHERE ${checks} ${year === undefined ? '' : `AND first >= DATE '${year}-01-01'`}`;
      const expected = (
        await rows(groupBy === undefined ? chosen : `${chosen} AND ${key} IS NOT NULL GROUP BY k`)
      ).filter(({ v }) => groupBy === undefined || v !== null);
      if (expected.length <= 200) sameGroups(answer, expected);
      else assert.equal(answer.total, expected.length);
    });
  });

  /** Runs it on random queries; those that are refused as contradictory must find nothing. */
  async function property<T extends { where: Condition[]; which?: Condition[] }>(
    arbitrary: fc.Arbitrary<T>,
    agree: (value: T) => Promise<void>,
  ): Promise<void> {
    await fc.assert(
      fc.asyncProperty(arbitrary, async (value) => {
        try {
          await agree(value);
        } catch (error) {
          if (!(error instanceof BellwetherError && error.code === 'contradictory-filter'))
            throw error;
          const all = [...value.where, ...(value.which ?? [])];
          const isOfRounds = all.some(({ field }) =>
            ['amount', 'lead', 'investors'].includes(field),
          );
          const [{ n } = {}] = await rows(
            `SELECT count(*) AS n FROM ${isOfRounds ? 'round' : 'startup'} WHERE ${allOf(all)}`,
          );
          assert.equal(Number(n), 0, error.message);
        }
      }),
      { numRuns: RUNS },
    );
  }

  /** Rows that fail no check, but lack a value of the field. */
  async function unknownIn(source: string, where: readonly Condition[]) {
    if (where.length === 0) return {};
    const fields = [...new Set(where.map(({ field }) => field))];
    const open = where.map((one) => `(${sqlOf(one)}) IS DISTINCT FROM FALSE`).join(' AND ');
    const [counted = {}] = await rows(
      `SELECT ${fields.map((field) => `count(*) FILTER ("${field}" IS NULL) AS "${field}"`).join(', ')} FROM ${source} WHERE ${open}`,
    );
    return Object.fromEntries(Object.entries(counted).map(([field, n]) => [field, Number(n)]));
  }

  function weekNumber(): string {
    const places = weeks.map((slug, index) => `'${slug}': ${index}`).join(', ');
    return `CAST(MAP {${places}}[period] AS INTEGER)`;
  }
});

function allOf(where: readonly Condition[]): string {
  return where.length === 0 ? 'TRUE' : where.map((one) => `(${sqlOf(one)})`).join(' AND ');
}

function sqlOf({ field, op, values }: Condition): string {
  const list = values
    .map((value) => (typeof value === 'number' ? value : `'${value.replaceAll("'", "''")}'`))
    .join(', ');
  if (['investors', 'lead', 'whole'].includes(field)) {
    const check = `CASE WHEN len("${field}") = 0 THEN NULL ELSE list_has_any("${field}", [${list}]) END`;
    return op === '=' ? check : `NOT (${check})`;
  }
  if (op === '=' || op === '!=') return `"${field}" ${op === '=' ? 'IN' : 'NOT IN'} (${list})`;
  return `"${field}" ${op} ${values[0]}`;
}

function direction(order: 'highest' | 'lowest'): string {
  return order === 'highest' ? 'DESC' : 'ASC';
}

type Found = { slug: string | null; value: unknown };

/** @param isComputed values of fractions: who comes first among nearly equal ones may differ */
function sameValues(found: readonly Found[], expected: Rows, isComputed: boolean): void {
  assert.equal(found.length, expected.length);
  for (const [index, { v, slug }] of expected.entries()) {
    near(found[index]?.value, v);
    if (!isComputed) assert.equal(found[index]?.slug, slug);
  }
  if (isComputed) {
    const inside = new Map(expected.map(({ slug, v }) => [slug, v]));
    const last = Number(expected.at(-1)?.['v']);
    for (const { slug, value } of found)
      if (Math.abs(Number(value) - last) > 1e-5) near(value, inside.get(slug));
  }
}

function sameGroups({ rows }: QueryAnswer, expected: Rows): void {
  const keyed = new Map(rows.map(({ slug, name, value }) => [slug ?? name, value]));
  assert.equal(keyed.size, expected.length);
  for (const { k, v } of expected) {
    assert.ok(keyed.has(String(k)), `no group ${k}`);
    near(keyed.get(String(k)), v);
  }
}

function near(found: unknown, expected: unknown): void {
  if (expected === null) assert.equal(found, null);
  else assert.ok(Math.abs(Number(found) - Number(expected)) < 1e-5, `${found}, not ${expected}`);
}
