/** Answers in the shape in which they are given, each with what its confidence is computed from. */
import { z } from 'zod';
import type { Cues } from '../reader/cues.ts';
import { Answer, type AnswerCorpus, type AnswerEntry } from './answer-corpus.ts';
import type { Computed } from './computed-answer.ts';
import { confidenceOf, type Evidence, NO_EVIDENCE } from './confidence.ts';
import type { DataAnswer, Profile } from './data-answers.ts';
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

/** A profile is right, and may not be what was asked. */
const PROFILE_CONFIDENCE = 0.5;
/** Share of the question's telling words, by weight, that a passage or its phrasings must have. */
const MIN_COVERED = 0.2;
const MIN_SIMILARITY = 0.36;
/** Similarity from which the question is the phrasing, apart from endings and synonyms. */
const SAME = 0.97;
/** Share of the telling words that a passage must have if it is not likely otherwise. */
const MIN_COVERED_UNLIKELY = 0.5;
/** Likelihood from which a passage counts as meant, in any words. */
const LIKELY = 0.05;
/** Minimum likelihood of a passage that is worded differently from the question. */
const MIN_GUESSED = 0.12;
/** The same for a question that asks for figures. */
const LIKELY_ABOUT_FIGURES = 0.3;
/** The same for one that is about data by all its words. */
const LIKELY_ABOVE_ALL = 0.9;
/** As good as certain: the rest of the probability depends on the number of passages. */
const CERTAIN = 0.4;
/** Share of the question that may be in no passage, unless this passage is likely meant. */
const MAX_STRANGE = 0.3;
/** A passage that is this much less similar than the best one is not given. */
const MAX_BEHIND = 0.05;
const DEFINITION =
  /\b(?:what|what's|whats|defined?|definition|mean|means|meaning|explain|how(?! (?:do|can|could|should|would|to)\b))\b/i;
/** It goes on from a question that is not here. */
const FOLLOW_UP = /^(?:and|then|what about|how about)\b/i;
/** Markup and commands are not questions to prose. */
const CODE = /[{}<>\\`|]|--|;(?!\s+\w)/;
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
    ...{ ...COMPUTED, kind: 'query', question, answer, url, readAs, query, related, confidence },
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
    ...{ ...COMPUTED, kind: 'page', answer, url, readAs: null, query: null },
    question: entry?.question ?? `What does ${name} do?`,
    facts: [...claims],
    related: own.slice(0, MAX_NEAR).map(linkTo),
    confidence: PROFILE_CONFIDENCE,
  };
}

const ofSource = { faq: 'faq', 'agent-query': 'page' } as const;

/** The hit for a question that a page has word for word. */
export function ofEntry(entry: AnswerEntry, corpus: AnswerCorpus): AnswerHit {
  const evidence = { ...NO_EVIDENCE, isRead: 1 };
  return {
    ...hitOf(entry, corpus),
    kind: PASSAGE_KINDS.find((kind) => kind === entry.topic) ?? ofSource[entry.source],
    confidence: confidenceOf(evidence),
  };
}

/** Prose never answers a question about a company or a time, or one that data has answered. */
export function ofPassage(
  question: string,
  passage: FoundPassage,
  corpus: AnswerCorpus,
  data: DataAnswer,
): AnswerHit {
  const isOpen =
    (data.kind === 'unread' ||
      (data.kind === 'answered' && !data.isNamed && data.cues.asksProse)) &&
    !lacksOneOfTwo(question, passage.entry) &&
    isAskedInProse(question) &&
    (isNear(question, passage, data.cues) || isLikely(passage, data.cues));
  const evidence = evidenceOf(passage, data);
  return {
    ...hitOf(passage.entry, corpus),
    kind: passage.kind,
    confidence: isOpen ? confidenceOf(evidence) : 0,
  };
}

/** Whether a passage has a phrasing that is near the question. */
function isNear(question: string, passage: FoundPassage, cues: Cues): boolean {
  const { kind, similarity, covered, foreign, margin, guessed = MIN_GUESSED } = passage;
  // A definition answers what a word means, and nothing else.
  const isMisplaced =
    isDefinition(kind) &&
    (covered < (DEFINITION.test(question) ? MIN_COVERED_UNLIKELY : 1) || cues.selectsStartups);
  // Too much of the question is in no passage, and this one is not likely either.
  const isStrange = kind === 'faq' && foreign > MAX_STRANGE && guessed < MIN_GUESSED;
  return (
    covered >= MIN_COVERED &&
    similarity >= MIN_SIMILARITY &&
    margin >= -MAX_BEHIND &&
    !isMisplaced &&
    (!cues.isAboutData || isSame(passage)) &&
    !isAboutStranger(cues, foreign) &&
    !isStrange &&
    (guessed >= LIKELY || covered >= MIN_COVERED_UNLIKELY || similarity >= MIN_COVERED_UNLIKELY)
  );
}

/** Whether a question that names no company means this passage in other words. */
function isLikely({ guessed = 0, foreign }: FoundPassage, cues: Cues): boolean {
  const needed = cues.asksFigures ? LIKELY_ABOUT_FIGURES : MIN_GUESSED;
  return (
    guessed >= (cues.isSurelyData ? LIKELY_ABOVE_ALL : needed) &&
    cues.startups.length === 0 &&
    !isAboutStranger(cues, foreign)
  );
}

/** A name that the passages mention is not a stranger's. */
function isAboutStranger(cues: Cues, foreign: number): boolean {
  return cues.namesStranger && foreign > 0;
}

/** `how many years of history do you keep`: what sounds like data is asked in the passage's own words. */
function isSame({ similarity, covered, foreign }: FoundPassage): boolean {
  return similarity >= SAME && covered >= SAME && foreign === 0;
}

/** The evidence for a passage. */
function evidenceOf(
  { similarity, covered, unknown, foreign, margin, guessed = CERTAIN / 2 }: FoundPassage,
  data: DataAnswer,
): Evidence {
  const { cues } = data;
  return {
    ...NO_EVIDENCE,
    asksFigures: Number(cues.asksFigures),
    asksProse: Number(cues.asksProse),
    similarity,
    covered,
    unknown,
    foreign,
    margin,
    guessed: Math.min(1, guessed / CERTAIN),
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
