/** The method: what it cannot show, then six steps, each worked on the week's first startup. */

import { CHECKED_NUMBERS } from '../features/checks/check.ts';
import { type Html, html } from '../lib/html.ts';
import { bdi, shortPeriodName } from './components/format.ts';
import { PATHS } from './components/links.ts';
import { scoreMethod } from './components/scout-method.ts';
import { section } from './components/section.ts';
import { cannotShow } from './method/limits.ts';
import { page } from './page/page.ts';

/** Readers' names for the fields of the data. */
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
    const { registry, editions } = published;
    const { methodology, companies } = registry;
    const {
      meta,
      trending: [first],
    } = await editions.signals(period);
    const { steps } = methodology;
    const week = shortPeriodName(meta.period.name);
    return {
      title: 'Method',
      description: `${methodology.description} What it cannot show comes first.`,
      json: '/api/v1/methodology.json',
      place: 'method',
      lead: 'How commits become a rank, in six steps that anyone can repeat with git. First, what the result cannot tell you.',
      main: [
        cannotShow({ covered: meta.totalStartups, tracked: companies.length, week }),
        section('steps', 'Six steps')`
${first && html`<p>Worked through for ${bdi(first.name)}, first in ${week}: ${CHECKED_NUMBERS.map((number, index) => html`${index === 0 ? '' : ', '}<a href="${PATHS.check(first.slug, number)}">${number.replace('-', ' ')}</a>`)}.</p>`}`,
        ...steps.map(
          ({ name, text, definitions }, index) =>
            section(name, `${index + 1}. ${capitalised(name)}`, 'step')`
<p>${text}</p>
${definitions.length === 0 ? null : html`<details><summary>Definitions</summary><dl class="members">${definitions.map(({ term, definition }) => definitionItem(term, definition))}</dl></details>`}`,
        ),
        scoreMethod(),
        section('more', 'Check us')`
<p><a href="/research">The technical report</a> says how the formulas were chosen, what was tested, and what chance alone would give. <a href="/changelog">The changelog</a> lists every correction.</p>`,
      ],
    };
  },
});

function definitionItem(term: string, definition: string): Html {
  const name = FIELD_NAMES[term];
  const heading =
    name === undefined
      ? html`${capitalised(term)}`
      : html`${name} <span class="kind">in the data <code>${term}</code></span>`;
  return html`<dt>${heading}</dt><dd>${definition}</dd>\n`;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
