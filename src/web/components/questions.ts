/** Lists of questions by topic, as the index of answers and the FAQ show them. */
import type { AnswerEntry } from '../../features/answers/corpus.ts';
import { COMPARISON_TOPIC } from '../../features/answers/families/comparison.ts';
import { type Html, html } from '../../lib/html.ts';
import type { ListedKind, ListItem } from './filtered-list.ts';
import { PATHS } from './links.ts';

type Question = Pick<AnswerEntry, 'slug' | 'question' | 'topic'>;

/** The topics of questions as kinds to choose from, in the order in which they come. */
export function topicsOf(questions: readonly Question[]): ListedKind[] {
  return [...new Set(questions.map(({ topic }) => topic))].map((topic) => ({
    id: topic,
    name: heading(topic),
  }));
}

/** Broader kinds for the questions that an edition answers, which have a topic for each template. */
export const ANSWER_KINDS: readonly ListedKind[] = [
  { id: 'week', name: 'About the week' },
  { id: 'startup', name: 'About a startup' },
  { id: 'sector', name: 'About a sector' },
  { id: 'comparison', name: 'Comparisons' },
  { id: 'not-covered', name: 'Not covered this week' },
];

/** The same questions by these kinds. */
export function byAnswerKind(questions: readonly Question[]): ListItem[] {
  const times = Map.groupBy(questions, ({ topic }) => topic);
  const kindOf = (topic: string) => {
    if (topic === COMPARISON_TOPIC || topic === 'not-covered') return topic;
    if (topic.startsWith('sector-')) return 'sector';
    // What can be asked of every startup is asked more than once.
    return times.get(topic)?.length === 1 ? 'week' : 'startup';
  };
  return questionItems(questions)
    .map((item) => ({ ...item, kind: kindOf(item.kind) }))
    .sort((a, b) => orderOf(a) - orderOf(b));
}

function orderOf({ kind }: ListItem): number {
  return ANSWER_KINDS.findIndex(({ id }) => id === kind);
}

export function questionItems(
  questions: readonly (Question & { also?: readonly string[] })[],
): ListItem[] {
  return questions.map((each) => ({
    name: each.question,
    href: pathOf(each),
    kind: each.topic,
    ...(each.also && { also: each.also }),
  }));
}

/** `signals-and-scores` → `Signals and scores` */
function heading(topic: string): string {
  const text = topic.replaceAll('-', ' ').replace(/\b(?:api|mcp)\b/g, (name) => name.toUpperCase());
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
