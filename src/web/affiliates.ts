/** The affiliate programme: its terms, how to take part, and texts to use. */
import { html } from '../lib/html.ts';
import { page } from './page/page.ts';

/** `€19.40`, `€399` */
const { format: euros } = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'EUR',
  trailingZeroDisplay: 'stripIfInteger',
});

export default page({
  path: '/affiliates',
  render: async ({ published: { registry, addresses } }) => {
    const { terms, bait, signUp, prohibitedChannels, swipeKit } = registry.documents.affiliates;
    const { email_sequence: mails, ...texts } = swipeKit;
    const shown = (text: string) => html`<pre>${text.replaceAll('{link}', addresses.home())}</pre>`;
    return {
      title: 'Affiliates',
      description: bait.slice(0, 300),
      lead: html`<span id="sign-up">${signUp}</span> <span id="leaderboard">There are no participants yet.</span>`,
      json: '/api/v1/affiliates.json',
      main: html`<div class="prose">
<h2>Terms, once sign-up opens</h2>
<ul>
<li>${terms.commission_pct}% commission for ${terms.commission_duration}</li>
<li>A cookie of ${terms.cookie_days} days</li>
<li>${euros(terms.one_off_service_eur)} for each one-off service, ${euros(terms.subscription_monthly_eur)} a month for each subscription</li>
</ul>
<h2>Not allowed</h2>
<ul>${prohibitedChannels.map((channel) => html`<li>${channel}</li>\n`)}</ul>
<h2 id="swipe-kit">Texts to use</h2>
<p>Anyone who recommends the service may use and change these. They claim nothing that the data does not show.</p>
${Object.entries(texts).map(([name, text]) => html`<h3>${name.replaceAll('_', ' ')}</h3>${shown(text)}`)}<h3>email sequence</h3>${mails.map(({ subject, body }) => html`<h4>${subject}</h4>${shown(body)}`)}
</div>`,
    };
  },
});
