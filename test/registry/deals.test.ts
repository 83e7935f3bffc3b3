/** Deals in the registry: what a file may say, and how the files must fit each other. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { checkRegistry } from '../../src/registry/load-registry.ts';
import {
  firstDay,
  isCertainlyBefore,
  lastDay,
  PartialDate,
} from '../../src/registry/partial-date.ts';
import { stageOf, stageOfRound } from '../../src/registry/stage.ts';
import { faultsOf, registryWith } from '../support/registry.ts';

const SOURCE = `sources:
  - url: https://example.org/notice
    title: A notice made for a test
    publisher: Example
    kind: press-release
    publishedOn: 2025-02-03
    checked: 2026-01-01
    says: What a test needs.
`;
const ACQUISITION = `acquirer: oak
acquired: example-one
announcedOn: 2025-02-03
closedOn: 2025-04-01
amount: 1000000
currency: USD
${SOURCE}`;
const ROUND = `company: example-one
round: Series A
announcedOn: 2025-03
investors:
  - organization: soil
    role: lead
${SOURCE}`;
const SOUND = {
  'organizations/oak.yaml': 'name: Oak\n',
  'funds/soil.yaml': 'name: Soil Fund\n',
  'acquisitions/oak-example-one.yaml': ACQUISITION,
  'rounds/example-one-a.yaml': ROUND,
  'holdings/soil-oak.yaml': `fund: soil\ncompany: oak\n${SOURCE}`,
  'valuations/oak.yaml': `company: oak\nannouncedOn: '2025'\namount: 1000000000\ncurrency: EUR\n${SOURCE}`,
};

/** The faults of the sound registry with one file changed. */
async function changed(t: TestContext, file: keyof typeof SOUND, from: string, to: string) {
  const text = SOUND[file];
  assert.ok(text.includes(from), `${file} has no ${from}`);
  return faultsOf(t, { ...SOUND, [file]: text.replace(from, to) });
}

describe('deals in the registry', () => {
  it('are read from a file each', async (t) => {
    const { registry, faults } = await checkRegistry(await registryWith(t, SOUND));
    assert.deepEqual(faults, []);
    assert.deepEqual(
      registry?.organizations.map(({ slug, kind }) => [slug, kind]),
      [
        ['oak', 'company'],
        ['soil', 'fund'],
      ],
    );
    const { acquisitions, rounds, holdings, valuations } = registry?.deals ?? assert.fail();
    assert.deepEqual(
      [acquisitions, rounds, holdings, valuations].map(({ length }) => length),
      [1, 1, 1, 1],
    );
    assert.equal(rounds[0]?.amount, null);
  });

  const faulty: [what: string, file: keyof typeof SOUND, from: string, to: string, says: RegExp][] =
    [
      [
        'a close before its announcement',
        'acquisitions/oak-example-one.yaml',
        'closedOn: 2025-04-01',
        'closedOn: 2025-01-31',
        /:4 closedOn: 2025-01-31 is before the announcement on 2025-02-03/,
      ],
      [
        'an acquisition of itself',
        'acquisitions/oak-example-one.yaml',
        'acquirer: oak',
        'acquirer: example-one',
        /acquired: cannot be its own acquirer/,
      ],
      [
        'a deal that closed and was called off',
        'acquisitions/oak-example-one.yaml',
        'amount:',
        'terminatedOn: 2025-05-01\namount:',
        /terminatedOn: a deal that closed was not called off/,
      ],
      [
        'an amount without its currency',
        'acquisitions/oak-example-one.yaml',
        'currency: USD\n',
        '',
        /amount: amount and currency stand together/,
      ],
      [
        'a currency that there is not',
        'acquisitions/oak-example-one.yaml',
        'USD',
        'USDT',
        /currency: must be an ISO 4217 code, like USD/,
      ],
      [
        'an amount below one',
        'acquisitions/oak-example-one.yaml',
        '1000000',
        '-5',
        /amount: must be above 0/,
      ],
      [
        'an amount that is no number',
        'acquisitions/oak-example-one.yaml',
        '1000000',
        'a lot',
        /amount: must be a whole number/,
      ],
      [
        'a day that there is not',
        'acquisitions/oak-example-one.yaml',
        '2025-04-01',
        '2025-02-30',
        /closedOn: must be a day that the calendar has/,
      ],
      [
        'a year without quotes',
        'rounds/example-one-a.yaml',
        '2025-03',
        '2025',
        /announcedOn: must be text; a year alone needs quotes/,
      ],
      [
        'a party without a file',
        'rounds/example-one-a.yaml',
        'organization: soil',
        'organization: soul',
        /investors\[0\]\.organization: soul has no file/,
      ],
      [
        'an address that is none',
        'rounds/example-one-a.yaml',
        'https://example.org/notice',
        'example.org',
        /sources\[0\]\.url: must be a full http or https address/,
      ],
      [
        'an address of another kind',
        'rounds/example-one-a.yaml',
        'https://example.org/notice',
        'javascript:alert(1)',
        /sources\[0\]\.url: must be a full http or https address/,
      ],
      [
        'a report of what has no address',
        'rounds/example-one-a.yaml',
        'kind: press-release',
        'kind: press-release\n    reportOf: a tweet',
        /sources\[0\]\.reportOf: must be a full http or https address/,
      ],
      [
        'a source of another kind',
        'rounds/example-one-a.yaml',
        'kind: press-release',
        'kind: rumour',
        /kind: must be one of press-release, filing, both-sides/,
      ],
      [
        'no source',
        'rounds/example-one-a.yaml',
        SOURCE,
        'sources: []\n',
        /sources: must name at least one source/,
      ],
      [
        'a source from after it was checked',
        'rounds/example-one-a.yaml',
        'publishedOn: 2025-02-03',
        'publishedOn: 2026-02-03',
        /publishedOn: is after it was checked on 2026-01-01/,
      ],
      [
        'a deal from after its source was checked',
        'rounds/example-one-a.yaml',
        'announcedOn: 2025-03',
        'announcedOn: 2026-03',
        /announcedOn: is after its source was checked/,
      ],
      [
        'a valuation below a billion',
        'valuations/oak.yaml',
        '1000000000',
        '999999999',
        /amount: must be at least 1000000000/,
      ],
      [
        'an organization under a tracked company’s name',
        'organizations/oak.yaml',
        'Oak',
        'First Example',
        /oak\.yaml:1 name: First Example already belongs to example-one/,
      ],
      [
        'a former name that another has',
        'organizations/oak.yaml',
        'Oak',
        'Oak\nformerly: [soil fund]',
        /already belongs to oak; it must be listed once/,
      ],
    ];
  for (const [what, file, from, to, says] of faulty)
    it(`refuse ${what}`, async (t) => {
      const faults = await changed(t, file, from, to);
      assert.equal(faults.length, 1, faults.join('\n'));
      assert.match(faults[0] ?? '', says);
    });

  it('refuse two records of one deal', async (t) => {
    const again = ROUND.replace('Series A', 'series-a').replace('2025-03', '2025-04-01');
    const faults = await faultsOf(t, {
      ...SOUND,
      'acquisitions/again.yaml': ACQUISITION,
      'rounds/later.yaml': again,
    });
    assert.equal(faults.length, 2);
    assert.match(
      faults.join('\n'),
      /again\.yaml.* is the same deal as|is the same deal as again\.yaml/,
    );
    assert.match(faults.join('\n'), /later\.yaml:1 is the same deal as example-one-a\.yaml/);
  });

  it('refuse an organization without a deal', async (t) => {
    const faults = await faultsOf(t, { ...SOUND, 'funds/idle.yaml': 'name: Idle Fund\n' });
    assert.deepEqual(faults, ['idle.yaml:1 name: is in no deal; remove idle, or add the deal']);
  });
});

describe('the stage of a company', () => {
  it('follows from what a round is called', () => {
    const stages = {
      Accelerator: 'Pre-seed',
      'Pre-seed': 'Pre-seed',
      Preseed: 'Pre-seed',
      Seed: 'Seed',
      'Seed extension': 'Seed',
      'Series A': 'Series A/B',
      'Pre-Series A': 'Seed',
      'Pre-A': 'Seed',
      'series b extension': 'Series A/B',
      'Series B1': undefined,
      'Series C': 'Growth',
      'Growth equity': 'Growth',
      Grant: undefined,
      'Convertible note': undefined,
    };
    for (const [name, stage] of Object.entries(stages))
      assert.equal(stageOfRound(name), stage, name);
  });

  it('is the furthest that a round shows, up to a day', async (t) => {
    const later = ROUND.replace('Series A', 'Series C').replace('2025-03', '2025-09-10');
    const undated = ROUND.replace('Series A', 'Seed').replace('2025-03', 'null');
    const { registry } = await checkRegistry(
      await registryWith(t, { ...SOUND, 'rounds/c.yaml': later, 'rounds/seed.yaml': undated }),
    );
    const { deals } = registry ?? assert.fail();
    const on = (day?: string) => stageOf('example-one', deals, day)?.stage;
    assert.equal(on('2025-03-30'), 'Seed', 'the month of the Series A is not over');
    assert.equal(on('2025-03-31'), 'Series A/B');
    assert.equal(on('2025-09-09'), 'Series A/B');
    assert.equal(on('2025-09-10'), 'Growth');
    assert.equal(on(), 'Growth');
  });

  it('counts a round without a date from when a source told of it', async (t) => {
    const undated = (round: string) => ROUND.replace('Series A', round).replace('2025-03', 'null');
    const { registry } = await checkRegistry(
      await registryWith(t, {
        ...SOUND,
        'rounds/example-one-a.yaml': undated('Series A'),
        'rounds/seed.yaml': undated('Seed').replace('publishedOn: 2025-02-03', 'publishedOn: null'),
        'rounds/grant.yaml': undated('Grant'),
      }),
    );
    const { deals } = registry ?? assert.fail();
    assert.equal(stageOf('example-one', deals, '2025-02-02'), undefined);
    const known = stageOf('example-one', deals, '2025-02-03');
    assert.deepEqual([known?.stage, known?.knownBy], ['Series A/B', '2025-02-03']);
    const seed = { rounds: deals.rounds.filter(({ round }) => round === 'Seed') };
    assert.equal(stageOf('example-one', seed)?.knownBy, '2026-01-01', 'when it was read');
    assert.equal(stageOf('oak', deals), undefined);
  });
});

describe('a partial date', () => {
  it('stands for all of its days', () => {
    assert.deepEqual(['2024', '2024-02', '2024-02-28'].map(firstDay), [
      '2024-01-01',
      '2024-02-01',
      '2024-02-28',
    ]);
    assert.deepEqual(['2024', '2024-02', '2024-02-28'].map(lastDay), [
      '2024-12-31',
      '2024-02-29',
      '2024-02-28',
    ]);
    assert.ok(isCertainlyBefore('2024-02', '2024-03-01'));
    assert.ok(!isCertainlyBefore('2024', '2024-03-01'));
    assert.ok(!isCertainlyBefore('2024-03-01', '2024-03'));
  });

  it('is refused where the calendar has no such day', () => {
    for (const text of [
      '2024-13',
      '2024-00',
      '2023-02-29',
      '24-01-01',
      '2024-1',
      '2024-01-01T00:00:00Z',
      '',
      'soon',
    ])
      assert.ok(!PartialDate.safeParse(text).success, text);
  });
});
