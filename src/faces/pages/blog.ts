import { html } from '../../lib/html.ts';
import { parsePeriod } from '../../lib/period.ts';
import { digest, postTitles } from '../../features/digests/digest.ts';
import { barChart } from '../site/bar-chart.ts';
import { blogPage, postPage } from '../site/blog.ts';
import { plainName } from '../../web/components/format.ts';
import { page } from './page.ts';

const CHARTED = 10;

export default [
  page({
    path: '/blog',
    render: async ({ published }) =>
      blogPage(await postTitles(published), published.addresses.at('/blog')),
  }),
  page({
    path: '/blog/{period}',
    render: async ({ params: { period = '' }, published }) => {
      if (!parsePeriod(period)) return undefined;
      const post = await digest(published, period);
      const { trending } = await published.editions.signals(period);
      const chart = barChart(
        'Commits in 14 days of the first ten',
        trending.slice(0, CHARTED).map(({ name, commitVelocity14d }) => ({
          label: plainName(name),
          value: commitVelocity14d,
        })),
      );
      return postPage(post, { baseUrl: published.baseUrl, chart: chart ?? html`` });
    },
    addresses: async ({ editions, addresses }) =>
      editions.periods.map(({ slug }) => addresses.post(slug)),
  }),
];
