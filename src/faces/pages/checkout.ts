import { checkoutDonePage } from '../site/documents.ts';
import { page } from './page.ts';

export default page({
  path: '/checkout/done',
  // Of use to a buyer alone.
  addresses: async () => [],
  render: async ({ published: { addresses, operator } }) =>
    checkoutDonePage(operator.email, addresses.at('/checkout/done')),
});
