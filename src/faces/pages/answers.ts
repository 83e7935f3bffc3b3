import { answerCorpus } from '../../answers/corpus.ts';
import type { AnswerEntry } from '../../answers/entry.ts';
import { COMPARISON_TOPIC } from '../../features/answers/families/comparison.ts';
import { answerPage, answersPage, faqPage } from '../site/answers.ts';
import { page } from './page.ts';

const link = ({ slug, question, topic }: AnswerEntry) => ({
  question,
  path:
    topic === COMPARISON_TOPIC
      ? `/compare/${slug.slice(COMPARISON_TOPIC.length + 1)}`
      : `/answers/${slug}`,
});

export default [
  page({
    path: '/answers',
    render: async ({ published }) => {
      const { entries } = await published.derived(answerCorpus);
      const queries = [...entries.values()].filter(({ source }) => source === 'agent-query');
      const topics = [...Map.groupBy(queries, ({ topic }) => topic)].map(([topic, list]) => ({
        topic,
        entries: list.map(link),
      }));
      return answersPage(topics, published.addresses.at('/answers'));
    },
  }),
  page({
    path: '/answers/{slug}',
    render: async ({ params: { slug = '' }, published }) => {
      const { entries } = await published.derived(answerCorpus);
      const entry = entries.get(slug);
      if (!entry) return undefined;
      const related = entry.related.flatMap((other) => {
        const near = entries.get(other);
        return near ? [link(near)] : [];
      });
      const canonical = published.addresses.answer(slug);
      return answerPage(entry, related, { baseUrl: published.baseUrl, canonical });
    },
    addresses: async (published) => {
      const { entries } = await published.derived(answerCorpus);
      const own = [...entries.values()].filter(({ topic }) => topic !== COMPARISON_TOPIC);
      return own.map(({ slug }) => published.addresses.answer(slug));
    },
  }),
  page({
    path: '/faq',
    render: async ({ published: { registry, addresses } }) =>
      faqPage(registry.faq, addresses.at('/faq')),
  }),
];
