/** The technical report and its findings, each with its figures, its interval, and chance. */

import { estimatesOf } from '../features/research/number-names.ts';
import { type Finding, findingsOf, paper } from '../features/research/paper.ts';
import { type Html, html } from '../lib/html.ts';
import { parseDay } from '../lib/period.ts';
import { count, figure } from '../lib/prose.ts';
import type { Published } from '../published/published.ts';
import type { ChartDefinition } from './charts/chart.ts';
import { chartFigure } from './charts/figure.ts';
import { allIntervals, findingIntervals } from './charts/finding-intervals.ts';
import { dataTable, numeric } from './components/data-table.ts';
import { longDate } from './components/format.ts';
import { page } from './page/page.ts';

export default [
  page({
    path: '/research',
    render: async ({ published, period }) => {
      const { title, abstract, date, body } = await published.derived(paper);
      const findings = findingsOf(published);
      return {
        title: 'Research',
        description: abstract.slice(0, 300),
        subject: { kind: 'report', publishedAt: date },
        heading: 'What two years of commits show',
        cites: { slug: 'paper' },
        lead: 'Each finding carries the range that 95% of resamples fall into, and what chance alone would have given. Where nothing was found, that is a result too.',
        main: html`<section aria-labelledby="findings-list">
<h2 id="findings-list">Findings</h2>
<ul class="findings">${findings.map(({ slug, title: name, statement }) => html`<li><h3><a href="/research/${slug}">${name}</a></h3><p>${statement}</p></li>\n`)}</ul>
<div class="column">${await figureOf(allIntervals, published, period)}</div>
<p>Looked for and not found: see <a href="#null-results">null results</a>.</p>
</section>
<section class="prose report" aria-labelledby="report">
<h2 id="report">The technical report</h2>
<p><strong>${title}</strong></p>
${body}
</section>`,
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
        subject: { kind: 'article', publishedAt: date },
        lead: finding.statement,
        intro: html`<p class="computed">${finding.command === undefined ? html`Computed from the editions up to ${finding.period}; text` : 'Text'} of ${longDate(parseDay(date))}.</p>`,
        main: html`<div class="column">
<section aria-labelledby="certainty-heading">
<h2 id="certainty-heading">How sure it is</h2>
<p>${finding.certainty} An interval holds 95% of ${count(finding.draws)} draws of as many companies from all.</p>
${await figureOf(findingIntervals, published, period, finding)}
${numbersTable(finding)}
</section>
<section aria-labelledby="method-heading">
<h2 id="method-heading">How it was computed</h2>
<p>${finding.method}</p>
<p>From ${finding.sources.map((path, index) => html`${index > 0 ? ', ' : ''}<a href="${path}">${SOURCES[path] ?? path}</a>`)}. <code>${finding.command ?? 'npm run study'}</code> computes it again.</p>
</section>
<section aria-labelledby="others-heading">
<h2 id="others-heading">Other findings</h2>
<ul>${others.map((other) => html`<li><a href="/research/${other.slug}">${other.title}</a></li>\n`)}</ul>
</section>
</div>`,
      };
    },
    addresses: async (published) => findingsOf(published).map(({ url }) => url),
  }),
];

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

function numbersTable(finding: Finding): Html {
  const shown = (value: number | undefined, unit: string) =>
    value === undefined ? '–' : `${figure(value).replace('-', '−')}${unit}`;
  return dataTable({
    caption: 'The numbers of the finding',
    columns: ['Number', ...['Found', '95% interval', 'By chance'].map(numeric)],
    rows: estimatesOf(finding).map(({ name, unit, value, low, high, byChance }) => [
      name,
      shown(value, unit),
      low === undefined ? '–' : `${shown(low, unit)} to ${shown(high, unit)}`,
      shown(byChance, unit),
    ]),
  });
}
