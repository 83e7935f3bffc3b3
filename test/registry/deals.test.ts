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
import { COMPANY, faultsOf, registryWith } from '../support/registry.ts';

/** A source as it stands in a file, indented by so many spaces. */
const source = (indent: number) => SOURCE.replace(/^(?=.)/gm, ' '.repeat(indent)).trimEnd();
const SOURCE = `url: https://example.org/notice
title: A notice made for a test
publisher: Example
kind: press-release
readAs: original
publishedOn: 2025-02-03
checked: 2026-01-01
says: What a test needs.
`;
const listed = (indent: number) => source(indent + 2).replace('  url', '- url');
const EXIT = `exits:
  - kind: acquired
    by: oak
    announcedOn: 2025-11-03
    closedOn: 2025-12-01
    amount: 1000000
    currency: USD
    sources:
${listed(6)}
`;
const ROUND = `  - round: Series A
    announcedOn: 2025-03
    investors:
      - organization: soil
        role: lead
    sources:
${listed(6)}
`;
const SOUND = {
  'companies/example-one.yaml': `${COMPANY}rounds:\n${ROUND}${EXIT}`,
  'untracked/oak.yaml': `name: Oak
valuations:
  - announcedOn: '2025'
    amount: 1000000000
    currency: EUR
    basis: null
    sources:
${listed(6)}
`,
  'funds/soil.yaml': `name: Soil Fund
portfolio:
  - source:
${source(6)}
    companies: [oak]
`,
};

/** The faults of the sound registry with one file changed. */
async function changed(t: TestContext, file: keyof typeof SOUND, from: string, to: string) {
  const text = SOUND[file];
  assert.ok(text.includes(from), `${file} has no ${from}`);
  return faultsOf(t, { ...SOUND, [file]: text.replace(from, to) });
}

describe('deals in the registry', () => {
  it('are read from the files of their companies and funds', async (t) => {
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
        'companies/example-one.yaml',
        'closedOn: 2025-12-01',
        'closedOn: 2025-10-31',
        /:31 exits\[0\]\.closedOn: 2025-10-31 is before the announcement on 2025-11-03/,
      ],
      [
        'an acquisition of itself',
        'companies/example-one.yaml',
        'by: oak',
        'by: example-one',
        /exits\[0\]\.by: cannot be its own acquirer/,
      ],
      [
        'a deal that closed and was called off',
        'companies/example-one.yaml',
        '    amount:',
        '    terminatedOn: 2025-12-24\n    amount:',
        /terminatedOn: a deal that closed was not called off/,
      ],
      [
        'an amount without its currency',
        'companies/example-one.yaml',
        '    currency: USD\n',
        '',
        /amount: amount and currency stand together/,
      ],
      [
        'a currency that there is not',
        'companies/example-one.yaml',
        'USD',
        'USDT',
        /currency: must be an ISO 4217 code, like USD/,
      ],
      [
        'an amount below one',
        'companies/example-one.yaml',
        '1000000',
        '-5',
        /amount: must be above 0/,
      ],
      [
        'an amount that is no number',
        'companies/example-one.yaml',
        '1000000',
        'a lot',
        /amount: must be a whole number/,
      ],
      [
        'a day that there is not',
        'companies/example-one.yaml',
        '2025-12-01',
        '2025-02-30',
        /closedOn: must be a day that the calendar has/,
      ],
      [
        'a year without quotes',
        'companies/example-one.yaml',
        '2025-03',
        '2025',
        /announcedOn: must be text; a year alone needs quotes/,
      ],
      [
        'a party without a file',
        'companies/example-one.yaml',
        'organization: soil',
        'organization: soul',
        /investors\[0\]\.organization: soul has no file and is not in organizations\.yaml/,
      ],
      [
        'an address that is none',
        'companies/example-one.yaml',
        'https://example.org/notice',
        'example.org',
        /sources\[0\]\.url: must be a full http or https address/,
      ],
      [
        'an address of another kind',
        'companies/example-one.yaml',
        'https://example.org/notice',
        'javascript:alert(1)',
        /sources\[0\]\.url: must be a full http or https address/,
      ],
      [
        'a report of what has no address',
        'companies/example-one.yaml',
        'kind: press-release',
        'kind: press-release\n        originalUrl: a tweet',
        /sources\[0\]\.originalUrl: must be a full http or https address/,
      ],
      [
        'a source of another kind',
        'companies/example-one.yaml',
        'kind: press-release',
        'kind: rumour',
        /kind: must be one of press-release, filing, both-sides/,
      ],
      [
        'no source',
        'companies/example-one.yaml',
        `sources:\n${listed(6)}`,
        'sources: []',
        /sources: must name at least one source/,
      ],
      [
        'a source from after it was checked',
        'companies/example-one.yaml',
        'publishedOn: 2025-02-03',
        'publishedOn: 2026-02-03',
        /publishedOn: is after it was checked on 2026-01-01/,
      ],
      [
        'a deal from after its source was checked',
        'companies/example-one.yaml',
        'announcedOn: 2025-03',
        'announcedOn: 2026-03',
        /announcedOn: is after its source was checked/,
      ],
      [
        'a valuation below a billion',
        'untracked/oak.yaml',
        '1000000000',
        '999999999',
        /amount: must be at least 1000000000/,
      ],
      [
        'an organization under a tracked company’s name',
        'untracked/oak.yaml',
        'Oak',
        'First Example',
        /oak\.yaml:1 name: First Example already belongs to example-one/,
      ],
      [
        'a former name that another has',
        'untracked/oak.yaml',
        'Oak',
        'Oak\nformerNames: [{ name: soil fund }]',
        /already belongs to (?:oak|soil); it must be listed once/,
      ],
    ];
  for (const [what, file, from, to, says] of faulty)
    it(`refuse ${what}`, async (t) => {
      // A round of 2026 is after the exit as well.
      const told = await changed(t, file, from, to);
      const faults = told.filter((fault) => !fault.includes('is before the round'));
      assert.equal(faults.length, 1, faults.join('\n'));
      assert.match(faults[0] ?? '', says);
    });

  it('refuse two records of one deal', async (t) => {
    const again = ROUND.replace('Series A', 'series-a').replace('2025-03', '2025-04-01');
    const faults = await faultsOf(t, {
      ...SOUND,
      'companies/example-one.yaml': `${COMPANY}rounds:\n${ROUND}${again}${EXIT}${EXIT.replace('exits:\n', '')}`,
      'funds/soil.yaml': SOUND['funds/soil.yaml'].replace('[oak]', '[oak, oak]'),
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
${listed(6)}
`;
    const faults = await faultsOf(t, {
      ...SOUND,
      'companies/example-one.yaml': `${COMPANY}rounds:\n${ROUND}`,
      'untracked/oak.yaml': `${SOUND['untracked/oak.yaml']}${deal}`,
    });
    assert.match(faults.pop() ?? '', /oak\.yaml:1 name: belongs in acquirers\/oak\.yaml/);
    assert.deepEqual(faults, [
      'oak.yaml:17 acquisitions[0].acquired: example-one is tracked; make it an exit in companies/example-one.yaml',
    ]);
  });

  it('refuse an organization without a deal', async (t) => {
    const faults = await faultsOf(t, { ...SOUND, 'organizations.yaml': 'idle: Idle Fund\n' });
    assert.deepEqual(faults, [
      'organizations.yaml:1 idle.name: is in no deal; remove idle, or add the deal',
    ]);
  });

  it('show an agreement that was called off, which is no exit', async (t) => {
    const off = EXIT.replace('closedOn: 2025-12-01', 'terminatedOn: 2025-12-01');
    const { registry } = await checkRegistry(
      await registryWith(t, {
        ...SOUND,
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
