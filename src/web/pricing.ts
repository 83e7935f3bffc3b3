/** Free reading, the ways to buy a deep signal that are open here, and a sample of one. */
import { type DeepSignal, deepSignal } from '../features/deep-signal/deep-signal.ts';
import { type Html, html } from '../lib/html.ts';
import { DATA_LICENSE, RESALE_TERMS } from '../lib/terms.ts';
import type { Published } from '../published/published.ts';
import type { Documents } from '../registry/service-documents.ts';
import { codeBlock } from './components/code.ts';
import { dataTable, numeric } from './components/data-table.ts';
import { factList, tile } from './components/facts.ts';
import { bdi, count, share, weekWithin } from './components/format.ts';
import { onThisSite, PATHS } from './components/links.ts';
import { section } from './components/section.ts';
import { page } from './page/page.ts';

type Tier = Documents['pricing']['tiers'][number];

export default page({
  path: '/pricing',
  render: async ({ published }) => {
    const { registry, onSale } = published;
    const { tiers, asOf } = registry.documents.pricing;
    const sold = new Map(
      tiers.filter(({ slug }) => onSale.has(slug)).map((tier) => [tier.slug, tier]),
    );
    const isOpen = [...sold.values()].some(({ price }) => price > 0);
    return {
      title: 'Pricing',
      description:
        'Everything published is free. Only an enriched answer about one startup has a price.',
      json: '/api/v1/pricing.json',
      lead: isOpen
        ? 'Everything on this site is free to read, to download and to build on. One thing has a price: a second opinion on a single startup, made on request.'
        : 'Everything on this site is free to read, to download and to build on. Nothing is sold at this address.',
      side: factList([
        ['Prices as of', asOf.slice(0, 10)],
        ['License of the data', html`<a href="${DATA_LICENSE}">CC BY 4.0</a>`],
      ]),
      main: html`<div class="offers">
${FREE_OFFER}
${isOpen ? paidOffer(sold, published) : NOT_SOLD}
</div>
${await sample(published)}
<div class="prose">
${isOpen ? howToBuy(sold, published) : null}
<h2 id="terms">Terms</h2>
<p>The data is <a href="${DATA_LICENSE}">CC BY 4.0</a>: free of charge and for any purpose, with attribution. ${RESALE_TERMS}</p>
</div>`,
    };
  },
});

const FREE_OFFER = section('free', 'Reading', 'offer')`
<p class="price">Free</p>
<p>No account, no key.</p>
<ul>
<li>All startups, every week, with the check behind each number</li>
<li>Whole files as CSV, JSON and Parquet</li>
<li>Feeds, badges, charts and citations</li>
<li><a href="/docs">The API</a> and <a href="/docs/mcp">tools for assistants</a></li>
</ul>`;

const NOT_SOLD = section('paid', 'Deep signal', 'offer')`
<p class="price">Not sold here</p>
<p>This address has no way to pay for enriched answers about one startup. The operator can issue keys by hand.</p>
<p><a href="#example">A sample, free</a></p>`;

type Sold = ReadonlyMap<string, Tier>;

function paidOffer(sold: Sold, { registry }: Published): Html {
  const { tiers } = registry.documents.pricing;
  const call = tiers.find(({ slug }) => slug === 'deep-signal-call');
  const pack = sold.get('deep-signal-pack-100');
  return section('paid', 'Deep signal', 'offer')`
${call && html`<p class="price" id="deep-signal-call">${priceOf(call, registry)} <small>for one startup</small></p>`}
<p>For people who have to decide about a company: investors, analysts, and the programs they use. <a href="#example">A sample, free</a></p>
<ul>
<li>Where it stands in its sector, and why, in plain sentences</li>
<li>The five startups most like it</li>
<li>Half a year of its weeks</li>
<li>A company that we do not know costs nothing</li>
</ul>
${pack && html`<p>${pack.credits} answers for ${priceOf(pack, registry)}. They never expire.</p>`}
<p><a href="#buy">How to buy</a></p>`;
}

/** The startup of the reference’s example; where it is not covered, the first of the week. */
const SAMPLE = 'langfuse';

async function sample(published: Published): Promise<Html | null> {
  const { editions } = published;
  const { meta, trending } = await editions.signals(editions.latest);
  const startups = await editions.startups(editions.latest);
  const slug = startups.has(SAMPLE) ? SAMPLE : (trending[0]?.slug ?? [...startups.keys()][0]);
  if (slug === undefined) return null;
  const signal = await deepSignal(published, slug);
  return signal.found ? deepSample(signal, meta.period.name, published) : null;
}

function howToBuy(sold: Sold, { registry, addresses }: Published): Html {
  const way = (slug: string, heading: string, words: (tier: Tier, price: string) => Html) => {
    const tier = sold.get(slug);
    return (
      tier &&
      html`<h3 id="${slug}">${heading}</h3>
${words(tier, priceOf(tier, registry))}`
    );
  };
  return html`<h2 id="buy">How to buy</h2>
${sold.has('deep-signal-pack-100') ? null : html`<p>Cards are not taken here. The operator can issue keys by hand.</p>`}
${way(
  'deep-signal-pack-100',
  'With a card',
  ({ credits }, price) => html`<form class="checkout" method="post" action="/checkout">
<p>${credits} credits for ${price}. You pay on Stripe’s page; a key comes by e-mail. An answer takes one credit, and only if the startup was found.</p>
<p><button type="submit">Buy ${credits} credits</button></p>
</form>`,
)}
${way(
  'deep-signal-x402',
  'By the call, without an account',
  (_, price) =>
    html`<p>A program with a wallet pays ${price} for each answer: <code>POST /api/agent/deep-signal/x402</code> says with status 402 what to sign, and answers the signed call.</p>`,
)}
${way(
  'deep-signal-solana-pack-100',
  'With a stablecoin on Solana',
  ({ credits }, price) =>
    html`<p>A key is topped up by ${credits} credits for ${price}: <code>GET /api/agent/deep-signal/solana</code> says what is sent where.</p>`,
)}
<h2 id="use">How a key is used</h2>
${codeBlock(
  'A deep signal, with curl',
  `curl -X POST ${addresses.at('/api/agent/deep-signal')} \\
  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '{"name": "langfuse"}'`,
)}`;
}

/** `19 EUR`, `0.19 USDC` */
function priceOf({ price, currency }: Tier, { documents }: Published['registry']): string {
  return `${price} ${currency ?? documents.pricing.currency}`;
}

/** A whole deep signal as people read it. */
function deepSample(signal: DeepSignal, week: string, published: Published): Html {
  const { name, scores, rank, thesis, comparables, history: weeks } = signal;
  return section('example', html`A sample: ${bdi(name)}`, 'sample')`
<p class="read-as">A real answer for ${weekWithin(week)}, free. Every startup gets this format.</p>
<p class="thesis">${thesis}</p>
<dl class="numbers">
${tile('Score', scores.composite, 'of 100, all together')}
${tile('Commits', scores.velocity, 'of 100: how many landed')}
${tile('Growth', scores.growth, 'of 100: against its own year')}
${tile('Newcomers', scores.novelty, 'of 100: work by new people')}
${tile('In its sector', html`${count(rank.inSector)} <small>of ${count(rank.sectorTotal)}</small>`, `ahead of ${share(rank.sectorPercentile / 100)} of the others`)}
</dl>
${dataTable({
  caption: 'The five startups most like it',
  columns: ['Startup', numeric('Likeness'), numeric('Score')],
  rows: comparables.map((one) => [
    html`<a href="${PATHS.startup(one.slug)}">${bdi(one.name)}</a>`,
    share(one.similarity),
    one.composite,
  ]),
})}
<details><summary>As a program receives it</summary>
${codeBlock('The sample as JSON', JSON.stringify({ ...signal, history: weeks.slice(0, 2) }, null, 2))}
<p>Two of its ${count(weeks.length)} weeks are printed here. <a href="/docs/paid#get_deep_signal_by_post">The reference</a> names every member.</p>
</details>
<p><a href="${onThisSite(signal.url, published)}">${bdi(name)} on this site</a>, with a check of each number</p>`;
}
