/** The terms of the service, each at its own anchor, with a box that finds one. */
import { type Html, html } from '../lib/html.ts';
import { counted } from '../lib/prose.ts';
import type { Published } from '../published/published.ts';
import { filterForm } from './components/filtered-list.ts';
import type { Content } from './components/layout.ts';
import { matching, typedIn } from './components/listing.ts';
import { page } from './page/page.ts';

const PATH = '/glossary';

export default page({
  path: PATH,
  takes: ['q'],
  render: async ({ query, published }) => glossaryPage(typedIn(query), published),
});

function glossaryPage(typed: string, { registry: { glossary } }: Published): Content {
  const names = new Map(glossary.map(({ slug, term }) => [slug, term]));
  const isFound = matching(typed);
  const found = glossary.filter(({ term, definition, synonyms }) =>
    isFound({ name: term, also: [...synonyms, definition] }),
  );
  const shown = new Set(found.map(({ slug }) => slug));
  const link = (slug: string) => {
    const name = names.get(slug) ?? slug;
    return html`<a href="${shown.has(slug) ? '' : PATH}#${slug}">${name}</a>`;
  };
  const item = ({
    slug,
    term,
    definition,
    synonyms,
    see,
  }: Term) => html`<dt id="${slug}">${term}</dt>
<dd>${definition}${otherNames(synonyms)}${see.length > 0 ? html` <small>See ${see.map((other, index) => html`${index > 0 ? ', ' : ''}${link(other)}`)}.</small>` : null}</dd>\n`;
  const groups = Map.groupBy(found, ({ slug }) => stepOf(slug));
  return {
    title: 'Glossary',
    description: 'What the words on these pages mean.',
    json: '/api/v1/glossary.json',
    lead: html`What the words on these pages mean, by the steps of <a href="/methodology">the method</a>.`,
    main: html`${filterForm({ path: PATH, label: 'Filter terms', typed })}
<div id="list" class="prose">
<p class="found" role="status">${found.length === 0 ? `No term with “${typed}”. Try fewer letters, or another word.` : `${counted(found.length, 'term')}${typed === '' ? '' : ` with “${typed}”`}`}</p>
${[...Object.keys(STEPS), ELSEWHERE].map((step) => {
  const terms = groups.get(step);
  return (
    terms &&
    html`<h2>${step}</h2>
<dl>${terms.map(item)}</dl>`
  );
})}
</div>`,
  };
}

/** The terms of each step of the method; all others are of what is made of the numbers. */
const STEPS: Readonly<Record<string, string>> = {
  Collect: 'period ledger registry coverage sector stage status',
  Filter: 'counted-commit merge-commit automation coding-agent agent-authored agent-assisted',
  Normalise: 'contributor contributor-growth',
  Accelerate: 'commit-velocity commit-velocity-change new-repositories agent-share acceleration',
  Classify: `signal-type signal-strength evidence hiring-burst infrastructure-buildout deploy-frequency-spike framework-migration`,
  Rank: 'composite-score velocity-score growth-score novelty-score percentile trending',
};
const ELSEWHERE = 'Publish and use';

function stepOf(slug: string): string {
  const found = Object.entries(STEPS).find(([, slugs]) => slugs.split(' ').includes(slug));
  return found?.[0] ?? ELSEWHERE;
}

type Term = Published['registry']['glossary'][number];

/** Everyday words for the term, and its field names in the data. */
function otherNames(synonyms: readonly string[]): Html {
  const isField = (name: string) => /^[a-z]+[A-Z]/.test(name);
  const [fields, words] = [synonyms.filter(isField), synonyms.filter((name) => !isField(name))];
  return html`${words.length > 0 ? html` <small>Also: ${words.join(', ')}.</small>` : null}${
    fields.length > 0
      ? html` <small>In the data: ${fields.map((name, index) => html`${index > 0 ? ', ' : ''}<code>${name}</code>`)}.</small>`
      : null
  }`;
}
