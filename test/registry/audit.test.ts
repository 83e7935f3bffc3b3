import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import {
  oldFacts,
  reportedFacts,
  unansweredAddresses,
  weakFacts,
} from '../../src/registry/audit.ts';
import { cli } from '../support/cli.ts';
import { COMPANY, registryWith } from '../support/registry.ts';

const fact = (file: string, ...sources: [url: string, checked: string][]) => ({
  file,
  fact: file.startsWith('companies/') ? '' : 'round Seed',
  sources: sources.map(([url, checked]) => ({ url, checked })),
});

describe('an audit of the registry', () => {
  it('finds deals with one source, also when it is given twice', () => {
    const facts = [
      fact('rounds/one.yaml', ['https://a.example', '2026-01-01']),
      fact(
        'rounds/twice.yaml',
        ['https://a.example', '2026-01-01'],
        ['https://a.example', '2026-02-01'],
      ),
      fact(
        'rounds/two.yaml',
        ['https://a.example', '2026-01-01'],
        ['https://b.example', '2026-01-01'],
      ),
      fact('companies/x.yaml', ['https://a.example', '2026-01-01']),
    ];
    assert.deepEqual(
      weakFacts(facts).map(({ file }) => file),
      ['rounds/one.yaml', 'rounds/twice.yaml'],
    );
  });

  it('finds facts known from reports alone', () => {
    const source = { url: 'https://a.example', checked: '2026-01-01' };
    const report = { ...source, readAs: 'report' };
    const facts = [
      { file: 'rounds/report.yaml', fact: 'round Seed', sources: [report] },
      { file: 'rounds/both.yaml', fact: 'round Seed', sources: [report, source] },
      { file: 'rounds/told.yaml', fact: 'round Seed', sources: [source] },
    ];
    assert.deepEqual(
      reportedFacts(facts).map(({ file }) => file),
      ['rounds/report.yaml'],
    );
  });

  it('finds facts that nobody has looked up again for long', () => {
    const facts = [
      fact(
        'rounds/old.yaml',
        ['https://a.example', '2024-01-01'],
        ['https://b.example', '2024-02-01'],
      ),
      fact(
        'rounds/half.yaml',
        ['https://a.example', '2024-01-01'],
        ['https://b.example', '2026-02-01'],
      ),
    ];
    assert.deepEqual(
      oldFacts(facts, '2025-01-01').map(({ file }) => file),
      ['rounds/old.yaml'],
    );
  });

  it('asks every address once, and tells which do not answer and why', async (t) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const status = { '/gone': 410, '/no-head': request.method === 'HEAD' ? 405 : 200 }[
        request.url ?? ''
      ];
      response.writeHead(status ?? 200).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const address = server.address();
    assert.ok(typeof address === 'object' && address);
    const at = (path: string) => `http://127.0.0.1:${address.port}${path}`;
    const progress: number[] = [];
    const silent = await unansweredAddresses(
      [
        fact('rounds/a.yaml', [at('/here'), '2026-01-01'], [at('/gone'), '2026-01-01']),
        fact('rounds/b.yaml', [at('/gone'), '2026-01-01'], [at('/no-head'), '2026-01-01']),
        fact('rounds/c.yaml', ['http://127.0.0.1:1/', '2026-01-01']),
      ],
      (done) => progress.push(done),
    );
    assert.deepEqual(
      silent.map(({ url, why, files }) => [url, why, files]),
      [
        [at('/gone'), 'status 410', ['rounds/a.yaml', 'rounds/b.yaml']],
        ['http://127.0.0.1:1/', silent[1]?.why, ['rounds/c.yaml']],
      ],
    );
    assert.match(silent[1]?.why ?? '', /ECONNREFUSED|bad port/);
    assert.deepEqual(progress, [1, 2, 3, 4]);
    assert.deepEqual(asked.sort(), ['GET /no-head', 'HEAD /gone', 'HEAD /here', 'HEAD /no-head']);
  });
});

describe('bellwether registry audit', () => {
  it('lists the files, and says that it did not ask the network', async (t) => {
    const folder = await registryWith(t, {
      'organizations.yaml': 'oak: Oak\n',
      'companies/example-one.yaml': `${COMPANY}exits:
  - kind: acquired
    by: oak
    announcedOn: 2015-02-03
    sources:
      - url: https://example.org/notice
        title: A notice made for a test
        publisher: Example
        kind: press-release
        readAs: report
        originalUrl: https://example.org/announcement
        publishedOn: null
        checked: 2015-03-01
        says: What a test needs.
`,
    });
    const { status, stdout } = await cli(['registry', 'audit', folder]);
    assert.equal(status, 0);
    assert.match(
      stdout,
      /^One source only: 1 of 1 facts\n {2}companies\/example-one\.yaml: acquired by oak\n/,
    );
    assert.match(stdout, /Reports alone: 1\n {2}companies\/example-one\.yaml: acquired by oak\n/);
    assert.match(
      stdout,
      /Last read more than 365 days ago: 1\n {2}companies\/example-one\.yaml: acquired by oak/,
    );
    assert.match(stdout, /Addresses were not requested; --online does that\./);
    const checked = await cli(['registry', 'check', folder]);
    assert.match(
      checked.stdout,
      /Deals: 1 acquisition by 1 acquirer, 0 rounds, .* 2 answerable entities\./,
    );
  });

  it('refuses a number of days that is none', async () => {
    const { status, stderr } = await cli(['registry', 'audit', '--older-than', 'long']);
    assert.equal(status, 1);
    assert.match(stderr, /must be a whole number from 0 to 99999/);
  });
});
