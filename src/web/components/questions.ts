/** Lists of questions by topic, as the index of answers and the FAQ show them. */
import type { AnswerEntry } from '../../features/answers/corpus.ts';
import { COMPARISON_TOPIC } from '../../features/answers/families/comparison.ts';
import { type Html, html } from '../../lib/html.ts';
import { PATHS } from './links.ts';

type Question = Pick<AnswerEntry, 'slug' | 'question' | 'topic'>;

/** A section for each topic, with what `content` makes of its questions. */
export function topicSections<Q extends Question>(
  questions: readonly Q[],
  content: (ofTopic: readonly Q[]) => Html,
): Html[] {
  return [...Map.groupBy(questions, ({ topic }) => topic)].map(
    ([topic, ofTopic]) => html`<section aria-labelledby="${topic}">
<h2 id="${topic}">${heading(topic)}</h2>
${content(ofTopic)}
</section>`,
  );
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
