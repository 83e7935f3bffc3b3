/**
 * The answers to a question, in the shape of the specification (section 2, AnswerHit): from data where
 * the question can be read as a query, else from a passage of prose, else none.
 */
import { z } from 'zod';
import type { Published } from '../../published/published.ts';
import { foldKey } from '../../registry/fold.ts';
import {
  type AnswerCorpus,
  type AnswerEntry,
  answerCorpus,
  NOT_COVERED_TOPIC,
  querySlug,
  Related,
} from './answer-corpus.ts';
import { computedIfAny } from './computed-answer.ts';
import { type DataAnswer, dataAnswer, mayBeProse } from './data-answers.ts';
import {
  AnswerHit,
  entriesOf,
  linkTo,
  MAX_NEAR,
  ofData,
  ofEntry,
  ofPassage,
  ofProfile,
} from './hits.ts';
import type { ModelReader } from './model-reader.ts';
import { proposalFor } from './proposals.ts';
import { type FoundPassage, prose } from './prose.ts';

/** The one best answer. */
export const FoundAnswer = AnswerHit.extend({ found: z.literal(true) }).meta({ id: 'FoundAnswer' });
type FoundAnswer = z.infer<typeof FoundAnswer>;

export const NoAnswer = z
  .object({
    found: z.literal(false),
    question: z.string().meta({ description: 'As it was asked' }),
    confidence: z.number().min(0).max(1),
    notUnderstood: z
      .array(z.string())
      .meta({ description: 'Words that no reading of the question accounts for' }),
    note: z
      .string()
      .nullable()
      .meta({ description: 'Why a question that was understood has no answer' }),
    related: Related.meta({ description: 'Near questions that have an answer' }),
  })
  .meta({ id: 'NoAnswer', description: 'No answer is sure enough to be given' });
type NoAnswer = z.infer<typeof NoAnswer>;

/** Below this confidence no answer is given. */
export const MIN_CONFIDENCE = 0.35;
/** A model's reading is checked for names and form only; nothing measures how often it is right. */
const MODEL_CONFIDENCE = 0.5;
const MAX_NAME_LENGTH = 80;
/** Likelihood from which a passage is near a question. */
const NEAR = 0.03;
type Candidates = {
  /** Surest first. */
  hits: AnswerHit[];
  notUnderstood: readonly string[];
  note: string | null;
  /** It was understood, and has no answer. */
  isRefused: boolean;
  near: readonly AnswerEntry[];
};

/** The best answer, or near questions if none is sure enough. */
export async function answerTo(
  question: string,
  published: Published,
  reader?: ModelReader,
): Promise<FoundAnswer | NoAnswer> {
  const found = await candidates(question, MAX_NEAR, published);
  const { notUnderstood, note, near } = found;
  const [best] = await withProposal(question, found, published, reader);
  if (best && best.confidence >= MIN_CONFIDENCE) return { found: true, ...best };
  return {
    found: false,
    question,
    confidence: best?.confidence ?? 0,
    notUnderstood: [...notUnderstood],
    note,
    related: near.slice(0, MAX_NEAR).map(linkTo),
  };
}

/** The likeliest answers, surest first, with those too unsure to be given as the one answer. */
export async function answersTo(
  question: string,
  limit: number,
  published: Published,
  reader?: ModelReader,
): Promise<AnswerHit[]> {
  const found = await candidates(question, limit, published);
  const hits = await withProposal(question, found, published, reader);
  return hits.slice(0, limit);
}

/** A model is asked where the rules have no answer that is sure enough, and did not refuse the question. */
async function withProposal(
  question: string,
  { hits, isRefused }: Candidates,
  published: Published,
  reader: ModelReader | undefined,
): Promise<AnswerHit[]> {
  const [best] = hits;
  if (!reader || isRefused || (best && best.confidence >= MIN_CONFIDENCE)) return hits;
  const proposal = await proposalFor(question, reader, published);
  if (!proposal) return hits;
  const corpus = await published.derived(answerCorpus);
  const read = { readBy: 'model' as const, confidence: MODEL_CONFIDENCE };
  if ('entry' in proposal) return [{ ...ofEntry(proposal.entry, corpus), ...read }, ...hits];
  const computed = await computedIfAny({ query: proposal.query }, published);
  if (!computed) return hits;
  const data = { ...computed, confidence: MODEL_CONFIDENCE, about: undefined };
  return [{ ...ofData(question, data, corpus), ...read }, ...hits];
}

/** The likeliest answers, and the note for when none is sure enough. */
async function candidates(
  question: string,
  limit: number,
  published: Published,
): Promise<Candidates> {
  const corpus = await published.derived(answerCorpus);
  const data = await dataAnswer(question, published);
  const sure = sureHit(question, data, corpus);
  const isSettled = sure !== undefined && limit === 1 && !mayBeProse(data);
  const passages = isSettled ? [] : (await published.derived(prose)).find(question, limit);
  const ofProse = passages.map((one) => ofPassage(question, one, corpus, data));
  const profile = data.kind === 'unread' && data.profile ? [ofProfile(data.profile, corpus)] : [];
  const hits =
    sure?.kind === 'query' && ofProse.some((hit) => isMeant(hit, data))
      ? [...ofProse, { ...sure, confidence: Math.min(sure.confidence, MEANT) }]
      : [...(sure ? [sure] : []), ...ofProse, ...profile];
  return {
    hits: surestOfEach(hits),
    notUnderstood: data.kind === 'unread' ? data.unread : [],
    note:
      data.kind === 'refused' ? data.refused : data.kind === 'unread' ? (data.note ?? null) : null,
    isRefused: data.kind === 'refused',
    near: sure ? [] : nearQuestions(question, data, passages, published, corpus),
  };
}

/** From here on a passage is meant where a query could be read as well, which is then doubted. */
const MEANT = 0.5;

function isMeant({ confidence }: AnswerHit, data: DataAnswer): boolean {
  return mayBeProse(data) && confidence >= MEANT;
}

/** Surest first; of one passage that was found in two ways, the surer. */
function surestOfEach(hits: readonly AnswerHit[]): AnswerHit[] {
  const sorted = hits.toSorted((a, b) => b.confidence - a.confidence);
  return sorted.filter(
    ({ url }, index) => sorted.findIndex((other) => other.url === url) === index,
  );
}

/** The answer of the page that has just this question, in any of its phrasings, else one from data. */
function sureHit(question: string, data: DataAnswer, corpus: AnswerCorpus): AnswerHit | undefined {
  const entry = corpus.byQuestion.get(foldKey(question)) ?? notCovered(data, corpus);
  if (entry) return ofEntry(entry, corpus);
  return data.kind === 'answered' ? ofData(question, data, corpus) : undefined;
}

/** Why one startup that is named has no numbers: asked by "why", of one that is not covered. */
function notCovered(data: DataAnswer, { entries }: AnswerCorpus): AnswerEntry | undefined {
  if (!data.cues.asksWhy) return undefined;
  const [startup, ...others] = data.cues.startups;
  if (startup === undefined || others.length > 0) return undefined;
  return entries.get(querySlug(NOT_COVERED_TOPIC, startup));
}

/** Questions with an answer: about the startup named, from similar prose, about similar names. */
function nearQuestions(
  question: string,
  data: DataAnswer,
  passages: readonly FoundPassage[],
  { companies }: Published,
  corpus: AnswerCorpus,
): AnswerEntry[] {
  const [named] = data.kind === 'answered' ? [] : data.cues.startups;
  const words = question.replace(/[?!.\s]+$/, '').split(/\s+/);
  // The last word is where an unknown name most often is.
  const lookup = companies.find((words.at(-1) ?? '').slice(0, MAX_NAME_LENGTH));
  const near = lookup.found ? [] : lookup.nearMisses;
  return [
    ...entriesOf(named, corpus),
    ...passages
      .filter(({ kind, guessed }) => kind === 'faq' && guessed >= NEAR)
      .map(({ entry }) => entry),
    ...near.flatMap(({ slug }) => corpus.entries.get(querySlug('profile', slug)) ?? []),
  ];
}
