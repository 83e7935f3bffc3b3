import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { oldFacts, reportedFacts, weakFacts } from '../../src/registry/audit.ts';
import { cli } from '../support/cli.ts';
import { COMPANY, registryWith } from '../support/registry.ts';

const fact = (file: string, ...sources: [url: string, checked: string][]) => ({
  file,
  fact: file.startsWith('companies/') ? '' : 'round Seed',
  sources: sources.map(([url, checked]) => ({ url, checked })),
});

describe('an audit of the registry', () => {
  it('finds deals with one source, reports alone, and facts read long ago', () => {
    const [old, now] = ['2024-01-01', '2026-01-01'];
    const [a, b] = ['https://a.example', 'https://b.example'];
    const report = {
      ...fact('rounds/report.yaml'),
      sources: [{ url: a, checked: now, readAs: 'report' }],
    };
    const facts = [
      fact('rounds/one.yaml', [a, now]),
      fact('rounds/twice.yaml', [a, now], [a, old]),
      fact('rounds/two.yaml', [a, old], [b, now]),
      fact('rounds/old.yaml', [a, old], [b, old]),
      fact('companies/x.yaml', [a, now]),
      report,
      {
        ...report,
        file: 'rounds/both.yaml',
        sources: [...report.sources, { url: b, checked: now }],
      },
    ];
    const names = (found: readonly { file: string }[]) =>
      found.map(({ file }) => file.slice(7, -5));
    assert.deepEqual(names(weakFacts(facts)), ['one', 'twice', 'report']);
    assert.deepEqual(names(reportedFacts(facts)), ['report']);
    assert.deepEqual(names(oldFacts(facts, '2025-01-01')), ['old']);
  });
});

describe('bellwether registry audit', () => {
  it('lists the files', async (t) => {
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
      /^One source only: 1 of 1 fact\n {2}companies\/example-one\.yaml: acquired by oak\n/,
    );
    assert.match(
      stdout,
      /Reports alone: 1 of 1 fact\n {2}companies\/example-one\.yaml: acquired by oak\n/,
    );
    assert.match(
      stdout,
      /Last read more than 365 days ago: 1 of 1 fact\n {2}companies\/example-one\.yaml: acquired by oak/,
    );
  });
});
