/** The standing questions of the registry. */
import { html } from '../lib/html.ts';
import { filteredList, LIST_PARAMETERS } from './components/filtered-list.ts';
import { PATHS } from './components/links.ts';
import { page } from './page/page.ts';

export default page({
  path: '/faq',
  takes: LIST_PARAMETERS,
  render: async ({ published: { registry }, query }) => ({
    title: 'Frequently asked questions',
    description: 'What the service is, how its numbers are made, and how to use it.',
    json: '/api/v1/faq.json',
    main: html`${filteredList({
      path: '/faq',
      label: 'Filter questions',
      one: 'question',
      many: 'questions',
      kinds: [...new Set(registry.faq.map(({ topic }) => topic))].map((topic) => ({
        value: topic,
        label: heading(topic),
      })),
      items: registry.faq.map(({ slug, question, topic, also }) => ({
        name: question,
        href: PATHS.answer(slug),
        kind: topic,
        also,
      })),
      query,
    })}`,
  }),
});

/** Titles of topics whose name says too little. */
const TITLES: Readonly<Record<string, string>> = {
  'agents-and-mcp': 'Assistants and MCP',
  agents: 'Coding agents',
  'diligence-scouts-markets': 'Dossiers, scouts, markets',
};

/** `signals-and-scores` → `Signals and scores` */
function heading(topic: string): string {
  const text =
    TITLES[topic] ??
    topic.replaceAll('-', ' ').replace(/\b(?:api|mcp)\b/g, (name) => name.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}
