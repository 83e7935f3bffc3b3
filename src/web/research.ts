/** The technical report and its findings, each with its figures, its interval, and chance. */

import { type Finding, findingsOf, paper } from '../features/research/paper.ts';
import { type Html, html, rawHtml } from '../lib/html.ts';
import { parseDay } from '../lib/period.ts';
import { count } from '../lib/prose.ts';
import type { Published } from '../published/published.ts';
import type { ChartDefinition } from './charts/chart.ts';
import { chartFigure } from './charts/figure.ts';
import { allIntervals, findingIntervals } from './charts/finding-intervals.ts';
import { longDate } from './components/format.ts';
import { section } from './components/section.ts';
import { page } from './page/page.ts';

export default [
  page({
    path: '/research',
    render: async ({ published, period }) => {
      const { title, abstract, date, body } = await published.derived(paper);
      const findingsList = section('findings', 'Findings')`
<ul class="findings">${findingsOf(published).map(({ slug, title: name, statement }) => html`<li><h3><a href="/research/${slug}">${name}</a></h3><p>${statement}</p></li>\n`)}</ul>
<div class="column">${await figureOf(allIntervals, published, period)}</div>
<p>Looked for and not found: see <a href="#null-results">null results</a>.</p>`;
      return {
        title: 'Research',
        description: abstract.slice(0, 300),
        subject: { publishedAt: date },
        heading: 'What two years of commits show',
        cites: { slug: 'paper' },
        lead: 'Each finding carries the range that 95% of resamples fall into, and what chance alone would have given. Where nothing was found, that is a result too.',
        main: [
          findingsList,
          html`<section class="prose report" aria-labelledby="report">
<h2 id="report">The technical report</h2>
<p><strong>${title}</strong></p>
${body}
</section>`,
        ],
        headings: [
          findingsList,
          { anchor: 'report', heading: 'The technical report' },
          ...[...body.toString().matchAll(REPORT_HEADING)].map(([, anchor = '', heading = '']) => ({
            anchor,
            heading: rawHtml(heading),
          })),
        ],
      };
    },
  }),
  page({
    path: '/research/{slug}',
    pictured: findingIntervals,
    render: async ({ params: { slug }, published, period }) => {
      const finding = findingsOf(published).find((candidate) => candidate.slug === slug);
      if (!finding) return undefined;
      const { date } = await published.derived(paper);
      const others = findingsOf(published).filter((other) => other.slug !== finding.slug);
      return {
        title: finding.title,
        description: finding.statement,
        canonical: finding.url,
        cites: { slug: finding.slug },
        subject: { publishedAt: date },
        lead: finding.statement,
        intro: html`<p class="computed">${finding.command === undefined ? html`Computed from the editions up to ${finding.period}; text` : 'Text'} of ${longDate(parseDay(date))}.</p>`,
        main: html`<div class="column">
${section('certainty', 'How sure it is')`
<p>${finding.certainty} An interval holds 95% of ${count(finding.draws)} draws of as many companies from all.</p>
${await figureOf(findingIntervals, published, period, finding)}`}
${section('method', 'How it was computed')`
<p>${finding.method}</p>
<p>From ${finding.sources.map((path, index) => html`${index > 0 ? ', ' : ''}<a href="${path}">${SOURCES[path] ?? path}</a>`)}. <code>${finding.command ?? 'npm run study'}</code> computes it again.</p>`}
${section('others', 'Other findings')`
<ul>${others.map((other) => html`<li><a href="/research/${other.slug}">${other.title}</a></li>\n`)}</ul>`}
</div>`,
      };
    },
    addresses: async (published) => findingsOf(published).map(({ url }) => url),
  }),
];

/** The report is Markdown, which has no sections. */
const REPORT_HEADING = /<h2 id="([\w-]+)">(.*?)<\/h2>/g;

const SOURCES: Readonly<Record<string, string>> = {
  '/api/dataset.csv': 'the whole dataset as CSV',
  '/api/v1/methodology.json': 'the method as JSON',
  '/api/research/raises.csv': 'the rounds with their sources and flags as CSV',
  '/api/research/raises.json': 'every test as JSON',
};

async function figureOf(
  { path, chart }: ChartDefinition,
  published: Published,
  period: string,
  finding?: Finding,
): Promise<Html | null> {
  const slug = finding?.slug ?? '';
  const drawn = await chart({ published, params: { slug }, period });
  return drawn ? chartFigure(drawn, path.replace('{slug}', slug)) : null;
}
