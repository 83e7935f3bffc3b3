import { marketOf } from '../../features/markets/market.ts';
import { marketPage, marketsPage } from '../site/market.ts';
import { page } from './page.ts';

export default [
  page({
    path: '/markets',
    render: async ({ published: { registry, addresses } }) =>
      marketsPage(registry.markets, addresses.at('/markets')),
  }),
  page({
    path: '/markets/{slug}',
    render: async ({ params: { slug = '' }, published }) =>
      marketPage(await marketOf(slug, published), published.baseUrl),
    addresses: async ({ registry, addresses }) =>
      registry.markets.map(({ slug }) => addresses.market(slug)),
  }),
];
