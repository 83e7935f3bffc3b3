/** Comparisons: who is compared, what differs, and what a reader has to know. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { comparisonSlug } from '../../src/lib/addresses.ts';
import { comparedSlugs } from '../../src/published/compared.ts';
import type { Published } from '../../src/published/published.ts';
import { exampleCompany } from '../support/example-company.ts';
import { examplePublished } from '../support/published.ts';
import { type ServedExample, serveExample } from '../support/service.ts';

describe('the address of a comparison', () => {
  let published: Published;
  before(async () => {
    const slugs = ['acorn', 'acorn-vs', 'birch', 'oak-vs-elm', 'vs', 'cedar'];
    const companies = slugs.map((slug) => exampleCompany(slug, { name: slug }));
    const [first, ...others] = companies;
    assert.ok(first);
    published = await examplePublished({
      companies: [{ ...first, formerSlugs: ['chestnut'] }, ...others],
    });
  });

  it('names the same startups in any order', async () => {
    const slug = fc.constantFrom('acorn', 'acorn-vs', 'birch', 'oak-vs-elm', 'vs', 'cedar');
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(slug, { minLength: 1, maxLength: 4 }), async (slugs) => {
        const expected = comparisonSlug(...slugs);
        const read = await comparedSlugs(slugs.join('-vs-'), published);
        assert.equal(comparisonSlug(...(read ?? [])), expected);
      }),
      { seed: 20_261_122 },
    );
  });

  it('knows former slugs and capitals, and each startup once', async () => {
    assert.deepEqual(await comparedSlugs('Chestnut-VS-birch', published), ['acorn', 'birch']);
    assert.deepEqual(await comparedSlugs('birch-vs-birch', published), ['birch']);
  });

  it('is none where a part is unknown', async () => {
    for (const names of ['', '-vs-', 'acorn-vs-', 'acorn-vs-unknown', '-vs-acorn'])
      assert.equal(await comparedSlugs(names, published), undefined, names);
  });
});

describe('/compare', () => {
  let served: ServedExample;
  before(async () => {
    served = await serveExample();
  });
  after(() => served.service.close());
  const ask = (path: string) => fetch(served.origin + path, { redirect: 'manual' });
  const text = async (path: string) => {
    const response = await ask(path);
    assert.equal(response.status, 200, path);
    return response.text();
  };

  it('leads from names in the form to the comparison, keeping the week', async () => {
    for (const [query, target] of [
      ['a=Birch&b=Acorn+Example', '/compare/acorn-vs-birch'],
      ['a=acorn/core&b=birch&c=&d=&period=2025-w20', '/compare/acorn-vs-birch?period=2025-w20'],
      ['a=acorn&b=birch&c=cedar&period=nonsense', '/compare/acorn-vs-birch-vs-cedar'],
      ['s=birch&s=acorn', '/compare/acorn-vs-birch'],
    ] as const) {
      const { status, headers } = await ask(`/compare?${query}`);
      assert.equal(status, 302, query);
      assert.equal(headers.get('location'), target);
    }
  });

  it('says which name is unknown, offers similar names, and keeps what was typed', async () => {
    const page = await text('/compare?a=Acorn&b=Birc+Exampel&c=%3Cscript%3E');
    assert.match(page, /No tracked startup is called “<bdi>Birc Exampel<\/bdi>”\. Like it:/);
    assert.match(page, /value="Birc Exampel"/);
    assert.match(page, /value="&lt;script&gt;"/);
    assert.match(page, /aria-invalid="true" aria-describedby="wrong-b"/);
    assert.match(page, /name="robots" content="noindex"/);
  });

  it('asks for two different startups', async () => {
    assert.match(await text('/compare?a=acorn&b=Acorn'), /Name at least two different startups/);
    const { status, headers } = await ask('/compare/acorn');
    assert.equal(status, 302);
    assert.equal(headers.get('location'), '/compare?a=acorn');
  });

  it('redirects names in another order, or written otherwise, for good', async () => {
    for (const path of [
      '/compare/birch-vs-acorn?period=2025-w20&x=1',
      '/compare/Birch-VS-Acorn?period=2025-w20&x=1',
    ]) {
      const { status, headers } = await ask(path);
      assert.equal(status, 308);
      assert.equal(headers.get('location'), '/compare/acorn-vs-birch?period=2025-w20&x=1');
    }
  });

  it('marks the highest number of each row, and says where nothing differs', async () => {
    const page = await text('/compare/acorn-vs-birch');
    const row = (label: string) =>
      new RegExp(`<tr[^>]*>(?:(?!</tr>).)*${label}(?:(?!</tr>).)*</tr>`, 's').exec(page)?.[0] ?? '';
    assert.match(row('Commits<'), /<mark><a[^>]*>28<\/a><\/mark>.*>14<\/a><\/td>/s);
    assert.match(row('Contributors<'), /class="same"/);
  });

  it('says of a startup that the week does not cover that it is unknown, and why', async () => {
    const page = await text('/compare/acorn-vs-cedar');
    assert.match(page, /not covered in week 26, 2025: /);
    assert.match(page, /unknown, which is not the same as zero/);
    const past = await text('/compare/acorn-vs-cedar?period=2025-w18');
    assert.doesNotMatch(past, /is not covered in week/);
    assert.match(past, /week of 2025|Week 18, 2025/);
  });

  it('refuses unknown names, and too many', async () => {
    assert.equal((await ask('/compare/unknown-vs-acorn')).status, 404);
    assert.equal((await ask('/compare/%3Cscript%3E')).status, 404);
    assert.equal((await ask('/charts/compare/unknown-vs-acorn.svg')).status, 404);
  });
});
