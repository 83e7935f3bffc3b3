/** Lists of questions by topic, as the index of answers and the FAQ show them. */
import {
  type AnswerEntry,
  answerCorpus,
  NOT_COVERED_TOPIC,
} from '../../features/answers/answer-corpus.ts';
import { COMPARISON_TOPIC } from '../../features/answers/families.ts';
import { facetsOf } from '../../features/selection/facets.ts';
import { type Html, html } from '../../lib/html.ts';
import { Slices } from '../../lib/slices.ts';
import type { Published } from '../../published/published.ts';
import type { ListColumn, ListedKind, ListFacet, ListItem } from './filtered-list.ts';
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

/** Columns next to a question. */
export const ANSWER_COLUMNS: readonly ListColumn[] = [
  { name: 'about', title: 'About', holds: 'text' },
  { name: 'sector', title: 'Sector', holds: 'text' },
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
    const subject = subjectOf(question, kind, published);
    return { name: question.question, href: pathOf(question), kind, ...subject };
  });
  return items.sort((a, b) => orderOf(a) - orderOf(b));
}

const OF_SECTOR = 'sector-';

/** The startup or the sector that a question is about. */
function subjectOf(
  { slug, topic }: Question,
  kind: string,
  { companies, registry: { sectors } }: Published,
): Pick<ListItem, 'values' | 'cells'> {
  if (kind === 'week' || kind === 'comparison') return { values: { topic: [kind] } };
  const subject = slug.slice(topic.length + 1);
  const company = kind === 'sector' ? undefined : companies.get(subject);
  const sector = company?.sector ?? subject;
  const name = sectors.find((one) => one.slug === sector)?.name;
  const about = company ? { text: company.name, href: PATHS.startup(subject) } : null;
  return {
    values: { sector: [sector], topic: [topic.replace(OF_SECTOR, '')] },
    cells: { about, sector: name ?? null },
  };
}

/** Sectors, and what is asked about them and their startups. */
export function answerFacets(
  items: readonly ListItem[],
  { sectors }: Pick<Published['registry'], 'sectors'>,
): ListFacet[] {
  const topics = new Set(
    items
      .filter(({ kind }) => kind === 'startup' || kind === 'sector')
      .flatMap(({ values }) => values?.['topic'] ?? []),
  );
  return [
    ...facetsOf({ sectors }).filter(({ name }) => name === 'sector'),
    {
      name: 'topic',
      title: 'What is asked',
      all: 'anything',
      values: [...topics].sort().map((value) => ({ value, label: heading(value) })),
    },
  ];
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
  return ANSWER_KINDS.findIndex(({ id }) => id === kind);
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
