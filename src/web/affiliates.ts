/** The affiliate programme: its terms, leaderboard, and texts to use. */
import { html } from '../lib/html.ts';
import { documentPage, EMPTY_LIST } from './page/document-page.ts';

const JSON_PATH = '/api/v1/affiliates.json';

export default [
  documentPage('/affiliates', ({ registry }) => {
    const { terms, bait, signUp, prohibitedChannels } = registry.documents.affiliates;
    return {
      title: 'Affiliates',
      lead: bait,
      json: JSON_PATH,
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
    };
  }),
  documentPage('/affiliates/leaderboard', () => ({
    title: 'Affiliates’ leaderboard',
    lead: 'The ten affiliates with most referrals, under pseudonyms.',
    sections: EMPTY_LIST,
  })),
  documentPage('/affiliates/swipe-kit', ({ registry, addresses }) => {
    const { email_sequence: mails, ...texts } = registry.documents.affiliates.swipeKit;
    const shown = (text: string) => html`<pre>${text.replaceAll('{link}', addresses.home())}</pre>`;
    return {
      title: 'Texts to use',
      lead: 'Anybody who recommends the service may use and change these. They claim nothing that the data does not show.',
      json: JSON_PATH,
      sections: html`${Object.entries(texts).map(([name, text]) => html`<h2>${name.replaceAll('_', ' ')}</h2>${shown(text)}`)}<h2>email sequence</h2>${mails.map(({ subject, body }) => html`<h3>${subject}</h3>${shown(body)}`)}`,
    };
  }),
];
