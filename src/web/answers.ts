/** Questions with their answers, and the index of them. */

import {
  type AnswerEntry,
  answerCorpus,
  NOT_COVERED_TOPIC,
} from '../features/answers/answer-corpus.ts';
import { COMPARISON_TOPIC } from '../features/answers/families.ts';
import { selectionAddress } from '../features/selection/selection.ts';
import { html, safeHref } from '../lib/html.ts';
import { Slices } from '../lib/slices.ts';
import type { Published } from '../published/published.ts';
import { filteredList, LIST_PARAMETERS, type ListItem } from './components/filtered-list.ts';
import { proseMinus } from './components/format.ts';
import { onThisSite, PATHS } from './components/links.ts';
import { section } from './components/section.ts';
import { page } from './page/page.ts';

export default [
  page({
    path: '/answers',
    takes: LIST_PARAMETERS,
    prepares: [answerItems],
    render: async ({ published, query }) => {
      const items = await published.derived(answerItems);
      return {
        title: 'Questions and answers',
        description: 'Every question that the current edition answers, by kind.',
        address: published.addresses.at(selectionAddress('/answers', Object.entries(query))),
        json: '/api/answers.json',
        isWide: true,
        lead: html`Questions that the current week’s numbers answer. Ask your own in <a href="/search">search</a>, or read <a href="/faq">the FAQ</a> about this service.`,
        main: html`${filteredList({
          path: '/answers',
          label: 'Filter questions',
          one: 'question',
          many: 'questions',
          kinds: KINDS,
          items,
          query,
        })}`,
      };
    },
  }),
  page({
    path: '/answers/{slug}',
    render: async ({ params: { slug = '' }, published }) => {
      const { entries } = await published.derived(answerCorpus);
      const entry = entries.get(slug);
      if (!entry) return undefined;
      const { question, answer, source } = entry;
      const related = entry.related
        .map((other) => entries.get(other))
        .filter((other) => other !== undefined);
      return {
        title: question,
        description: answer.slice(0, 300),
        json: `/api/answer?q=${encodeURIComponent(question)}`,
        lead: proseMinus(answer),
        side: section('facts', 'Where it comes from')`
<ul>${entry.facts.map(({ claim, sourceUrl }) => html`<li><a href="${safeHref(onThisSite(sourceUrl, published))}">${claim}</a></li>\n`)}</ul>`,
        main: html`${
          related.length === 0
            ? null
            : section('related', 'Related questions')`
<ul class="list">${related.map((other) => html`<li><a href="${pathOf(other)}">${other.question}</a></li>\n`)}</ul>`
        }
<p>${source === 'faq' ? html`From <a href="/faq">the FAQ</a>.` : 'Computed from the current edition.'} <a href="/answers">All questions</a></p>`,
      };
    },
    addresses: async (published) => {
      const { entries } = await published.derived(answerCorpus);
      const own = [...entries.values()].filter(({ topic }) => topic !== COMPARISON_TOPIC);
      return own.map(({ slug }) => published.addresses.answer(slug));
    },
  }),
];

/** Broader than the topics of questions, of which there is one for each template. */
const KINDS = [
  { value: 'week', label: 'About the week' },
  { value: 'startup', label: 'About a startup' },
  { value: 'sector', label: 'About a sector' },
  { value: 'comparison', label: 'Comparisons' },
  { value: 'not-covered', label: 'Not covered this week' },
] as const;

const OF_SECTOR = 'sector-';

/** All questions that the edition answers, once for each publication; the week first. */
async function answerItems(published: Published): Promise<ListItem[]> {
  const { entries } = await published.derived(answerCorpus);
  const questions = [...entries.values()].filter(({ source }) => source === 'agent-query');
  const times = Map.groupBy(questions, ({ topic }) => topic);
  const kindOf = (topic: string) => {
    if (topic === COMPARISON_TOPIC || topic === NOT_COVERED_TOPIC) return topic;
    if (topic.startsWith(OF_SECTOR)) return 'sector';
    // A topic that applies to every startup occurs more than once.
    return times.get(topic)?.length === 1 ? 'week' : 'startup';
  };
  const items = await new Slices().map(questions, (entry) => ({
    name: entry.question,
    href: pathOf(entry),
    kind: kindOf(entry.topic),
    also: sectorNames(entry, published),
  }));
  const place = ({ kind }: ListItem) => KINDS.findIndex(({ value }) => value === kind);
  return items.sort((a, b) => place(a) - place(b));
}

/** The sector that a question is about, or that of its startup. */
function sectorNames({ slug, topic }: AnswerEntry, { companies, registry }: Published): string[] {
  const subject = slug.slice(topic.length + 1);
  const sector = companies.get(subject)?.sector ?? subject;
  return registry.sectors.flatMap((one) => (one.slug === sector ? one.name : []));
}

/** Comparisons have pages of their own, which show more than the answer. */
function pathOf({ slug, topic }: AnswerEntry): string {
  return topic === COMPARISON_TOPIC
    ? `/compare/${slug.slice(COMPARISON_TOPIC.length + 1)}`
    : PATHS.answer(slug);
}
