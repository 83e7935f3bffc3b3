/**
 * The answers to a question, in the shape of the specification (section 2, AnswerHit): from data where
 * the question can be read as a query, else from a passage of prose, else none.
 */
import { z } from 'zod';
import type { Published } from '../../published/published.ts';
import { foldKey } from '../../registry/fold.ts';
import { confidenceOf, type Evidence, NO_EVIDENCE } from './confidence.ts';
import {
  Answer,
  type AnswerCorpus,
  type AnswerEntry,
  answerCorpus,
  NOT_COVERED_TOPIC,
  querySlug,
  Related,
} from './corpus.ts';
import { answeredProposal, type DataAnswer, dataAnswer } from './data-answers.ts';
import type { ModelReader } from './model-reader.ts';
import { PASSAGE_KINDS } from './passages.ts';
import { proposalFor } from './proposals.ts';
import { type FoundPassage, prose } from './prose.ts';

const KINDS = ['query', 'page', ...PASSAGE_KINDS] as const;

export const AnswerHit = Answer.omit({ slug: true, topic: true })
  .extend({
    confidence: z.number().min(0).max(1).meta({
      description: 'Answers given with confidence c are right about that often',
    }),
    kind: z.enum(KINDS).meta({
      description:
        'What it was taken from: `query` was computed for this question (docs/queries.md), `page` stands on a page under `/answers`, the others are passages',
    }),
    readAs: z.string().nullable().meta({
      description: 'The question as it was read, where a query answers it',
    }),
    query: z.record(z.string(), z.unknown()).nullable().meta({
      description: 'That query, as POST /api/query takes it',
    }),
    readBy: z.enum(['rules', 'model']).meta({
      description:
        'Who read the question: the rules of this service, or, where they declined and the operator has set one up, a language model; it never writes an answer',
    }),
  })
  .meta({ id: 'AnswerHit' });
export type AnswerHit = z.infer<typeof AnswerHit>;

/** The one best answer. */
export const FoundAnswer = AnswerHit.extend({ found: z.literal(true) }).meta({ id: 'FoundAnswer' });
type FoundAnswer = z.infer<typeof FoundAnswer>;

export const NoAnswer = z
  .object({
    found: z.literal(false),
    question: z.string().meta({ description: 'As it was asked' }),
    confidence: z.number().min(0).max(1),
    notUnderstood: z.array(z.string()).meta({
      description: 'Words that no reading of the question accounts for',
    }),
    note: z.string().nullable().meta({
      description: 'Why a question that was understood has no answer',
    }),
    related: Related.meta({ description: 'Near questions that have an answer' }),
  })
  .meta({ id: 'NoAnswer', description: 'No answer is sure enough to be given' });
type NoAnswer = z.infer<typeof NoAnswer>;

/** Below this confidence no answer is given. */
export const MIN_CONFIDENCE = 0.35;
/** Of what a model read: it is checked for names and form, and no questions measure it. */
const MODEL_CONFIDENCE = 0.5;
/** Of the weight of a question's telling words, so much must be in the passage or its phrasings. */
const MIN_COVERED = 0.34;
const MIN_SIMILARITY = 0.36;
/** Of a passage in other words: how much it must have, how far the next one lies, what may be foreign. */
const MIN_COVERING = 0.45;
const MIN_MARGIN = 0.1;
const MAX_FOREIGN = 0.4;
const MAX_STRANGE = 0.3;
const MIN_COVERING_STRANGE = 0.5;
/** Behind a passage that is so much nearer, another one is not given. */
const MAX_BEHIND = 0.05;
const MAX_NEAR = 5;
const DEFINITION =
  /\b(?:what|what's|whats|defined?|definition|mean|means|meaning|explain|how(?! (?:do|can|could|should|would|to)\b))\b/i;
/** It goes on from a question that is not here. */
const FOLLOW_UP = /^(?:and|then|what about|how about)\b/i;
/** Markup and commands are no questions to prose. */
const CODE = /[{}<>\\`|]|--|;(?!\s+\w)/;
const MAX_NAME_LENGTH = 80;
type Hit = AnswerHit & { evidence: Evidence };
type Candidates = {
  /** Surest first. */
  hits: Hit[];
  notUnderstood: readonly string[];
  note: string | null;
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
  if (best && best.confidence >= MIN_CONFIDENCE) return { found: true, ...shown(best) };
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
  return hits.slice(0, limit).map(shown);
}

/** A model is asked where the rules have no answer that is sure enough, and did not refuse the question. */
async function withProposal(
  question: string,
  { hits, note }: Candidates,
  published: Published,
  reader: ModelReader | undefined,
): Promise<Hit[]> {
  const [best] = hits;
  if (!reader || note !== null || (best && best.confidence >= MIN_CONFIDENCE)) return hits;
  const proposal = await proposalFor(question, reader, published);
  if (!proposal) return hits;
  const corpus = await published.derived(answerCorpus);
  const read = { readBy: 'model' as const, confidence: MODEL_CONFIDENCE };
  if ('entry' in proposal) return [{ ...ofEntry(proposal.entry, corpus), ...read }, ...hits];
  const data = await answeredProposal(proposal.query, published);
  return data ? [{ ...ofData(question, data, corpus), ...read }, ...hits] : hits;
}

/** The likeliest answers with what their confidence is computed from. */
export async function candidates(
  question: string,
  limit: number,
  published: Published,
): Promise<Candidates> {
  const corpus = await published.derived(answerCorpus);
  const data = await dataAnswer(question, published);
  const sure = sureHit(question, data, corpus);
  const isEnough = sure !== undefined && limit === 1;
  const passages = isEnough ? [] : (await published.derived(prose)).find(question, limit);
  const covering = isEnough ? undefined : (await published.derived(prose)).covering(question);
  const ofProse = [
    ...passages.map((one) => ofPassage(question, one, covering, corpus, data)),
    ...(covering ? [ofCovering(question, covering, passages, corpus, data)] : []),
  ];
  const others = ofProse.filter(({ url }) => url !== sure?.url);
  const asked = sure ? [sure, ...others] : others;
  const isOpen =
    data.kind === 'unread' && asked.every(({ confidence }) => confidence < MIN_CONFIDENCE);
  const again = isOpen ? await dataAnswer(question, published, true) : undefined;
  const hits =
    again?.kind === 'answered' ? [ofData(question, again, corpus, true), ...asked] : asked;
  return {
    hits: surestOfEach(hits),
    notUnderstood: data.kind === 'unread' ? data.unread : [],
    note: data.kind === 'refused' ? data.refused : null,
    near: sure ? [] : nearQuestions(question, data, passages, published, corpus),
  };
}

/** Surest first; of one passage that was found in two ways, the surer. */
function surestOfEach(hits: readonly Hit[]): Hit[] {
  const sorted = hits.toSorted((a, b) => b.confidence - a.confidence);
  return sorted.filter(
    ({ url }, index) => sorted.findIndex((other) => other.url === url) === index,
  );
}

/** Of the page that has just this question, else from data, else of the FAQ in the same words. */
function sureHit(question: string, data: DataAnswer, corpus: AnswerCorpus): Hit | undefined {
  const entry = corpus.byQuestion.get(foldKey(question)) ?? notCovered(data, corpus);
  if (entry?.source === 'agent-query') return ofEntry(entry, corpus);
  if (data.kind === 'answered') return ofData(question, data, corpus);
  return entry && ofEntry(entry, corpus);
}

function shown({ evidence: _, ...hit }: Hit): AnswerHit {
  return hit;
}

function ofData(
  question: string,
  { text, readAs, query, url, sources, reading }: Extract<DataAnswer, { kind: 'answered' }>,
  corpus: AnswerCorpus,
  isReworded = false,
): Hit {
  const { names = [] } = reading.query;
  const [subject] = Array.isArray(names) ? names : [];
  const evidence = {
    ...NO_EVIDENCE,
    isRead: 1,
    assumed: reading.assumed.length,
    corrections: reading.corrections,
    reworded: Number(isReworded),
  };
  const shownBy = sources.length === 0 ? [url] : sources.slice(0, MAX_NEAR);
  const claim = readAs.replace(/^Read as: /, '');
  return {
    question,
    answer: text,
    url,
    source: 'agent-query',
    kind: 'query',
    readAs,
    query,
    readBy: 'rules',
    facts: shownBy.map((sourceUrl) => ({ claim, sourceUrl })),
    related: entriesOf(subject, corpus).slice(0, MAX_NEAR).map(linkTo),
    evidence,
    confidence: confidenceOf(evidence),
  };
}

/** Of a question that a page has word for word. */
function ofEntry(entry: AnswerEntry, corpus: AnswerCorpus): Hit {
  const evidence = { ...NO_EVIDENCE, isRead: 1 };
  return {
    ...hitOf(entry, corpus),
    kind: entry.source === 'faq' ? 'faq' : 'page',
    evidence,
    confidence: confidenceOf(evidence),
  };
}

/** Prose never answers a question about somebody, about a time, or one that data has answered. */
function ofPassage(
  question: string,
  passage: FoundPassage,
  covering: FoundPassage | undefined,
  corpus: AnswerCorpus,
  data: DataAnswer,
): Hit {
  const { entry, kind, similarity, covered, foreign, margin } = passage;
  const cues = data.kind === 'answered' ? undefined : data.cues;
  // A definition answers what a word means, and nothing else.
  const isMisplaced = isDefinition(kind) && !DEFINITION.test(question) && covered < 1;
  // Of what is asked, too much is in no passage, and too little in this one.
  const isThin =
    kind === 'faq' && foreign > MAX_STRANGE && (covering?.covered ?? 0) < MIN_COVERING_STRANGE;
  const isAboutStranger = (cues?.namesStranger ?? false) && foreign > 0;
  const isOpen =
    covered >= MIN_COVERED &&
    similarity >= MIN_SIMILARITY &&
    margin >= -MAX_BEHIND &&
    !isMisplaced &&
    data.kind === 'unread' &&
    !data.cues.isAboutData &&
    !isAboutStranger &&
    !isThin &&
    isAskedInProse(question);
  const agrees = isDefinition(kind) ? 0.5 : Number(covering?.entry === entry);
  return hitOfPassage(passage, corpus, { ...evidenceOf(passage, data), agrees }, isOpen);
}

/** The passage that has most of what the question tells, where no phrasing of one is near. */
function ofCovering(
  question: string,
  passage: FoundPassage,
  near: readonly FoundPassage[],
  corpus: AnswerCorpus,
  data: DataAnswer,
): Hit {
  const { entry, covered, foreign, margin } = passage;
  const isOpen =
    covered >= MIN_COVERING &&
    margin >= MIN_MARGIN &&
    foreign <= MAX_FOREIGN &&
    data.kind === 'unread' &&
    !data.cues.isSurelyData &&
    !data.cues.namesStranger &&
    isAskedInProse(question);
  const agrees = Number(near[0]?.entry === entry);
  return hitOfPassage(passage, corpus, { ...evidenceOf(passage, data), agrees }, isOpen);
}

/** What speaks for a passage, beside the other ways to find one. */
function evidenceOf(
  { similarity, covered, unknown, foreign, margin }: FoundPassage,
  data: DataAnswer,
): Evidence {
  const cues = data.kind === 'answered' ? undefined : data.cues;
  return {
    ...NO_EVIDENCE,
    asksFigures: Number(cues?.asksFigures ?? false),
    asksProse: Number(cues?.asksProse ?? false),
    similarity,
    covered,
    unknown,
    foreign,
    margin,
  };
}

/** @param isOpen whether the passage may answer; it is named near the question all the same */
function hitOfPassage(
  { entry, kind }: FoundPassage,
  corpus: AnswerCorpus,
  evidence: Evidence,
  isOpen: boolean,
): Hit {
  return {
    ...hitOf(entry, corpus),
    kind,
    evidence,
    confidence: isOpen ? confidenceOf(evidence) : 0,
  };
}

function isAskedInProse(question: string): boolean {
  return !CODE.test(question) && !FOLLOW_UP.test(question);
}

function isDefinition(kind: FoundPassage['kind']): boolean {
  return kind === 'glossary' || kind === 'methodology';
}

/** Why one startup that is named has no numbers: asked by "why", of one that is not covered. */
function notCovered(data: DataAnswer, { entries }: AnswerCorpus): AnswerEntry | undefined {
  if (data.kind !== 'unread' || !data.cues.asksWhy) return undefined;
  const [startup, ...others] = data.cues.startups;
  if (startup === undefined || others.length > 0) return undefined;
  return data.unread.length === 0 ? entries.get(querySlug(NOT_COVERED_TOPIC, startup)) : undefined;
}

/** Questions that have an answer: about whom it names, of near prose, of startups with near names. */
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
    ...passages.filter(({ kind }) => kind === 'faq').map(({ entry }) => entry),
    ...near.flatMap(({ slug }) => corpus.entries.get(querySlug('profile', slug)) ?? []),
  ];
}

function entriesOf(slug: string | undefined, { ofStartup }: AnswerCorpus): readonly AnswerEntry[] {
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

function linkTo({ question, url }: AnswerEntry) {
  return { question, url };
}
