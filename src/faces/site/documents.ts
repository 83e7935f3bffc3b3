/** Documents of the registry as pages: glossary, method, prices, programmes, mascot. */
import { type Html, html } from '../../lib/html.ts';
import type { Documents } from '../../registry/service-documents.ts';
import type { GlossaryTerm } from '../../registry/glossary.ts';
import type { Registry } from '../../registry/schema.ts';
import { layout } from '../../web/components/layout.ts';

type About = {
  title: string;
  lead: string;
  canonical: string;
  json?: string;
  sections: Html;
};

/** A page of prose with a heading, a lead and sections. */
function documentPage({ title, lead, canonical, json, sections }: About): string {
  return layout({
    title: `${title} – Bellwether`,
    description: lead.slice(0, 300),
    canonical,
    ...(json !== undefined && { json }),
    home: '/',
    main: html`<header class="page">
<h1>${title}</h1>
<p class="lead">${lead}</p>
</header>
<div class="prose">
${sections}
</div>
${json === undefined ? null : html`<p><a href="${json}">The same as JSON</a></p>`}`,
  });
}

export function glossaryPage(terms: readonly GlossaryTerm[], canonical: string): string {
  const named = new Map(terms.map(({ slug, term }) => [slug, term]));
  return documentPage({
    title: 'Glossary',
    lead: 'The terms of the service, and what people type for them.',
    canonical,
    json: '/api/v1/glossary.json',
    sections: html`<dl>${terms.map(
      ({ slug, term, definition, synonyms, see }) => html`<dt id="${slug}">${term}</dt>
<dd>${definition}${synonyms.length > 0 ? html` <small>Also: ${synonyms.join(', ')}.</small>` : null}${see.length > 0 ? html` <small>See ${see.map((other, index) => html`${index > 0 ? ', ' : ''}<a href="#${other}">${named.get(other) ?? other}</a>`)}.</small>` : null}</dd>\n`,
    )}</dl>`,
  });
}

export function methodologyPage(
  { name, description, steps }: Registry['methodology'],
  canonical: string,
): string {
  return documentPage({
    title: name,
    lead: description,
    canonical,
    json: '/api/v1/methodology.json',
    sections: html`${steps.map(
      (step, index) => html`<h2 id="${step.name}">${index + 1}. ${step.name}</h2>
<p>${step.text}</p>
${step.definitions.length === 0 ? null : html`<dl>${step.definitions.map(({ term, definition }) => html`<dt>${term}</dt><dd>${definition}</dd>\n`)}</dl>`}`,
    )}<p>How the numbers were checked, and what they cannot show: <a href="/research">the technical report</a>.</p>`,
  });
}

/** @param onSale slugs of the tiers that can be bought here */
export function pricingPage(
  { asOf, currency, tiers }: Documents['pricing'],
  onSale: ReadonlySet<string>,
  canonical: string,
): string {
  const price = ({ price: amount, currency: own, unit }: Tier) =>
    amount === 0 ? 'free' : `${amount} ${own ?? currency} a ${unit}`;
  return documentPage({
    title: 'Pricing',
    lead: 'Everything that is published is free. Only an enriched answer about one startup has a price.',
    canonical,
    json: '/api/v1/pricing.json',
    sections: html`<table class="plain">
<caption>Tiers, as of ${asOf.slice(0, 10)}</caption>
<thead><tr><th scope="col">Tier</th><th scope="col" class="number">Price</th><th scope="col">Here</th></tr></thead>
<tbody>
${tiers.map(
  (tier) =>
    html`<tr><th scope="row">${tier.name}<small>${tier.description}</small></th><td class="number">${price(tier)}</td><td>${tier.price === 0 || onSale.has(tier.slug) ? 'yes' : 'no'}</td></tr>\n`,
)}</tbody>
</table>
<p>A credit is consumed only when a startup is found. What is not here has not been configured by this operator.</p>
<h2 id="buy">Buy credits</h2>
${buying(onSale, tiers, price)}
<h2 id="use">Use them</h2>
<pre><code>curl -X POST ${new URL('/api/agent/deep-signal', canonical).href} \\
  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '{"name": "langfuse"}'</code></pre>
${onSale.has('deep-signal-x402') ? html`<p>Agents without a key pay the single call: <code>POST /api/agent/deep-signal/x402</code> answers 402 with what to sign.</p>` : null}
${onSale.has('deep-signal-solana-pack-100') ? html`<p>A key is topped up with a stablecoin: <code>GET /api/agent/deep-signal/solana</code> says what is sent where.</p>` : null}
<p>More in <a href="/docs">the reference</a>.</p>`,
  });
}

/** After a purchase. @param email of the operator */
export function checkoutDonePage(email: string | undefined, canonical: string): string {
  return documentPage({
    title: 'Thank you',
    lead: 'Your key is on its way to the e-mail address that you gave at the checkout.',
    canonical,
    sections: html`<p>It comes as soon as the payment is confirmed, usually within a minute. It is shown in that message and nowhere else.</p>
<p>Nothing there after an hour, not even among the unwanted mail? ${email === undefined ? 'Write to the operator of this service' : html`Write to <a href="mailto:${email}">${email}</a>`} with the receipt’s number: the purchase is on the books either way, and the key can be made anew.</p>`,
  });
}

type Tier = Documents['pricing']['tiers'][number];

function buying(
  onSale: ReadonlySet<string>,
  tiers: readonly Tier[],
  price: (tier: Tier) => string,
): Html {
  const pack = tiers.find(({ slug }) => slug === 'deep-signal-pack-100');
  if (!pack || !onSale.has(pack.slug))
    return html`<p>The checkout is not configured here. The operator can issue keys by hand (<code>bellwether keys issue</code>).</p>`;
  return html`<form class="checkout" method="post" action="/checkout">
<p>${pack.credits} credits for ${price(pack)}. You pay on Stripe’s page; the key comes by e-mail.</p>
<p><button type="submit">Buy ${pack.credits} credits</button></p>
</form>`;
}

export function affiliatesPage(
  { terms, bait, signUp, prohibitedChannels }: Documents['affiliates'],
  canonical: string,
): string {
  return documentPage({
    title: 'Affiliates',
    lead: bait,
    canonical,
    json: '/api/v1/affiliates.json',
    sections: html`<h2>Terms</h2>
<ul>
<li>${terms.commission_pct}% commission for ${terms.commission_duration}</li>
<li>A cookie of ${terms.cookie_days} days</li>
<li>${terms.one_off_service_eur} EUR for each one-off service, ${terms.subscription_monthly_eur} EUR a month for each subscription</li>
</ul>
<h2 id="sign-up">Sign-up</h2>
<p>${signUp}</p>
<h2>Not allowed</h2>
<ul>${prohibitedChannels.map((channel) => html`<li>${channel}</li>\n`)}</ul>
<p><a href="/affiliates/leaderboard">Leaderboard</a>, <a href="/affiliates/swipe-kit">texts to use</a></p>`,
  });
}

/** A list that nobody stands on yet. */
export function emptyListPage(title: string, lead: string, canonical: string): string {
  return documentPage({ title, lead, canonical, sections: html`<p>Nobody is listed yet.</p>` });
}

export function swipeKitPage(
  { swipeKit }: Documents['affiliates'],
  link: string,
  canonical: string,
): string {
  const { email_sequence: mails, ...texts } = swipeKit;
  const shown = (text: string) => html`<pre>${text.replaceAll('{link}', link)}</pre>`;
  return documentPage({
    title: 'Texts to use',
    lead: 'Anybody who recommends the service may use and change these. They claim nothing that the data does not show.',
    canonical,
    json: '/api/v1/affiliates.json',
    sections: html`${Object.entries(texts).map(([name, text]) => html`<h2>${name.replaceAll('_', ' ')}</h2>${shown(text)}`)}<h2>email sequence</h2>${mails.map(({ subject, body }) => html`<h3>${subject}</h3>${shown(body)}`)}`,
  });
}

export function membersPage(
  { name, totalSeats, anonymityRule, gradingRules, members }: Documents['members'],
  canonical: string,
): string {
  return documentPage({
    title: name,
    lead: 'Scouts whose picks are graded in public, in windows of 60 and 90 days.',
    canonical,
    json: '/api/v1/members.json',
    sections: html`<p>${members.length} of ${totalSeats} seats are claimed. ${anonymityRule}</p>
<dl>${Object.entries(gradingRules).map(([outcome, rule]) => html`<dt>${outcome}</dt><dd>${rule}</dd>\n`)}</dl>
<p><a href="/members/leaderboard">Leaderboard</a>, <a href="/members/apply">take part</a></p>`,
  });
}

export function applyPage(contact: string | undefined, canonical: string): string {
  return documentPage({
    title: 'Take part in the cohort',
    lead: 'Seats are given by the operator of this service.',
    canonical,
    sections:
      contact === undefined
        ? html`<p>This operator has not opened any seats and names no address for it.</p>`
        : html`<p>Write to ${contact}.</p>`,
  });
}

export function mascotPage(mascot: Documents['mascot'], canonical: string): string {
  const rules = (map: Readonly<Record<string, string | number | readonly (string | number)[]>>) =>
    html`<dl>${Object.entries(map).map(([name, rule]) => html`<dt>${name.replaceAll('_', ' ')}</dt><dd>${Array.isArray(rule) ? rule.join(', ') || 'none' : String(rule)}</dd>\n`)}</dl>`;
  return documentPage({
    title: `${mascot.name}, the mascot`,
    lead: mascot.about,
    canonical,
    json: '/api/v1/social-mascot.json',
    sections: html`<h2>Voice</h2>${rules(mascot.voice)}
<h2>Tone</h2>${rules(mascot.tone)}
<h2>Pillars</h2>
<dl>${mascot.pillars.map(({ name, about }) => html`<dt>${name}</dt><dd>${about}</dd>\n`)}</dl>
<h2>Cadence</h2>${rules(mascot.cadence)}
<h2>Posting hours, UTC</h2>${rules(mascot.postingHoursUtc)}
<h2>Hashtags</h2>${rules(mascot.hashtags)}
<h2>Sample posts</h2>
<ul>${mascot.samples.map(({ text, url, period }) => html`<li>${text} <a href="${url}">${period}</a></li>\n`)}</ul>`,
  });
}
