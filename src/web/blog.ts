/** The weekly digests and their index. */
import { digest } from '../features/digests/digest.ts';
import { html } from '../lib/html.ts';
import { parsePeriod, periodSlug } from '../lib/period.ts';
import { chartFigure } from './charts/figure.ts';
import { weekOfAll } from './charts/week-of-all.ts';
import { dataHref, PATHS } from './components/links.ts';
import { section } from './components/section.ts';
import { page } from './page/page.ts';

/** Digests shown with their first sentences; older ones are a list of weeks. */
const TOLD = 8;

export default [
  page({
    path: '/blog',
    render: async ({ published }) => {
      const { periods } = published.editions;
      const told = [];
      for (const { slug } of periods.slice(0, TOLD)) told.push(await digest(published, slug));
      const earlier = periods.slice(TOLD);
      return {
        title: 'Weekly digests',
        feed: { title: 'Bellwether, weekly', path: '/feed.xml' },
        description: 'What changed among startups that build in public, one digest a week.',
        lead: html`What was most unusual in each week, in a few paragraphs with the numbers. Follow them as <a href="/feed.xml">RSS</a>.`,
        main: html`<ul class="posts">${told.map(
          ({ period, title, summary, week }) => html`<li>
<p class="computed">${week}</p>
<h2><a href="${PATHS.post(period)}">${title}</a></h2>
<p>${summary}</p>
</li>\n`,
        )}</ul>
${
  earlier.length === 0
    ? null
    : section('earlier', 'Earlier weeks')`
<ul class="list">${earlier.map(({ slug, name }) => html`<li><a href="${PATHS.post(slug)}">${name}</a></li>\n`)}</ul>`
}`,
      };
    },
  }),
  page({
    path: '/blog/{period}',
    pictured: weekOfAll,
    isOnDemand: async ({ period = '' }, { editions }) => periodSlug(period) !== editions.latest,
    render: async ({ params, published }) => {
      const period = periodSlug(params['period'] ?? '');
      if (!parsePeriod(period)) return undefined;
      const post = await digest(published, period);
      const { title, summary, url, publishedAt, body, week } = post;
      const chart = await weekOfAll.chart({ published, params: { period }, period });
      const slugs = published.editions.periods.map(({ slug }) => slug);
      const at = slugs.indexOf(period);
      const [later, earlier] = [slugs[at - 1], slugs[at + 1]];
      return {
        title,
        description: summary,
        canonical: url,
        json: dataHref('/api/signals.json', period),
        feed: { title: 'Bellwether, weekly', path: '/feed.xml' },
        cites: { slug: period },
        subject: { publishedAt },
        home: PATHS.home(period),
        dated: html`<p class="period"><a href="${PATHS.home(period)}">${week}</a></p>`,
        main: html`<article class="digest">
${body}
${chart && chartFigure(chart, `/charts/weeks/${period}`)}
</article>
<nav class="around" aria-label="Other weeks">${earlier === undefined ? null : html`<a href="${PATHS.post(earlier)}" rel="prev">The week before</a>`} ${later === undefined ? null : html`<a href="${PATHS.post(later)}" rel="next">The week after</a>`} <a href="/blog">All digests</a></nav>`,
      };
    },
    addresses: async ({ editions, addresses }) =>
      editions.periods.map(({ slug }) => addresses.post(slug)),
  }),
];
