import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { searchDocuments } from '../../../src/features/search/search-corpus.ts';
import { readFindings } from '../../../src/registry/findings.ts';
import { examplePublished } from '../../support/published.ts';
import { type ServedExample, serveExample } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary.ts';

let served: ServedExample;
before(async () => {
  served = await serveExample();
});
after(() => served.service.close());
const get = (path: string) => fetch(`${served.origin}${path}`, { redirect: 'manual' });

describe('GET /research', () => {
  it('shows the report, with findings and robustness in their places', async () => {
    const response = await get('/research');
    assert.equal(response.status, 200);
    const page = await response.text();
    const { findings, robustness } = served.options.registry.findings;
    for (const { slug } of findings) assert.ok(page.includes(`href="/research/${slug}"`), slug);
    for (const { change } of robustness) assert.ok(page.includes(change), change);
    assert.doesNotMatch(page, /<!-- /);
    assert.equal(page.match(/<h1>/g)?.length, 1);
  });

  it('gives every heading an address of its own', async () => {
    const page = await (await get('/research')).text();
    const headings = [...page.matchAll(/<h[23] id="([^"]*)"/g)].map(([, id]) => id);
    assert.ok(headings.length > 8);
    assert.equal(new Set(headings).size, headings.length);
    for (const id of ['abstract', 'method', 'robustness', 'null-results', 'references'])
      assert.ok(headings.includes(id), id);
  });

  it('leads to its references in six formats', async () => {
    const page = await (await get('/research')).text();
    const links = [...page.matchAll(/href="(\/api\/cite\/[^"]+)"/g)].map(([, path]) => path ?? '');
    assert.equal(links.length, 6);
    for (const path of links) assert.equal((await get(path)).status, 200, path);
  });
});

describe('GET /research/{slug}', () => {
  it('shows each finding with its numbers, its method and sources that exist', async () => {
    for (const { slug, method, sources } of served.options.registry.findings.findings) {
      const response = await get(`/research/${slug}`);
      assert.equal(response.status, 200, slug);
      const page = await response.text();
      assert.ok(page.includes(method.slice(0, 40).replaceAll("'", '&#39;')), slug);
      for (const path of sources) {
        assert.ok(page.includes(`href="${path}"`), path);
        assert.equal((await get(path)).status, 200, path);
      }
    }
  });

  it('gives 404 for anything else', async () => {
    for (const slug of ['nothing', '..%2findex', '__proto__', '%F0%9F%A6%84', 'x'.repeat(150)])
      assert.equal((await get(`/research/${slug}`)).status, 404, slug);
  });
});

describe('the search documents of research', () => {
  it('are the report and every finding', async () => {
    const published = await examplePublished();
    const all = await searchDocuments(published);
    const documents = all.filter(({ kind }) => kind === 'report' || kind === 'finding');
    assert.equal(documents.length, published.registry.findings.findings.length + 1);
    for (const { url, title, text } of documents)
      assert.ok(url.startsWith(published.baseUrl) && title !== '' && text !== '', url);
  });
});

describe('a faulty findings file is named with its line', () => {
  const faultsOf = async (t: TestContext, text: string, companies: string[] = []) => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'findings.yaml'), text);
    const { faults } = await readFindings(folder, new Set(companies));
    return faults.map(({ line, field, message }) => `${line} ${field}: ${message}`);
  };
  const FINDING = `period: 2026-w31
findings:
  - slug: one-thing
    title: One thing
    statement: There are {many}.
    method: Counted.
    certainty: Two to {many} by chance.
    numbers: { many: 3 }
    sources: [/api/dataset.csv]
robustness: []
`;

  it('when it is sound, there is none', async (t) => {
    assert.deepEqual(await faultsOf(t, FINDING), []);
  });

  it('when a statement names a number that is not there', async (t) => {
    const [fault] = await faultsOf(t, FINDING.replace('{many}', '{few}'));
    assert.equal(fault, '5 findings[0].statement: few is none of the numbers');
    const [other] = await faultsOf(t, FINDING.replace('to {many}', 'to {few}'));
    assert.equal(other, '7 findings[0].certainty: few is none of the numbers');
  });

  it('when a slug stands twice, or names something else that is cited', async (t) => {
    const [, , ...entry] = FINDING.split('\n').slice(0, 9);
    const twice = FINDING.replace('robustness', `${entry.join('\n')}\nrobustness`);
    assert.deepEqual(await faultsOf(t, twice), ['10 findings[1].slug: one-thing stands twice']);
    const taken = 'already names something to cite';
    assert.deepEqual(await faultsOf(t, FINDING, ['one-thing']), [
      `3 findings[0].slug: one-thing ${taken}`,
    ]);
    assert.deepEqual(await faultsOf(t, FINDING.replace('one-thing', 'paper')), [
      `3 findings[0].slug: paper ${taken}`,
    ]);
    assert.deepEqual(await faultsOf(t, FINDING, ['dataset']), [`1 : dataset ${taken}`]);
  });

  it('when period, slug, numbers or sources are malformed: all at once', async (t) => {
    const faults = await faultsOf(
      t,
      FINDING.replace('2026-w31', '2026-31')
        .replace('one-thing', 'One Thing')
        .replace('many: 3', 'many: three')
        .replace('/api/dataset.csv', 'https://example.org/'),
    );
    assert.deepEqual(
      faults.map((fault) => fault.split(':')[0]),
      ['1 period', '3 findings[0].slug', '8 findings[0].numbers.many', '9 findings[0].sources[0]'],
    );
  });

  it('when the file is missing', async (t) => {
    const { faults } = await readFindings(await temporaryFolder(t), new Set());
    assert.match(faults[0]?.message ?? '', /^cannot be read: /);
  });
});
