/** Markets: where they are, who rules, and what is logged of them. */
import assert from 'node:assert/strict';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { before, describe, it } from 'node:test';
import { stringify } from 'yaml';
import { z } from 'zod';
import { readForecastLog, type Signer } from '../../../src/features/forecasts/log.ts';
import { logWeek } from '../../../src/features/markets/log-week.ts';
import { marketOf } from '../../../src/features/markets/market.ts';
import { ListedMarket, MarketRecord } from '../../../src/features/markets/market-record.ts';
import { signingKey } from '../../../src/pipeline/edition/signing.ts';
import { openPublished, type Published } from '../../../src/published/published.ts';
import type { Exit } from '../../../src/registry/deals.ts';
import { checkRegistry } from '../../../src/registry/load-registry.ts';
import { type Market, marketState } from '../../../src/registry/markets.ts';
import { shippedPublication } from '../../../tools/shipped.ts';
import { exampleCompany } from '../../support/example-company.ts';
import { siteOf } from '../../support/publication.ts';
import { examplePublished } from '../../support/published.ts';
import { faultsOf, registryWith } from '../../support/registry.ts';
import { serveShipped } from '../../support/service.ts';

const MARKET: Market = {
  ...{ slug: 'acorn-round', question: 'Will Acorn announce a priced round by 1 October 2025?' },
  ...{ asks: 'round', companies: ['acorn'], opened: '2025-07-01', closes: '2025-10-01' },
  rulings: [],
};

describe('the shipped markets', () => {
  let published: Published;
  before(async () => {
    published = await shippedPublication();
  });

  it('are at least twelve open ones about tracked startups, and four back-tests', async () => {
    const day = new Date('2026-11-22T12:00:00Z');
    const records = await Promise.all(
      published.registry.markets.map(({ slug }) => marketOf(slug, published, day)),
    );
    for (const { asks, forecast } of records.map((record) => MarketRecord.parse(record)))
      assert.match(
        forecast.note,
        asks === 'coverage' ? /counted from published/ : /incomplete.*does not show that there was/,
      );
    const open = records.filter(({ status }) => status === 'open');
    assert.ok(open.filter(({ asks }) => asks !== 'coverage').length >= 12);
    for (const { candidates, slug } of open)
      for (const { status } of candidates) assert.equal(status, 'active', slug);
    const tests = records.filter(({ isBackTest }) => isBackTest);
    assert.deepEqual(
      tests.map(({ status }) => status),
      ['resolved', 'resolved', 'resolved', 'resolved'],
    );
    for (const { resolution, forecast, slug } of tests) {
      assert.ok(resolution && resolution.brier !== null && resolution.sources.length > 0, slug);
      // None of them was forecast at the time, and none says that it was.
      assert.equal(forecast.isLogged, false);
    }
  });

  it('are listed with what each says of itself, in one list for all who ask', async (t) => {
    const served = await serveShipped();
    t.after(() => served.service.close());
    const get = async (path: string) =>
      (await (await fetch(served.origin + path)).json()) as Record<string, unknown>;
    const { markets, log } = z
      .object({ markets: z.array(ListedMarket), log: z.object({ url: z.url(), head: z.string() }) })
      .parse(await get('/api/markets'));
    assert.equal(markets.length, published.registry.markets.length);
    for (const listed of markets) {
      const market = await get(`/api/markets/${listed.slug}`);
      assert.deepEqual({ ...market, ...listed }, market);
    }
    assert.deepEqual((await get('/api/markets/no-such-market'))['available'], markets);
    assert.match(log.head, /^[0-9a-f]{64}$/);
    assert.equal(new URL(log.url).pathname, '/api/markets.jsonl');
    for (const path of ['/forecasts', '/api/forecasts.json', '/api/forecasts.jsonl'])
      assert.equal((await fetch(served.origin + path)).status, 404, path);
  });

  it('add up: that it happens to one of several is likelier than to any of them', async () => {
    const { forecast, candidates } = await marketOf('ai-agents-round-2027-q1', published);
    const none = candidates.reduce((product, { probability }) => product * (1 - probability), 1);
    assert.ok(Math.abs(forecast.probability - (1 - none)) < 1e-5);
    assert.ok(candidates.every(({ probability }) => probability < forecast.probability));
    assert.deepEqual(
      candidates.map(({ rank }) => rank),
      candidates.map((_, at) => at + 1),
    );
  });
});

describe('an example market', () => {
  let published: Published;
  let key: Signer;
  const on = (day: string) => new Date(`${day}T12:00:00Z`);
  before(async () => {
    published = await examplePublished({ markets: [MARKET] });
    const { publicKeyPem, sign } = await signingKey(dirname(published.editions.store.folder));
    key = { sign, publicKeys: [publicKeyPem] };
  });

  it('is logged once a week until it closes, and never computed again', async () => {
    const kinds = async (day: string) => {
      const logged = await logWeek(published, key, on(day));
      const { editions, registry, baseUrl } = published;
      published = await openPublished(siteOf({ store: editions.store, registry, baseUrl }));
      return logged.map(({ kind }) => kind);
    };
    assert.deepEqual(await kinds('2025-07-03'), ['market']);
    assert.deepEqual(await kinds('2025-07-04'), []);
    assert.deepEqual(await kinds('2025-07-10'), ['market']);
    assert.deepEqual(await kinds('2025-10-02'), []);
    const { forecast } = await marketOf('acorn-round', published, on('2025-07-10'));
    assert.equal(forecast.isLogged, true);
    assert.equal(forecast.history.length, 2);
    assert.equal(forecast.probability, forecast.history.at(-1)?.probability);
    assert.equal(forecast.logHead, (await readForecastLog(published.editions)).head);
  });

  it('is void once its startup is not tracked any more', async () => {
    const gone = { ...MARKET, slug: 'gone', companies: ['oak'] };
    const { registry, editions, baseUrl } = published;
    const site = { registry: { ...registry, markets: [gone] }, store: editions.store, baseUrl };
    const changed = await openPublished(siteOf(site));
    const market = await marketOf('gone', changed, on('2025-07-10'));
    assert.equal(market.status, 'void');
    assert.equal(market.candidates[0]?.status, 'untracked');
  });
});

describe('where a market is', () => {
  const ruling = (change: Partial<Market['rulings'][number]>) =>
    ({
      ...{ outcome: 'yes', on: '2025-08-02', resolver: 'one', announcedOn: '2025-08-01' },
      ...{ reason: 'It was announced.', sources: [] },
      ...change,
    }) as Market['rulings'][number];
  const status = (change: Partial<Market>, day = '2025-09-01') =>
    marketState({ ...MARKET, ...change }, day).status;

  it('follows the clock, the lock and the rulings', () => {
    assert.equal(status({}), 'open');
    assert.equal(status({}, '2025-10-01'), 'open');
    assert.equal(status({}, '2025-10-02'), 'locked');
    assert.equal(status({ locked: '2025-09-01' }), 'locked');
    assert.equal(status({ rulings: [ruling({})] }), 'resolved');
    assert.equal(status({ rulings: [ruling({ outcome: 'void' })] }), 'void');
  });
});

describe('the file of a market', () => {
  const FILE = {
    question: 'Will Example One announce a priced round by 1 June 2027?',
    asks: 'round',
    companies: ['example-one'],
    opened: '2026-11-22',
    closes: '2027-06-01',
  };
  const SOURCE = {
    url: 'https://example.org/round',
    title: 'A round',
    publisher: 'Example One',
    kind: 'press-release',
    readAs: 'original',
    publishedOn: '2027-02-01',
    checked: '2027-02-02',
    says: 'Example One says that it raised.',
  };
  const YES = {
    outcome: 'yes',
    on: '2027-02-02',
    resolver: 'Editor',
    announcedOn: '2027-02-01',
    reason: 'Example One announced it.',
    sources: [SOURCE],
  };
  const VOID = { outcome: 'void', on: '2027-02-02', resolver: 'Second', reason: 'It is unclear.' };
  const PATH = 'markets/example-round.yaml';
  const files = (change: object) => ({
    [PATH]: stringify({ ...FILE, ...change }, { aliasDuplicateObjects: false }),
  });

  it('holds rulings that disagree, a final one, and those that were taken back', async (t) => {
    const status = async (rulings: object[]) => {
      const { registry, faults } = await checkRegistry(await registryWith(t, files({ rulings })));
      assert.deepEqual(faults, []);
      const [market] = registry?.markets ?? [];
      return market && marketState(market, '2027-02-03').status;
    };
    assert.equal(await status([]), 'open');
    assert.equal(await status([YES, VOID]), 'disputed');
    const final = { ...YES, resolver: 'Third', final: true };
    assert.equal(await status([YES, VOID, final]), 'resolved');
    const withdrawn = { on: '2027-02-03', reason: 'The source was withdrawn.' };
    const all = [YES, VOID, final].map((ruling) => ({ ...ruling, withdrawn }));
    assert.equal(await status(all), 'open');
    assert.equal(await status([...all, YES]), 'resolved');
  });

  it('is refused where it is not sound', async (t) => {
    const { announcedOn: _, ...rest } = YES;
    const no = { ...rest, outcome: 'no', sources: [] };
    for (const [change, message] of [
      [{ companies: ['oak'] }, /oak is not tracked/],
      [{ closes: '2026-11-22' }, /closes: must be after/],
      [{ asks: 'coverage' }, /must name an edition/],
      [{ edition: '2027-w99' }, /ISO week|week that its year has/],
      [{ locked: '2026-01-01' }, /locked: must be after/],
      [{ rulings: [{ ...YES, sources: [] }] }, /must name the public document/],
      [{ rulings: [{ ...YES, announcedOn: '2027-06-02', on: '2027-06-03' }] }, /2027-06-01/],
      [{ rulings: [no] }, /until then it may still happen/],
      [{ rulings: [YES, YES] }, /ruled yes on 2027-02-02 already/],
      [{ rulings: [{ ...YES, final: true }] }, /final\S*: is for resolvers that disagree/],
    ] as const)
      assert.match((await faultsOf(t, files(change))).join('\n'), message);
  });

  it('goes over to the startup that another one turned out to be', async (t) => {
    const folder = await registryWith(t, files({}));
    const merged = (await readFile(join(folder, 'companies/example-one.yaml'), 'utf8'))
      .replace('aliases:', 'formerSlugs: [example-one]\naliases:')
      .replace('name: Example One', 'name: Example Two')
      .replace('aliases: [First Example]', 'aliases: [Example One]');
    await rename(
      join(folder, 'companies/example-one.yaml'),
      join(folder, 'companies/example-two.yaml'),
    );
    await writeFile(join(folder, 'companies/example-two.yaml'), merged);
    const { faults, registry } = await checkRegistry(folder);
    assert.deepEqual(faults, []);
    assert.deepEqual(registry?.markets[0]?.companies, ['example-two']);
  });
});

it('an exit before the date is seen at the candidate', async () => {
  const exit: Exit = {
    kind: 'merged',
    by: null,
    announcedOn: '2025-07-05',
    closedOn: null,
    amount: null,
    currency: null,
    sources: [],
  };
  const published = await examplePublished({
    markets: [MARKET],
    companies: [exampleCompany('acorn', { exits: [exit] }), exampleCompany('birch')],
  });
  const market = await marketOf('acorn-round', published, new Date('2025-07-10T12:00:00Z'));
  assert.equal(market.candidates[0]?.status, 'merged');
  // A merged startup no longer raises.
  assert.equal(market.forecast.probability, 0);
});
