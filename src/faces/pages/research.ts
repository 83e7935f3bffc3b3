import { findingsOf } from '../../research/findings.ts';
import { paper } from '../../features/research/paper.ts';
import { findingPage, paperPage } from '../site/research.ts';
import { page } from './page.ts';

export default [
  page({
    path: '/research',
    render: async ({ published }) =>
      paperPage(await published.derived(paper), published.addresses.research()),
  }),
  page({
    path: '/research/{slug}',
    render: async ({ params: { slug }, published }) => {
      const finding = findingsOf(published).find((candidate) => candidate.slug === slug);
      return finding && findingPage(finding);
    },
    addresses: async (published) => findingsOf(published).map(({ url }) => url),
  }),
];
