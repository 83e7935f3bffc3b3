/** The method: what it cannot show, then six steps, each worked on the week's first startup. */
import { type Html, html } from '../lib/html.ts';
import type { Published } from '../published/published.ts';
import { chartFigure } from './charts/chart.ts';
import { startupCommits } from './charts/startup-line.ts';
import { bdi, shortPeriodName } from './components/format.ts';
import { layout } from './components/layout.ts';
import { PATHS } from './components/links.ts';
import { scoreMethod } from './components/scout-method.ts';
import { section } from './components/section.ts';
import { cannotShow } from './method/limits.ts';
import { STEPS } from './method/steps.ts';
import { type Example, WORKED } from './method/worked-example.ts';
import { page } from './page/page.ts';

/** What people call the numbers that the data names by a field. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  commitVelocity14d: 'Commits in 14 days',
  commitVelocityChange: 'Change',
  contributors: 'Contributors',
  contributorGrowth: 'Growth in contributors',
  newRepos: 'New repositories',
  agentShare: 'Share of agents',
  'scores.velocity': 'Score for commits',
  'scores.growth': 'Score for growth',
  'scores.novelty': 'Score for newcomers',
  'scores.composite': 'Score',
};

export default page({
  path: '/methodology',
  render: async ({ published, period }) => {
    const { registry, addresses, editions } = published;
    const { methodology, companies } = registry;
    const { meta } = await editions.signals(period);
    const example = await firstOfTheWeek(published, period);
    const chart = example && (await startupCommits.draw(chartOf(published, example, period)));
    const steps = methodology.steps;
    return layout({
      title: 'Method',
      description: `${methodology.description} What it cannot show comes first.`,
      canonical: addresses.at('/methodology'),
      json: '/api/v1/methodology.json',
      place: 'method',
      main: html`<header class="page">
<h1>Method</h1>
<p class="lead">How commits become a rank, in six steps that anyone can repeat with git. First, what the result cannot tell you.</p>
</header>
${cannotShow({ covered: meta.totalStartups, tracked: companies.length, week: shortPeriodName(meta.period.name) })}
${section('steps', 'Six steps')`
<p>${example ? html`Each is worked below on ${link(example)}, first in ${shortPeriodName(meta.period.name)}. Every number is the published one and leads to its check.` : html`No startup ranks in ${shortPeriodName(meta.period.name)}, so there is no example this week.`}</p>
<ol class="steps">${steps.map(({ name }) => html`<li><a href="#${name}">${STEPS[name]?.title ?? name}</a></li>\n`)}</ol>`}
${steps.map(
  ({ name, text, definitions }, index) => html`<section class="step" aria-labelledby="${name}">
<h2 id="${name}">${index + 1}. ${STEPS[name]?.title ?? name}</h2>
<p>${STEPS[name]?.text ?? text}</p>
${example === undefined ? null : html`<div class="worked">${WORKED[name]?.(example)}</div>`}
${name === 'accelerate' && chart && example ? chartFigure(chart, `/charts/startups/${example.startup.slug}/commits`) : null}
${definitions.length === 0 ? null : html`<details><summary>Definitions</summary><dl class="members">${definitions.map(({ term, definition }) => definitionItem(term, definition))}</dl></details>`}
</section>`,
)}
<div class="prose">
${scoreMethod()}
</div>
${section('more', 'Check us')`
<p><a href="/research">The technical report</a> says how the formulas were chosen, what was tested, and what chance alone would give. <a href="/changelog">The changelog</a> lists every correction. <a href="/api/v1/methodology.json">This method as JSON</a>.</p>`}`,
    });
  },
});

function definitionItem(term: string, definition: string): Html {
  const name = FIELD_NAMES[term];
  const heading =
    name === undefined
      ? html`${term.charAt(0).toUpperCase()}${term.slice(1)}`
      : html`${name} <span class="kind">in the data <code>${term}</code></span>`;
  return html`<dt>${heading}</dt><dd>${definition}</dd>\n`;
}

function link({ startup }: Example): Html {
  return html`<a href="${PATHS.startup(startup.slug)}">${bdi(startup.name)}</a>`;
}

function chartOf(published: Published, { startup }: Example, period: string) {
  return { published, params: { slug: startup.slug }, period, query: {} };
}

async function firstOfTheWeek(
  { editions }: Published,
  period: string,
): Promise<Example | undefined> {
  const { trending, sectors } = await editions.signals(period);
  const [startup] = trending;
  const evidence = startup && (await editions.evidenceOf(period, startup.slug));
  if (!startup || !evidence) return undefined;
  const all = sectors.flatMap(({ startups }) => startups);
  const ranked = all.filter(({ commitVelocity14d }) => commitVelocity14d > 0).length;
  return { startup, evidence, place: 1, ranked };
}
