/** Pages to which the payment provider sends a buyer after a purchase. */
import { html } from '../lib/html.ts';
import { documentPage } from './page/document-page.ts';

export default {
  ...documentPage('/checkout/done', ({ operator: { email } }) => ({
    title: 'Thank you',
    lead: 'Your key is on its way to the e-mail address that you gave at the checkout.',
    sections: html`<p>It comes as soon as the payment is confirmed, usually within a minute. It is shown in that message and nowhere else.</p>
<p>Nothing after an hour, not even in the spam folder? ${email === undefined ? 'Write to the operator of this service' : html`Write to <a href="mailto:${email}">${email}</a>`} with the number of the receipt: the purchase is recorded, and a new key can be issued.</p>`,
  })),
  // Useful to a buyer only, so the site map leaves it out.
  addresses: async () => [],
};
