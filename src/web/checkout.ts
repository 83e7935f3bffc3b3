/** The page to which the payment provider sends a buyer after a purchase. */
import { html } from '../lib/html.ts';
import { page } from './page/page.ts';

const LEAD = 'Your key is on its way to the e-mail address that you gave at the checkout.';

export default page({
  path: '/checkout/done',
  render: async ({ published: { operator } }) => ({
    title: 'Thank you',
    description: LEAD,
    lead: LEAD,
    main: html`<p>It comes as soon as the payment is confirmed, usually within a minute. It is shown in that message and nowhere else.</p>
<p>Nothing after an hour, not even in the spam folder? ${operator.email === undefined ? 'Write to the operator of this service' : html`Write to <a href="mailto:${operator.email}">${operator.email}</a>`} with the number of the receipt: the purchase is recorded, and a new key can be issued.</p>`,
  }),
  // Useful to a buyer only, so the site map leaves it out.
  addresses: async () => [],
});
