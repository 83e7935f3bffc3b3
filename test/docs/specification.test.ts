/** docs/specification.md has every section that the code cites, and names nothing that is not there. */

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { loadOperations } from '../../src/api/operation/all-operations.ts';
import { restOperations, routesOf, STANDARD_LIMIT } from '../../src/api/operation/operation.ts';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { SignalsResponse, Startup } from '../../src/pipeline/edition/record.ts';
import { loadPages } from '../../src/web/page/all-pages.ts';
import { shippedRegistry } from '../../tools/shipped-registry.ts';
import { addressesIn, readDocument } from './tables.ts';

const operations = restOperations(await loadOperations());
const pages = await loadPages();
const { rows, addresses, text } = await readDocument('specification.md');
const sections = new Set([...text.matchAll(/^## (\d+)\. /gm)].map(([, number = '']) => number));

const CITATION = /specification(?:['’]s|,)? \(?sections? (\d+(?:(?:, | and )\d+)*)/gi;

/** Sections that a source file cites, also where the line breaks within the citation. */
function citedIn(source: string): string[] {
  const oneLine = source.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');
  return [...oneLine.matchAll(CITATION)].flatMap(([, numbers = '']) => numbers.match(/\d+/g) ?? []);
}

async function sourceFiles(folder: string): Promise<string[]> {
  const names = await readdir(join(PROJECT_ROOT, folder), { recursive: true });
  return names
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .map((name) => join(folder, name));
}

const pattern = (path: string) => path.replace(/\{\w+\}/g, '{}');

describe('docs/specification.md', () => {
  it('has every section that a comment cites', async () => {
    const folders = ['src', 'client', 'test', 'tools', 'bench'];
    const files = (await Promise.all(folders.map(sourceFiles))).flat();
    let citations = 0;
    for (const file of files)
      for (const section of citedIn(await readFile(join(PROJECT_ROOT, file), 'utf8'))) {
        assert.ok(sections.has(section), `${file} cites section ${section}`);
        citations += 1;
      }
    assert.ok(citations > 50, `${citations} citations`);
  });

  it('numbers every requirement once, in order, under its section', () => {
    let section = 0;
    let requirement = 0;
    for (const line of text.split('\n')) {
      const heading = /^## (\d+)\. /.exec(line);
      if (heading) {
        assert.equal(Number(heading[1]), section + 1, line);
        section += 1;
        requirement = 0;
      }
      const numbered = /^(?:- \*\*|\| )(\d+)\.(\d+)(?:\*\*| +\|)/.exec(line);
      if (!numbered) continue;
      assert.equal(numbered[0].match(/\d+\.\d+/)?.[0], `${section}.${requirement + 1}`);
      requirement += 1;
    }
    assert.equal(section, sections.size);
  });

  it('has no address in its tables that is not of an operation or a page', () => {
    const known = new Set([...operations.flatMap(routesOf), ...pages.map(({ path }) => path)]);
    const patterns = new Set([...known].map(pattern));
    const named = rows.flatMap(({ cells }) =>
      Object.values(cells).flatMap(({ code }) => addressesIn(code)),
    );
    assert.ok(named.length > 50);
    assert.deepEqual(
      named.filter((address) => !patterns.has(address)),
      [],
    );
  });

  it('has every address of an operation', () => {
    const mirrors = /^\/api\/v1\/|^\/\.well-known\//;
    const missing = operations
      .flatMap(routesOf)
      .filter((route) => !mirrors.test(route) && !addresses.has(route.replace(/\{\w+\}/g, '{}')));
    assert.deepEqual(missing, []);
  });

  it('has every field of a startup and of what describes a period', () => {
    const [, records = ''] = /^## 2\. (.*?)^## 3\. /ms.exec(text) ?? [];
    const { meta } = SignalsResponse.shape;
    const fields = [...Object.keys(Startup.shape), ...Object.keys(meta.shape.period.shape)];
    assert.deepEqual(
      fields.filter((field) => !records.includes(`${field}\``)),
      [],
    );
  });

  it('says where there is more than was asked for', async () => {
    const { glossary, faq } = await shippedRegistry();
    const [, terms, answers] = /more entries than the (\d+) and (\d+)/.exec(text) ?? [];
    assert.ok(glossary.length > Number(terms) && faq.length > Number(answers));
  });

  it('has no address at all that docs/api.md does not have, but for the webhook and mirrors', async () => {
    const reference = await readDocument('api.md');
    const others = [...addresses].filter(
      (address) => !reference.addresses.has(address) && !address.startsWith('/api/v1/'),
    );
    assert.deepEqual(others, ['/api/checkout/webhook']);
  });

  it('has errors that the operations document', () => {
    const everywhere = new Set(['invalid-request', 'rate-limited']);
    for (const { cells } of rows.filter(({ cells }) => '`code`' in cells || 'code' in cells)) {
      const [code = ''] = (cells['`code`'] ?? cells['code'])?.code ?? [];
      const [address = ''] = addressesIn(cells['address']?.code ?? []);
      const documented = operations
        .filter(({ rest }) => pattern(rest.path) === address)
        .flatMap(({ errors = [] }) => errors)
        .some((error) => error.code === code && error.status === Number(cells['status']?.text));
      assert.ok(documented || everywhere.has(code), `${address} ${code}`);
    }
  });

  it('has the limits that are kept to', () => {
    const limits = rows.filter(({ cells }) => 'policy' in cells);
    assert.ok(limits.length > 0);
    for (const { cells } of limits) {
      const [policy = ''] = cells['policy']?.code ?? [];
      const limit =
        policy === 'default'
          ? STANDARD_LIMIT
          : operations.find(({ name }) => name === policy)?.limit;
      assert.deepEqual(
        { perMinute: Number(cells['a minute']?.text), burst: Number(cells['at once']?.text) },
        limit,
        policy,
      );
    }
  });
});
