// The published facts as DuckDB tables, read from the public addresses of a running service and from
// nothing else. The truths of the examination are queries over these tables.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import pLimit from 'p-limit';

export type Cell = string | number | boolean | null;
export type Row = Record<string, Cell>;

export interface Tables {
  query(sql: string): Promise<Row[]>;
  close(): Promise<void>;
}

export interface Service {
  /** Such as `http://localhost:8080`. */
  readonly baseUrl: string;
  /**
   * Spreads requests over invented client addresses, so that limits per address do not slow the run
   * down. Works only with a service of one's own that was started with TRUSTED_PROXIES=1.
   */
  readonly spread?: boolean;
}

let requests = 0;

/** Waits out 429, so that a run ends with every answer. Null for 404. */
export async function fetchText(service: Service, path: string): Promise<string | null> {
  for (;;) {
    requests += 1;
    const address = `10.0.${Math.floor(requests / 50) % 250}.${1 + (requests % 250)}`;
    const url = new URL(path, service.baseUrl);
    const response = await fetch(url, {
      headers: {
        ...(service.spread && { 'x-forwarded-for': address }),
        // On one machine, packing and unpacking take longer than anything that they save.
        ...(isHere(url) && { 'accept-encoding': 'identity' }),
      },
    });
    if (response.ok) return response.text();
    await response.body?.cancel();
    if (response.status === 404) return null;
    if (response.status !== 429) throw new Error(`${path} answered with ${response.status}.`);
    const seconds = Number(response.headers.get('retry-after') ?? 1);
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  }
}

const isHere = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

async function fetchJson<T>(service: Service, path: string): Promise<T> {
  const text = await fetchText(service, path);
  if (text === null) throw new Error(`${path} is not there.`);
  return JSON.parse(text) as T;
}

type Columns = { readonly [name: string]: string | Columns | readonly [string | Columns] };

const texts = (names: string): Columns =>
  Object.fromEntries(names.split(' ').map((name) => [name, 'VARCHAR']));

const MONEY: Columns = { ...texts('fact announcedOn currency'), amount: 'DOUBLE' };
const ACQUISITION: Columns = { ...MONEY, ...texts('organization closedOn status') };
const INVESTMENT = texts('fact organization role round announcedOn');
const DOSSIER: Columns = {
  ...texts('entity slug kind status'),
  formerly: ['VARCHAR'],
  stage: texts('stage'),
  exits: [texts('kind by announcedOn')],
  acquiredBy: [ACQUISITION],
  acquisitionsMade: [ACQUISITION],
  backedBy: [INVESTMENT],
  portfolio: [INVESTMENT],
  rounds: [{ ...MONEY, ...texts('round') }],
  valuations: [{ ...MONEY, ...texts('basis') }],
  repositories: [texts('repository role')],
};

const entriesIn = (list: string): string =>
  `(SELECT entity, unnest(${list}, max_depth := 2) FROM dossiers)`;

/** A deal stands in the dossiers of both sides: UNION has it once. */
const DOSSIER_TABLES = `
  CREATE TABLE entities AS SELECT entity AS name, slug, kind, status, stage.stage AS stage FROM dossiers;
  CREATE TABLE former_names AS SELECT entity AS name, slug, unnest(formerly) AS former FROM dossiers;
  CREATE TABLE repositories AS SELECT entity AS name, slug, unnest(repositories, max_depth := 2) FROM dossiers;
  CREATE TABLE exits AS SELECT entity AS company, kind, "by" AS by_whom, announcedOn AS announced
    FROM ${entriesIn('exits')};
  CREATE TABLE rounds AS SELECT fact, round, entity AS company, announcedOn AS announced, amount, currency
    FROM ${entriesIn('rounds')};
  CREATE TABLE valuations AS SELECT fact, entity AS company, announcedOn AS announced, amount, currency, basis
    FROM ${entriesIn('valuations')};
  CREATE TABLE acquisitions AS
    SELECT organization AS acquirer, entity AS target, announcedOn AS announced, closedOn AS closed,
      status, amount, currency FROM ${entriesIn('acquiredBy')}
    UNION
    SELECT entity, organization, announcedOn, closedOn, status, amount, currency
    FROM ${entriesIn('acquisitionsMade')};
  CREATE TABLE investments AS
    SELECT organization AS investor, entity AS company, fact, round, role, announcedOn AS announced
    FROM ${entriesIn('backedBy')}
    UNION
    SELECT entity, organization, fact, round, role, announcedOn FROM ${entriesIn('portfolio')};
`;

/** @param columns named, since DuckDB cannot find them out of a table without rows */
async function load(
  connection: DuckDBConnection,
  table: string,
  columns: Columns,
  rows: readonly object[],
): Promise<void> {
  await connection.run(
    `CREATE TABLE ${table} AS SELECT DISTINCT * FROM (SELECT unnest(from_json(?, ?), max_depth := 2))`,
    [JSON.stringify(rows), JSON.stringify([columns])],
  );
}

const parseLines = <T>(text: string | null): T[] =>
  (text ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

const SIGNALS = `
  SELECT period, name, slug, sector, stage, geography, status,
    commitVelocity14d AS commits, commitVelocityChangeRatio AS change, commitVelocityChange AS change_text,
    contributors, contributorGrowth AS contributor_growth, newRepos AS new_repos,
    agentShare AS agent_share, if(signalStrength = 'none', NULL, signalType) AS signal,
    signalStrength AS strength, scores.velocity AS velocity_score, scores.growth AS growth_score,
    scores.novelty AS novelty_score, scores.composite AS composite,
    composition14d.largestContributorShare AS largest_share, composition30d.newPeople AS new_people,
    githubUrl AS github, websiteUrl AS website
  FROM read_json(?, format = 'newline_delimited', maximum_object_size = 10000000, sample_size = -1)`;

/** Monday and Sunday of each period; `back` is 0 for the current one, 1 for the one before it, … */
const PERIODS = `
  CREATE TABLE periods AS
  SELECT period, last_day - 6 AS first_day, last_day, year, week,
    (row_number() OVER (ORDER BY last_day DESC) - 1)::INTEGER AS back
  FROM (
    SELECT DISTINCT period, left(period, 4)::INTEGER AS year, right(period, 2)::INTEGER AS week,
      (strptime(left(period, 4) || '-W' || right(period, 2) || '-7', '%G-W%V-%u'))::DATE AS last_day
    FROM signals)`;

/** What questions refer to again and again: the current week, a month's weeks, each startup's newest. */
const VIEWS = `
  CREATE VIEW current AS SELECT s.* FROM signals s JOIN periods p USING (period) WHERE p.back = 0;
  CREATE VIEW history AS SELECT s.*, p.back, p.last_day, p.first_day, p.year, p.week FROM signals s JOIN periods p USING (period);
  CREATE VIEW newest AS SELECT * FROM history QUALIFY row_number() OVER (PARTITION BY slug ORDER BY last_day DESC) = 1;
  CREATE MACRO this_year() AS (SELECT year FROM periods WHERE back = 0);
  CREATE MACRO this_day() AS (SELECT last_day FROM periods WHERE back = 0);
  CREATE MACRO latest_month(m) AS (SELECT max(date_trunc('month', last_day))::DATE FROM periods WHERE month(last_day) = m);
  CREATE VIEW tracked AS SELECT e.slug, e.name, e.status, e.stage, p.geography, p.sector
    FROM entities e JOIN profiles p USING (slug) WHERE e.kind = 'startup';
  CREATE VIEW weekly AS SELECT w.slug, p.period, p.last_day, w.back, w.commits
    FROM weekly_counts w JOIN periods p USING (back);
`;

/** Sector and geography of every tracked startup: records have them only of those that were covered. */
async function profilesOf(service: Service): Promise<object[]> {
  const path =
    '/api/query?subject=company&where=tracked=yes&show=sector,geography&limit=200&offset=';
  type Page = { rows: { slug: string; fields: Record<string, string | null> }[] };
  const profiles: object[] = [];
  for (;;) {
    const { rows } = await fetchJson<Page>(service, `${path}${profiles.length}`);
    profiles.push(...rows.map(({ slug, fields }) => ({ slug, ...fields })));
    if (rows.length < 200) return profiles;
  }
}

async function readDossiers(service: Service): Promise<object[]> {
  const { answerableEntities } = await fetchJson<{ answerableEntities: string[] }>(
    service,
    '/api/diligence.json',
  );
  const limit = pLimit(4);
  return Promise.all(
    answerableEntities.map((name) =>
      limit(async () => {
        const path = `/api/diligence.json?company=${encodeURIComponent(name)}`;
        return (await fetchJson<{ dossier: object }>(service, path)).dossier;
      }),
    ),
  );
}

/** By way of a file, since all periods together are long. */
async function loadSignals(connection: DuckDBConnection, service: Service): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'examination-'));
  const path = join(folder, 'dataset.jsonl');
  await writeFile(path, (await fetchText(service, '/api/dataset.jsonl')) ?? '');
  await connection.run(`CREATE TABLE signals AS ${SIGNALS}`, [path]);
  await rm(folder, { recursive: true });
}

interface Edition {
  meta: { notCovered: object[] };
  trending: object[];
  sectors: object[];
}

export async function readTables(service: Service): Promise<Tables> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const fill = (table: string, columns: Columns, rows: readonly object[]) =>
    load(connection, table, columns, rows);

  await loadSignals(connection, service);
  await connection.run(PERIODS);
  const { periods } = await fetchJson<{ periods: { slug: string; isPartial: boolean }[] }>(
    service,
    '/api/changelog.json',
  );
  const partial = await Promise.all(
    periods
      .filter((period) => period.isPartial)
      .map((period) => fetchText(service, `/editions/${period.slug}/dataset.jsonl`)),
  );
  await fill(
    'partial_signals',
    { ...texts('period name slug'), commitVelocity14d: 'INTEGER', contributors: 'INTEGER' },
    partial.flatMap(parseLines<object>),
  );
  const { trending, sectors, meta } = await fetchJson<Edition>(service, '/api/signals.json');
  const ranked = trending.map((startup, index) => ({ ...startup, rank: index + 1 }));
  await fill('trending', { rank: 'INTEGER', ...texts('name slug') }, ranked);
  await fill('sectors', { ...texts('name slug'), startupCount: 'INTEGER' }, sectors);
  await fill('not_covered', texts('name slug repository reason'), meta.notCovered);

  const current = periods.find((period) => !period.isPartial)?.slug;
  type Weekly = { slug: string; weeklyCommits: number[] };
  const evidence = parseLines<Weekly>(
    await fetchText(service, `/editions/${current}/evidence.jsonl`),
  );
  await fill(
    'weekly_counts',
    { slug: 'VARCHAR', back: 'INTEGER', commits: 'INTEGER' },
    evidence.flatMap(({ slug, weeklyCommits }) =>
      weeklyCommits.map((commits, back) => ({ slug, back, commits })),
    ),
  );
  await fill('profiles', texts('slug sector geography'), await profilesOf(service));
  await fill('dossiers', DOSSIER, await readDossiers(service));
  await connection.run(DOSSIER_TABLES);
  const { tiers } = await fetchJson<{ tiers: object[] }>(service, '/api/v1/pricing.json');
  await fill('prices', { ...texts('slug currency'), price: 'DOUBLE', credits: 'INTEGER' }, tiers);
  await connection.run(VIEWS);

  return {
    query: (sql) => queryRows(connection, sql),
    close: async () => connection.closeSync(),
  };
}

export async function queryRows(connection: DuckDBConnection, sql: string): Promise<Row[]> {
  const reader = await connection.runAndReadAll(sql);
  return reader
    .getRowObjectsJson()
    .map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cell(value)])),
    );
}

/** DuckDB's JSON has 64-bit integers and decimals as text. */
function cell(value: unknown): Cell {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  return String(value);
}
