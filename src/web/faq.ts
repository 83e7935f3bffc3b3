/** The standing questions of the registry. */
import { html } from '../lib/html.ts';
import { layout } from './components/layout.ts';
import { questionList, topicSections } from './components/questions.ts';
import { page } from './page/page.ts';

export default page({
  path: '/faq',
  render: async ({ published: { registry, addresses } }) =>
    layout({
      title: 'Frequently asked questions',
      description: 'What the service is, how its numbers are made, and how to use it.',
      canonical: addresses.at('/faq'),
      json: '/api/v1/faq.json',
      main: html`<header class="page">
<h1>Frequently asked questions</h1>
</header>
${topicSections(registry.faq, questionList)}`,
    }),
});
