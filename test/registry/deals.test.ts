/** Deals in the registry: what a file may say, and how the files must fit each other. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkRegistry } from '../../src/registry/load-registry.ts';
import {
  firstDay,
  isCertainlyBefore,
  lastDay,
  PartialDate,
} from '../../src/registry/partial-date.ts';
import {
  COMPANY,
  DEALS,
  EXIT,
  faultsOf,
  listedSource,
  ROUND,
  registryWith,
} from '../support/registry.ts';

describe('deals in the registry', () => {
  it('are read from the files of their companies and funds', async (t) => {
    const { registry, faults } = await checkRegistry(await registryWith(t, DEALS));
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

  it('refuse two records of one deal', async (t) => {
    const again = ROUND.replace('Series A', 'series-a').replace('2025-03', '2025-04-01');
    const faults = await faultsOf(t, {
      ...DEALS,
      'companies/example-one.yaml': `${COMPANY}rounds:\n${ROUND}${again}${EXIT}${EXIT.replace('exits:\n', '')}`,
      'funds/soil.yaml': DEALS['funds/soil.yaml'].replace('[oak]', '[oak, oak]'),
    });
    assert.deepEqual(
      faults.map((fault) => fault.replace(/^\S+ /, '')),
      [
        'exits[1]: is the same deal as oak-example-one; put the sources of both into one entry',
        'rounds[1]: is the same deal as example-one-series-a; put the sources of both into one entry',
        'portfolio[0].companies[1]: oak stands twice in the list',
      ],
    );
  });

  it('refuse the acquisition of a tracked company in another’s file', async (t) => {
    const deal = `acquisitions:
  - acquired: example-one
    announcedOn: 2025-02-03
    sources:
${listedSource(6)}
`;
    const faults = await faultsOf(t, {
      ...DEALS,
      'companies/example-one.yaml': `${COMPANY}rounds:\n${ROUND}`,
      'untracked/oak.yaml': `${DEALS['untracked/oak.yaml']}${deal}`,
    });
    assert.match(faults.pop() ?? '', /oak\.yaml:1 name: belongs in acquirers\/oak\.yaml/);
    assert.deepEqual(faults, [
      'oak.yaml:17 acquisitions[0].acquired: example-one is tracked; make it an exit in companies/example-one.yaml',
    ]);
  });

  it('refuse an organization without a deal', async (t) => {
    const faults = await faultsOf(t, { ...DEALS, 'organizations.yaml': 'idle: Idle Fund\n' });
    assert.deepEqual(faults, [
      'organizations.yaml:1 idle.name: is in no deal; remove idle, or add the deal',
    ]);
  });

  it('show an agreement that was called off, which is no exit', async (t) => {
    const off = EXIT.replace('closedOn: 2025-12-01', 'terminatedOn: 2025-12-01');
    const { registry } = await checkRegistry(
      await registryWith(t, {
        ...DEALS,
        'companies/example-one.yaml': `${COMPANY}rounds:\n${ROUND}${off}`,
      }),
    );
    const { companies, deals } = registry ?? assert.fail();
    assert.deepEqual(companies[0]?.exits, []);
    assert.equal(deals.acquisitions[0]?.terminatedOn, '2025-12-01');
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
