/** The page of prices for readers who do not know the API; and dossiers asked for in words. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deepSignal } from '../../src/features/deep-signal/deep-signal.ts';
import { askedEntities, askedList } from '../../src/features/selection/asked-list.ts';
import { shippedPublication } from '../../tools/shipped.ts';
import { type Served, serveShipped } from '../support/service.ts';
import { unescaped } from './markup.ts';

let served: Served;
before(async () => {
  served = await serveShipped();
});
after(() => served.service.close());

const text = async (path: string) => unescaped(await (await fetch(served.origin + path)).text());
const rowsOf = (page: string) =>
  [...page.matchAll(/<tr data-slug="([^"]+)"/g)].map(([, slug]) => slug);

describe('the sample on the pricing page', () => {
  it('is a real answer in full, marked as free', async () => {
    const signal = await deepSignal(await shippedPublication(), 'langfuse');
    assert.ok(signal.found);
    const page = await text('/pricing');
    const [sample = ''] = /<section[^>]* class="sample".*?<\/section>/s.exec(page) ?? [];
    assert.match(sample, /A real answer for week \d+, 20\d\d, free\./);
    assert.ok(sample.includes(signal.thesis));
    for (const { name } of signal.comparables)
      assert.ok(sample.includes(`<bdi>${name}</bdi>`), name);
    for (const score of Object.values(signal.scores))
      assert.ok(sample.includes(`<dd class="value">${score}</dd>`), String(score));
  });
});

describe('the page of prices', () => {
  it('lists nothing that cannot be bought here, and neither does the search', async () => {
    const page = await text('/pricing');
    assert.match(page, /Nothing is sold at this address\./);
    assert.doesNotMatch(page, /x402|Solana|How to buy|0\.19/);
    assert.doesNotMatch(await text('/search?q=x402&kind=price'), /href="\/pricing#/);
  });
});

describe('the glossary', () => {
  it('has its terms by the steps of the method, each once', async () => {
    const page = await text('/glossary');
    const steps = [...page.matchAll(/<h2 id="kind-.*?">(.*?)<\/h2>/g)].map(([, step]) => step);
    const method = ['Collect', 'Filter', 'Normalise', 'Accelerate', 'Classify', 'Rank'];
    assert.deepEqual(steps.slice(0, 7), [...method, 'Publish and use']);
    const terms = [...page.matchAll(/<dt id="(.*?)"/g)].map(([, slug]) => slug);
    const { glossary } = (await shippedPublication()).registry;
    assert.deepEqual(terms.toSorted(), glossary.map(({ slug }) => slug).sort());
  });
});

describe('the list of dossiers', () => {
  it('shows the answer of a question: the named entities, and how it was read', async () => {
    const published = await shippedPublication();
    const asked = await askedEntities('Which investors backed Langfuse?', published);
    assert.ok(asked.kind === 'list');
    assert.ok(asked.slugs.includes('y-combinator') && !asked.slugs.includes('langfuse'));
    const page = await text('/diligence?q=Which+investors+backed+Langfuse%3F');
    assert.deepEqual(rowsOf(page), [...asked.slugs]);
    assert.ok(page.includes(`<strong>${asked.readAs}</strong>`));
    assert.equal((await askedList('Which investors backed Langfuse?', published)).kind, 'other');
  });

  it('finds a name before it reads a question, and says so where it finds neither', async () => {
    assert.deepEqual(rowsOf(await text('/diligence?q=y+combinator+continuity')), [
      'y-combinator-continuity',
    ]);
    const none = await text('/diligence?q=%3Cb%3E%20blorp%20wibble');
    assert.match(none, /No dossier with “<b> blorp wibble”/);
    assert.deepEqual(rowsOf(none), []);
  });
});

describe('the list of answers', () => {
  it('finds what is asked about the startups of a sector by words of both', async () => {
    const page = await text('/answers?kind=startup&q=security+how+fast');
    const [, list = ''] = page.split('id="list"');
    const questions = [...list.matchAll(/<li><a href="[^"]*"><bdi>(.*?)<\/bdi>/g)];
    assert.ok(questions.length > 2);
    for (const [, question = ''] of questions) assert.match(question, /^How fast /);
  });
});
