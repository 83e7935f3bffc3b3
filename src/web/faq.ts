/** The standing questions of the registry. */
import { html } from '../lib/html.ts';
import { filteredList, LIST_PARAMETERS } from './components/filtered-list.ts';
import { questionItems, topicsOf } from './components/questions.ts';
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
      kinds: topicsOf(registry.faq),
      items: questionItems(registry.faq),
      query,
    })}`,
  }),
});
