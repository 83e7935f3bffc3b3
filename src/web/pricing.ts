/** Products, their prices, and ways to buy them here. */
import { deepSignal } from '../features/deep-signal/deep-signal.ts';
import { type Html, html } from '../lib/html.ts';
import { DATA_LICENSE, RESALE_TERMS } from '../lib/terms.ts';
import type { Published } from '../published/published.ts';
import type { Documents } from '../registry/service-documents.ts';
import { codeBlock } from './components/code.ts';
import { dataTable, numeric } from './components/data-table.ts';
import { deepSample } from './components/deep-sample.ts';
import { shortPeriodName } from './components/format.ts';
import { section } from './components/section.ts';
import { page } from './page/page.ts';

export default page({
  path: '/pricing',
  render: async ({ published }) => {
    const { documents } = published.registry;
    const { asOf } = documents.pricing;
    return {
      title: 'Pricing',
      description:
        'Everything published is free. Only an enriched answer about one startup has a price.',
      json: '/api/v1/pricing.json',
      lead: 'Everything on this site is free to read, to download and to build on. One thing has a price: a second opinion on a single startup, made on request.',
      main: html`<div class="offers">
${freeOffer()}
${paidOffer(published)}
</div>
${await sample(published)}
<div class="prose">
${howToBuy(published)}
${allPrices(published)}
<h2 id="terms">Terms</h2>
<p>The data is <a href="${DATA_LICENSE}">CC BY 4.0</a>: free of charge and for any purpose, with attribution. ${RESALE_TERMS}</p>
<p>Prices as of ${asOf.slice(0, 10)}, also <a href="/api/v1/pricing.json">as JSON</a>.</p>
</div>`,
    };
  },
});

function freeOffer(): Html {
  return section('free', 'Reading', 'offer')`
<p class="price">Free</p>
<p>For everybody, without an account or a key.</p>
<ul>
<li>All startups, every week, with the check behind each number</li>
<li>Whole files as CSV, JSON and Parquet</li>
<li>Feeds, badges, charts and citations</li>
<li><a href="/docs">The API</a> and <a href="/docs/mcp">tools for assistants</a></li>
</ul>`;
}

function paidOffer({ registry, onSale }: Published): Html | null {
  const { tiers } = registry.documents.pricing;
  const call = tiers.find(({ slug }) => slug === 'deep-signal-call');
  const pack = tiers.find(({ slug }) => slug === 'deep-signal-pack-100');
  if (!call || !pack) return null;
  const canBuy = tiers.some(({ slug, price }) => price > 0 && onSale.has(slug));
  return section('paid', 'Deep signal', 'offer')`
<p class="price">${priceOf(call, registry)} <small>for one startup</small></p>
<p>For people who have to decide about a company: investors, analysts, and the programs they use. <a href="#example">A sample, free</a></p>
<ul>
<li>Where it stands in its sector, and why, in plain sentences</li>
<li>The five startups most like it</li>
<li>Half a year of its weeks</li>
<li>A company that we do not know costs nothing</li>
</ul>
<p>${pack.credits} answers for ${priceOf(pack, registry)}. They never expire.</p>
<p>${canBuy ? html`<a href="#buy">How to buy</a>` : html`Not on sale at this address: <a href="#buy">why</a>`}</p>`;
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
  const weekName = shortPeriodName(meta.period.name).replace('Week', 'week');
  return signal.found ? deepSample(signal, weekName, published) : null;
}

function howToBuy({ registry, onSale, addresses }: Published): Html {
  const { tiers } = registry.documents.pricing;
  const sold = (slug: string) => tiers.find((tier) => tier.slug === slug && onSale.has(slug));
  const pack = sold('deep-signal-pack-100');
  const x402 = sold('deep-signal-x402');
  const solana = sold('deep-signal-solana-pack-100');
  const isNothing = !pack && !x402 && !solana;
  return html`<h2 id="buy">How to buy</h2>
${isNothing ? html`<p>This operator has set up no way to pay, so nothing is sold here. Everything free works. Keys can be issued by hand.</p>` : null}
${!isNothing && !pack ? html`<p>Cards are not taken here. The operator can issue keys by hand.</p>` : null}
${
  pack &&
  html`<h3 id="credits">With a card</h3>
<form class="checkout" method="post" action="/checkout">
<p>${pack.credits} credits for ${priceOf(pack, registry)}. You pay on Stripe’s page; a key comes by e-mail. An answer takes one credit, and only if the startup was found.</p>
<p><button type="submit">Buy ${pack.credits} credits</button></p>
</form>`
}
${
  x402 &&
  html`<h3>By the call, without an account</h3>
<p>A program with a wallet pays ${priceOf(x402, registry)} for each answer: <code>POST /api/agent/deep-signal/x402</code> says with status 402 what to sign, and answers the signed call.</p>`
}
${
  solana &&
  html`<h3>With a stablecoin on Solana</h3>
<p>A key is topped up by ${solana.credits} credits for ${priceOf(solana, registry)}: <code>GET /api/agent/deep-signal/solana</code> says what is sent where.</p>`
}
<h2 id="use">How a key is used</h2>
${codeBlock(
  'A deep signal, with curl',
  `curl -X POST ${addresses.at('/api/agent/deep-signal')} \\
  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '{"name": "langfuse"}'`,
)}`;
}

function allPrices({ registry, onSale }: Published): Html {
  const { tiers } = registry.documents.pricing;
  return html`<h2 id="prices">All prices</h2>
${dataTable({
  caption: 'Every tier with its price',
  isCaptionUnseen: true,
  columns: ['What', numeric('Price'), 'Here'],
  attributes: tiers.map(({ slug }) => html` id="${slug}"`),
  rows: tiers.map((tier) => [
    tier.name,
    tier.price === 0 ? 'free' : priceOf(tier, registry),
    tier.price === 0 || onSale.has(tier.slug) ? 'yes' : 'not on sale',
  ]),
})}`;
}

type Tier = Documents['pricing']['tiers'][number];

/** `19 EUR`, `0.19 USDC` */
function priceOf({ price, currency }: Tier, { documents }: Published['registry']): string {
  return `${price} ${currency ?? documents.pricing.currency}`;
}
