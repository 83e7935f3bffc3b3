/** What is sold, what it costs, and which of it can be bought here. */
import { type Html, html } from '../lib/html.ts';
import { DATA_LICENSE, RESALE_TERMS } from '../lib/terms.ts';
import type { Documents } from '../registry/service-documents.ts';
import { documentPage } from './page/document-page.ts';

export default documentPage('/pricing', ({ registry: { documents }, onSale, addresses }) => {
  const { asOf, currency, tiers } = documents.pricing;
  const priceOf = (tier: Tier) =>
    tier.price === 0 ? 'free' : `${tier.price} ${tier.currency ?? currency} a ${tier.unit}`;
  const pack = tiers.find(({ slug }) => slug === 'deep-signal-pack-100');
  return {
    title: 'Pricing',
    lead: 'Everything that is published is free. Only an enriched answer about one startup has a price.',
    json: '/api/v1/pricing.json',
    sections: html`<table class="plain">
<caption>Tiers, as of ${asOf.slice(0, 10)}</caption>
<thead><tr><th scope="col">Tier</th><th scope="col" class="number">Price</th><th scope="col">Here</th></tr></thead>
<tbody>
${tiers.map(
  (tier) =>
    html`<tr id="${tier.slug}"><th scope="row">${tier.name}<small>${tier.description}</small></th><td class="number">${priceOf(tier)}</td><td>${tier.price === 0 || onSale.has(tier.slug) ? 'yes' : 'no'}</td></tr>\n`,
)}</tbody>
</table>
<p>A credit is consumed only when a startup is found. What is not here has not been configured by this operator.</p>
<h2 id="buy">Buy credits</h2>
${
  pack && onSale.has(pack.slug)
    ? checkoutForm(pack, priceOf(pack))
    : html`<p>The checkout is not configured here. The operator can issue keys by hand (<code>bellwether keys issue</code>).</p>`
}
<h2 id="use">Use them</h2>
<pre><code>curl -X POST ${addresses.at('/api/agent/deep-signal')} \\
  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '{"name": "langfuse"}'</code></pre>
${onSale.has('deep-signal-x402') ? html`<p>Agents without a key pay the single call: <code>POST /api/agent/deep-signal/x402</code> answers 402 with what to sign.</p>` : null}
${onSale.has('deep-signal-solana-pack-100') ? html`<p>A key is topped up with a stablecoin: <code>GET /api/agent/deep-signal/solana</code> says what is sent where.</p>` : null}
<h2 id="terms">Terms</h2>
<p>The data is <a href="${DATA_LICENSE}">CC BY 4.0</a>, free of charge and for any purpose, with attribution. ${RESALE_TERMS}</p>
<p>More in <a href="/docs">the reference</a>.</p>`,
  };
});

type Tier = Documents['pricing']['tiers'][number];

function checkoutForm({ credits }: Tier, price: string): Html {
  return html`<form class="checkout" method="post" action="/checkout">
<p>${credits} credits for ${price}. You pay on Stripe’s page; the key comes by e-mail.</p>
<p><button type="submit">Buy ${credits} credits</button></p>
</form>`;
}
