/** One question with its answer, as every surface shows it. */

export type AnswerEntry = {
  /** Stable, unique over the FAQ and the agent queries; its page is `/answers/<slug>`. */
  slug: string;
  question: string;
  /** Plain sentences. */
  answer: string;
  source: 'agent-query' | 'faq';
  /** Each with the full address that shows it. */
  facts: readonly { claim: string; sourceUrl: string }[];
  /** Slugs of near questions. */
  related: readonly string[];
  /** What groups questions on the index page: `method`, `data`, `growth-of-a-startup`, … */
  topic: string;
};
