/** An address that leads to the table of the week. */
import { periodHref } from './components/links.ts';
import { page } from './page/page.ts';

export default page({
  path: '/trending',
  takes: ['period'],
  leadsTo: async ({ query: { period } }, { editions }) => ({
    path: periodHref('/', editions.resolve(period), editions),
    query: '#top-startups',
  }),
  render: async () => undefined,
  addresses: async () => [],
});
