/** The method: what it cannot show, then six steps, each worked on the week's first startup. */

import { CHECKED_NUMBERS } from '../features/checks/check.ts';
import { type Html, html } from '../lib/html.ts';
import { bdi, count, counted, weekWithin } from './components/format.ts';
import { PATHS } from './components/links.ts';
import { type Section, section } from './components/section.ts';
import { page } from './page/page.ts';

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
    // The glossary lists the names of fields among the synonyms of their terms.
    const names = new Map(
      registry.glossary.flatMap(({ term, synonyms }) =>
        synonyms.map((one) => [one, term] as const),
      ),
    );
    const week = weekWithin(meta.period.name);
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
${definitions.length === 0 ? null : html`<details><summary>Definitions</summary><dl class="members">${definitions.map(({ term, definition }) => definitionItem(term, names.get(term), definition))}</dl></details>`}`,
        ),
        section('more', 'Check us')`
<p><a href="/research">The technical report</a> says how the formulas were chosen, what was tested, and what chance alone would give. <a href="/changelog">The changelog</a> lists every correction.</p>`,
      ],
    };
  },
});

const IS_FIELD = /[a-z][A-Z.]/;

function definitionItem(term: string, name: string | undefined, definition: string): Html {
  const heading =
    name === undefined || !IS_FIELD.test(term)
      ? html`${capitalised(term)}`
      : html`${name} <span class="kind">in the data <code>${term}</code></span>`;
  return html`<dt>${heading}</dt><dd>${definition}</dd>\n`;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

type Coverage = { covered: number; tracked: number; week: string };

/** The limits of the numbers, shown before the method. */
function cannotShow({ covered, tracked, week }: Coverage): Section {
  return section('limits', 'What these numbers cannot show')`
<dl class="members">
<dt>Work that is not public</dt>
<dd>Only public repositories are counted. A company whose product is closed looks quiet here however hard it works, and moving work into a private repository looks like a slowdown.</dd>
<dt>How much a commit is worth</dt>
<dd>A commit may fix a comma or rewrite a database. Some teams squash a week into one commit and others land forty a day, so compare a company with its own past before you compare it with others.</dd>
<dt>Who is employed</dt>
<dd>A contributor is a person whose work landed: an employee, a contractor or a volunteer. More contributors is not the same as a larger team.</dd>
<dt>Why something changed</dt>
<dd>Git records what landed and when. Launches, layoffs and holidays are not in it, and we do not guess.</dd>
<dt>Whether a company will do well</dt>
<dd>No number here has been shown to foretell funding, growth or exits. Commits jump <a href="/research/spikes-before-raises">before funding rounds about as often as at any other time</a>; <a href="/research">the technical report</a> says what else was tested.</dd>
<dt>Every company</dt>
<dd>In ${week}, ${count(covered)} of ${counted(tracked, 'tracked startup')} are covered. The list is made by hand and leans towards developer tools and infrastructure, where work is public. A startup whose history we do not hold in full has no numbers, because unknown is not zero.</dd>
</dl>`;
}
