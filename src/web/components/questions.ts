/** Lists of questions by topic, as the index of answers and the FAQ show them. */
import {
  type AnswerEntry,
  answerCorpus,
  NOT_COVERED_TOPIC,
} from '../../features/answers/answer-corpus.ts';
import { COMPARISON_TOPIC } from '../../features/answers/families.ts';
import type { FacetValue } from '../../features/selection/choices.ts';
import { type Html, html } from '../../lib/html.ts';
import { Slices } from '../../lib/slices.ts';
import type { Published } from '../../published/published.ts';
import type { ListFacet, ListItem } from './filtered-list.ts';
import { PATHS } from './links.ts';

type Question = Pick<AnswerEntry, 'slug' | 'question' | 'topic'>;

/** The topics of questions as kinds to choose from, in the order in which they come. */
export function topicsOf(questions: readonly Question[]): FacetValue[] {
  return [...new Set(questions.map(({ topic }) => topic))].map((topic) => ({
    value: topic,
    label: heading(topic),
  }));
}

/** Broader kinds for the questions that an edition answers, which have a topic for each template. */
export const ANSWER_KINDS: readonly FacetValue[] = [
  { value: 'week', label: 'About the week' },
  { value: 'startup', label: 'About a startup' },
  { value: 'sector', label: 'About a sector' },
  { value: 'comparison', label: 'Comparisons' },
  { value: 'not-covered', label: 'Not covered this week' },
];

/** All questions that the edition answers, with what they are about, once for each publication; the week first. */
export async function answerItems(published: Published): Promise<ListItem[]> {
  const { entries } = await published.derived(answerCorpus);
  const questions = [...entries.values()].filter(({ source }) => source === 'agent-query');
  const times = Map.groupBy(questions, ({ topic }) => topic);
  const kindOf = (topic: string) => {
    if (topic === COMPARISON_TOPIC || topic === NOT_COVERED_TOPIC) return topic;
    if (topic.startsWith(OF_SECTOR)) return 'sector';
    // A topic that applies to every startup occurs more than once.
    return times.get(topic)?.length === 1 ? 'week' : 'startup';
  };
  const slices = new Slices();
  const items = await slices.map(questions, (question): ListItem => {
    const kind = kindOf(question.topic);
    const topic =
      kind === 'startup' || kind === 'sector' ? question.topic.replace(OF_SECTOR, '') : kind;
    const also = subjectWords(question, published);
    return {
      name: question.question,
      href: pathOf(question),
      kind,
      also,
      values: { topic: [topic] },
    };
  });
  return items.sort((a, b) => orderOf(a) - orderOf(b));
}

const OF_SECTOR = 'sector-';

/** The sector that a question is about, or that of its startup. */
function subjectWords({ slug, topic }: Question, { companies, registry }: Published): string[] {
  const subject = slug.slice(topic.length + 1);
  const sector = companies.get(subject)?.sector ?? subject;
  return registry.sectors.flatMap((one) => (one.slug === sector ? one.name : []));
}

/** The topics of questions about startups and sectors. */
export function topicFacet(items: readonly ListItem[]): ListFacet {
  const topics = new Set(
    items
      .filter(({ kind }) => kind === 'startup' || kind === 'sector')
      .flatMap(({ values }) => values?.['topic'] ?? []),
  );
  const values = [...topics].sort().map((value) => ({ value, label: heading(value) }));
  return { name: 'topic', title: 'What is asked', all: 'anything', values };
}

/** Titles of topics whose name says too little. */
const TITLES: Readonly<Record<string, string>> = {
  acceleration: 'Whether it speeds up',
  agents: 'Coding agents',
  'agents-and-mcp': 'Assistants and MCP',
  'diligence-scouts-markets': 'Dossiers, scouts, markets',
  history: 'The past year',
  members: 'Which startups it has',
  profile: 'What it is',
  velocity: 'How fast it ships',
};

function orderOf({ kind }: ListItem): number {
  return ANSWER_KINDS.findIndex(({ value }) => value === kind);
}

export function questionItems(
  questions: readonly (Question & { also?: readonly string[] })[],
): ListItem[] {
  return questions.map((each) => ({
    name: each.question,
    href: pathOf(each),
    kind: each.topic,
    also: each.also ?? [],
  }));
}

/** `signals-and-scores` → `Signals and scores` */
function heading(topic: string): string {
  const text =
    TITLES[topic] ??
    topic.replaceAll('-', ' ').replace(/\b(?:api|mcp)\b/g, (name) => name.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function questionList(questions: readonly Question[]): Html {
  return html`<ul class="list">${questions.map((each) => html`<li><a href="${pathOf(each)}">${each.question}</a></li>\n`)}</ul>`;
}

/** Comparisons have pages of their own, which show more than the answer. */
function pathOf({ slug, topic }: Question): string {
  return topic === COMPARISON_TOPIC
    ? `/compare/${slug.slice(COMPARISON_TOPIC.length + 1)}`
    : PATHS.answer(slug);
}
