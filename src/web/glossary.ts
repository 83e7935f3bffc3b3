/** The terms of the service, each at its own anchor, with a box that finds one. */
import { slugified } from '../features/selection/facets.ts';
import { type Html, html } from '../lib/html.ts';
import { filteredList, LIST_PARAMETERS, type ListItem } from './components/filtered-list.ts';
import { page } from './page/page.ts';

const PATH = '/glossary';

export default page({
  path: PATH,
  takes: LIST_PARAMETERS,
  render: async ({ query, published: { registry, addresses } }) => {
    const terms = new Map(registry.glossary.map((term) => [term.slug, term]));
    const items = registry.glossary.map(
      ({ slug, term, definition, synonyms }): ListItem => ({
        name: term,
        href: `${PATH}#${slug}`,
        kind: stepOf(slug),
        slug,
        also: [...synonyms, definition],
      }),
    );
    const item = ({ slug = '', name }: ListItem) => {
      const { definition = '', synonyms = [], see = [] } = terms.get(slug) ?? {};
      const others = see.map((other, index) => {
        const comma = index > 0 ? ', ' : '';
        return html`${comma}<a href="${PATH}#${other}">${terms.get(other)?.term ?? other}</a>`;
      });
      return html`<dt id="${slug}">${name}</dt>
<dd>${definition}${otherNames(synonyms)}${see.length > 0 ? html` <small>See ${others}.</small>` : null}</dd>\n`;
    };
    return {
      title: 'Glossary',
      description: 'What the words on these pages mean.',
      address: addresses.at(PATH),
      json: '/api/v1/glossary.json',
      lead: html`What the words on these pages mean, by the steps of <a href="/methodology">the method</a>.`,
      main: html`<div class="prose">
${filteredList({
  path: PATH,
  label: 'Filter terms',
  one: 'term',
  many: 'terms',
  kinds: Object.keys(STEPS).map((label) => ({ value: slugified(label), label })),
  items,
  query,
  group: (shown) => html`<dl>${shown.map(item)}</dl>`,
})}
</div>`,
    };
  },
});

const ELSEWHERE = 'Publish and use';
/** The terms of each step of the method; all others are of what is made of the numbers. */
const STEPS: Readonly<Record<string, string>> = {
  Collect: 'period ledger registry coverage sector stage status',
  Filter: 'counted-commit merge-commit automation coding-agent agent-authored agent-assisted',
  Normalise: 'contributor contributor-growth',
  Accelerate: 'commit-velocity commit-velocity-change new-repositories agent-share acceleration',
  Classify: `signal-type signal-strength evidence hiring-burst infrastructure-buildout deploy-frequency-spike framework-migration`,
  Rank: 'composite-score velocity-score growth-score novelty-score percentile trending',
  [ELSEWHERE]: '',
};

function stepOf(slug: string): string {
  const found = Object.entries(STEPS).find(([, slugs]) => slugs.split(' ').includes(slug));
  return slugified(found?.[0] ?? ELSEWHERE);
}

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
