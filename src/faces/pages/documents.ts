import {
  affiliatesPage,
  applyPage,
  emptyListPage,
  glossaryPage,
  mascotPage,
  membersPage,
  methodologyPage,
  pricingPage,
  swipeKitPage,
} from '../site/documents.ts';
import { page } from './page.ts';

export default [
  page({
    path: '/glossary',
    render: async ({ published: { registry, addresses } }) =>
      glossaryPage(registry.glossary, addresses.glossary()),
  }),
  page({
    path: '/methodology',
    render: async ({ published: { registry, addresses } }) =>
      methodologyPage(registry.methodology, addresses.at('/methodology')),
  }),
  page({
    path: '/pricing',
    render: async ({ published: { registry, addresses, onSale } }) =>
      pricingPage(registry.documents.pricing, onSale, addresses.at('/pricing')),
  }),
  page({
    path: '/affiliates',
    render: async ({ published: { registry, addresses } }) =>
      affiliatesPage(registry.documents.affiliates, addresses.at('/affiliates')),
  }),
  page({
    path: '/affiliates/leaderboard',
    render: async ({ published: { addresses } }) =>
      emptyListPage(
        'Affiliates’ leaderboard',
        'The ten affiliates with most referrals, under pseudonyms.',
        addresses.at('/affiliates/leaderboard'),
      ),
  }),
  page({
    path: '/affiliates/swipe-kit',
    render: async ({ published: { registry, addresses } }) =>
      swipeKitPage(
        registry.documents.affiliates,
        addresses.home(),
        addresses.at('/affiliates/swipe-kit'),
      ),
  }),
  page({
    path: '/members',
    render: async ({ published: { registry, addresses } }) =>
      membersPage(registry.documents.members, addresses.at('/members')),
  }),
  page({
    path: '/members/leaderboard',
    render: async ({ published: { addresses } }) =>
      emptyListPage(
        'Scouts’ leaderboard',
        'Sorted by hits, then closed windows, then picks, then handle.',
        addresses.at('/members/leaderboard'),
      ),
  }),
  page({
    path: '/members/apply',
    render: async ({ published: { operator, addresses } }) =>
      applyPage(operator.email, addresses.at('/members/apply')),
  }),
  page({
    path: '/mascot',
    render: async ({ published: { registry, addresses } }) =>
      mascotPage(registry.documents.mascot, addresses.at('/mascot')),
  }),
];
