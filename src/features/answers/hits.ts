/** Answers in the shape in which they are given, each with what its confidence is computed from. */
import { z } from 'zod';
import { Answer, type AnswerCorpus, type AnswerEntry } from './answer-corpus.ts';
import { confidenceOf, type Evidence, NO_EVIDENCE } from './confidence.ts';
import type { DataAnswer } from './data-answers.ts';
import { lacksOneOfTwo } from './difference.ts';
import { PASSAGE_KINDS } from './passages.ts';
import type { FoundPassage } from './prose.ts';

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

export type Hit = AnswerHit & { evidence: Evidence };
/** Of the weight of a question's telling words, so much must be in the passage or its phrasings. */
const MIN_COVERED = 0.34;
const MIN_SIMILARITY = 0.36;
/** From here on the question is the phrasing, but for endings and synonyms. */
const SAME = 0.97;
/** Of a passage in other words: how much it must have, how far the next one lies, what may be foreign. */
const MIN_COVERING = 0.45;
const MIN_MARGIN = 0.1;
const MAX_FOREIGN = 0.4;
const MAX_STRANGE = 0.3;
const MIN_COVERING_STRANGE = 0.5;
/** A passage without the word that tells most must have so much of the others. */
const MIN_COVERED_WITHOUT_KEY = 0.5;
/** Of a passage that is found by its topic: set by hand, below that of one in the question's own words. */
const TOPIC_CONFIDENCE = 0.88;
/** Behind a passage that is so much nearer, another one is not given. */
const MAX_BEHIND = 0.05;
const DEFINITION =
  /\b(?:what|what's|whats|defined?|definition|mean|means|meaning|explain|how(?! (?:do|can|could|should|would|to)\b))\b/i;
/** It goes on from a question that is not here. */
const FOLLOW_UP = /^(?:and|then|what about|how about)\b/i;
/** Markup and commands are no questions to prose. */
const CODE = /[{}<>\\`|]|--|;(?!\s+\w)/;
/** At most so many sources and near questions. */
export const MAX_NEAR = 5;

export function ofData(
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
export function ofEntry(entry: AnswerEntry, corpus: AnswerCorpus): Hit {
  const evidence = { ...NO_EVIDENCE, isRead: 1 };
  return {
    ...hitOf(entry, corpus),
    kind: entry.source === 'faq' ? 'faq' : 'page',
    evidence,
    confidence: confidenceOf(evidence),
  };
}

/** Prose never answers a question about somebody, about a time, or one that data has answered. */
export function ofPassage(
  question: string,
  passage: FoundPassage,
  covering: FoundPassage | undefined,
  corpus: AnswerCorpus,
  data: DataAnswer,
): Hit {
  const { entry, kind, similarity, covered, foreign, margin } = passage;
  const cues = data.kind === 'answered' ? undefined : data.cues;
  // A definition answers what a word means, and nothing else.
  const isMisplaced =
    isDefinition(kind) &&
    ((!DEFINITION.test(question) && covered < 1) || cues?.selectsStartups === true);
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
    (!data.cues.isAboutData || isSame(passage)) &&
    !isAboutStranger &&
    !isThin &&
    (passage.hasKeyWord || covered >= MIN_COVERED_WITHOUT_KEY) &&
    !lacksOneOfTwo(question, entry) &&
    isAskedInProse(question);
  const agrees = isDefinition(kind) ? 0.5 : Number(covering?.entry === entry);
  return hitOfPassage(passage, corpus, { ...evidenceOf(passage, data), agrees }, isOpen);
}

/** `how many years of history do you keep`: what sounds like data is asked in the passage's own words. */
function isSame({ similarity, covered, foreign }: FoundPassage): boolean {
  return similarity >= SAME && covered >= SAME && foreign === 0;
}

/** The passage that has most of what the question tells, where no phrasing of one is near. */
export function ofCovering(
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
    (passage.hasKeyWord || covered >= MIN_COVERED_WITHOUT_KEY) &&
    !lacksOneOfTwo(question, entry) &&
    data.kind === 'unread' &&
    !data.cues.isSurelyData &&
    !data.cues.namesStranger &&
    isAskedInProse(question);
  const agrees = Number(near[0]?.entry === entry);
  return hitOfPassage(passage, corpus, { ...evidenceOf(passage, data), agrees }, isOpen);
}

/**
 * The passage on the things that a question speaks of together, unless it is about somebody, or asks for
 * figures or startups.
 */
export function ofTopic(
  question: string,
  entry: AnswerEntry,
  corpus: AnswerCorpus,
  data: DataAnswer,
): Hit {
  const isOpen =
    data.kind === 'unread' &&
    data.cues.startups.length === 0 &&
    !data.cues.namesStranger &&
    !(data.cues.isSurelyData && data.cues.selectsStartups) &&
    isAskedInProse(question);
  return {
    ...hitOf(entry, corpus),
    kind: 'faq',
    evidence: NO_EVIDENCE,
    confidence: isOpen ? TOPIC_CONFIDENCE : 0,
  };
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
