/** Answers in the shape in which they are given, each with what its confidence is computed from. */
import { z } from 'zod';
import { Answer, type AnswerCorpus, type AnswerEntry } from './answer-corpus.ts';
import type { Computed } from './computed-answer.ts';
import { confidenceOf } from './confidence.ts';
import { type DataAnswer, mayBeProse, type Profile } from './data-answers.ts';
import { lacksOneOfTwo } from './difference.ts';
import { isOfWeek } from './edition-facts.ts';
import { PASSAGE_KINDS } from './passages.ts';
import type { FoundPassage } from './prose.ts';

const KINDS = ['query', 'page', ...PASSAGE_KINDS] as const;

export const AnswerHit = Answer.omit({ slug: true, topic: true })
  .extend({
    confidence: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: 'Answers given with confidence c are right about that often' }),
    kind: z.enum(KINDS).meta({
      description:
        'What it was taken from: `query` was computed for this question (docs/queries.md), `page` stands on a page under `/answers`, the others are passages',
    }),
    readAs: z
      .string()
      .nullable()
      .meta({ description: 'The question as it was read, where a query answers it' }),
    query: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'That query, as POST /api/query takes it' }),
    readBy: z.enum(['rules', 'model']).meta({
      description:
        'Who read the question: the rules of this service, or, where they declined and the operator has set one up, a language model; it never writes an answer',
    }),
  })
  .meta({ id: 'AnswerHit' });
export type AnswerHit = z.infer<typeof AnswerHit>;

/** A profile is right, and may not be what was asked. */
const PROFILE_CONFIDENCE = 0.5;
/** The answer of a page that has just this question. */
const SAME_QUESTION = 0.97;
/** Less likely passages are only near the question. These, and prose for one that picks rows, get `MAX_NEAREST` at most. */
const MIN_PASSAGE = 0.55;
const MIN_GUESSED = 0.06;
const MIN_GUESSED_OF_FIGURES = 0.15;
const MAX_NEAREST = 0.45;
const MIN_GUESSED_OF_NEAREST = 0.03;
const MAX_FOREIGN = 0.5;
/** A question in other words is never as sure as the same question. */
const MAX_PASSAGE = 0.9;
/** The same for one that is unlikely to be meant, or that has words which the passage lacks. */
const MAX_UNSURE = 0.5;
/** The likelihood from which it is sure, if it has all telling words of the question. */
const MIN_SURE = 0.1;
/** One passage hardly answers two questions. */
const ASKS =
  /(?<=^|[,;?.:] *|\b(?:and|or) )(?:what|which|who|when|where|how|is|are|do|does|can|may) /gi;
/** It goes on from a question that is not here. */
const FOLLOW_UP = /^(?:and|then|what about|how about)\b/i;
const WORD = /\p{L}{2}/u;
/** Markup and commands are not questions to prose. */
const CODE = /[{}<>\\`|]|--|\d=\d|;(?!\s+\w)/;
/** Maximum number of sources and near questions. */
export const MAX_NEAR = 5;

/** Marks an answer that is computed for one question, and is on no page word for word. */
const COMPUTED = { source: 'agent-query', readBy: 'rules' } as const;

export function ofData(
  question: string,
  data: Computed & { confidence: number; about: string | undefined },
  corpus: AnswerCorpus,
): AnswerHit {
  const { text: answer, readAs, query, url, claims, confidence, about } = data;
  const related = entriesOf(about, corpus).slice(0, MAX_NEAR).map(linkTo);
  return {
    ...COMPUTED,
    kind: 'query',
    question,
    answer,
    url,
    readAs,
    query,
    related,
    confidence,
    facts: [...claims],
  };
}

/** The profile of what was named, where a word with it was not understood. */
export function ofProfile(
  { slug, name, text: answer, claims, url }: Profile,
  corpus: AnswerCorpus,
): AnswerHit {
  const own = entriesOf(slug, corpus);
  const entry = own.find(({ topic }) => topic === 'profile');
  return {
    ...COMPUTED,
    kind: 'page',
    answer,
    url,
    readAs: null,
    query: null,
    question: entry?.question ?? `What does ${name} do?`,
    facts: [...claims],
    related: own.slice(0, MAX_NEAR).map(linkTo),
    confidence: PROFILE_CONFIDENCE,
  };
}

const ofSource = { faq: 'faq', 'agent-query': 'page' } as const;

/** The hit for a question that a page has word for word. */
export function ofEntry(entry: AnswerEntry, corpus: AnswerCorpus): AnswerHit {
  return {
    ...hitOf(entry, corpus),
    kind: PASSAGE_KINDS.find((kind) => kind === entry.topic) ?? ofSource[entry.source],
    confidence: SAME_QUESTION,
  };
}

/** Prose never answers a question about a startup or a stranger, or one that data has answered. */
export function ofPassage(
  question: string,
  { entry, kind, ...match }: FoundPassage,
  corpus: AnswerCorpus,
  data: DataAnswer,
): AnswerHit {
  const { cues } = data;
  const isRead = data.kind === 'answered';
  const isOpen =
    (data.kind === 'unread' || mayBeProse(data)) &&
    cues.startups.length === 0 &&
    !(cues.namesStranger && match.foreign > 0) &&
    match.guessed >= MIN_GUESSED_OF_NEAREST &&
    match.foreign <= MAX_FOREIGN &&
    !lacksOneOfTwo(question, entry) &&
    !(cues.isOfOtherTime && isOfWeek(entry.slug)) &&
    isAskedInProse(question);
  const confidence = confidenceOf({ ...match, ...cues, isRead });
  const isMeant =
    confidence >= MIN_PASSAGE &&
    match.guessed >= (cues.asksFigures ? MIN_GUESSED_OF_FIGURES : MIN_GUESSED);
  // Prose that is only near a question about numbers or strangers does not answer it.
  const isOfData = cues.asksFigures || cues.isAboutData || cues.namesStranger;
  const isNear = (cues.asksProse || cues.unknown.length > 0) && !isOfData;
  const isSure =
    match.guessed >= MIN_SURE + (match.foreign + match.lacking) / 3 &&
    (question.match(ASKS)?.length ?? 0) < 2;
  const highest = isSure ? MAX_PASSAGE : MAX_UNSURE;
  const given = isOpen && (isMeant || isNear) ? confidence : 0;
  return {
    ...hitOf(entry, corpus),
    kind,
    confidence: Math.min(isMeant && !cues.selectsRows ? highest : MAX_NEAREST, given),
  };
}

function isAskedInProse(question: string): boolean {
  return WORD.test(question) && !CODE.test(question) && !FOLLOW_UP.test(question);
}

export function entriesOf(
  slug: string | undefined,
  { ofStartup }: AnswerCorpus,
): readonly AnswerEntry[] {
  return slug === undefined ? [] : (ofStartup.get(slug) ?? []);
}

/** An entry with links to its near questions. */
export function answerOf(
  { slug, topic, question, answer, url, source, facts, related }: AnswerEntry,
  { entries }: Pick<AnswerCorpus, 'entries'>,
): z.infer<typeof Answer> {
  const near = related.flatMap((other) => entries.get(other) ?? []);
  return { slug, topic, question, answer, url, source, facts, related: near.map(linkTo) };
}

function hitOf(entry: AnswerEntry, corpus: AnswerCorpus) {
  const { slug: _, topic: __, ...answer } = answerOf(entry, corpus);
  return { ...answer, readAs: null, query: null, readBy: 'rules' as const };
}

export function linkTo({ question, url }: AnswerEntry) {
  return { question, url };
}
