/** Answers questions from the corpus, and says how sure it is of each answer. */
import type { Published } from '../../published/published.ts';
import type { Company } from '../../registry/schema.ts';
import calibration from './calibration.json' with { type: 'json' };
import {
  type AnswerCorpus,
  type AnswerEntry,
  answerCorpus,
  comparisonEntry,
  NOT_COVERED_TOPIC,
  querySlug,
} from './corpus.ts';
import { COMPARISON_PHRASINGS, COMPARISON_TOPIC } from './families/comparison.ts';
import { EDITION_FAMILIES } from './families/edition.ts';
import { SECTOR_FAMILIES } from './families/sector.ts';
import { STARTUP_FAMILIES } from './families/startup.ts';
import { namesOf, type Reading, readings } from './names.ts';
import { type Match, type Phrasing, Phrasings } from './phrasings.ts';
import { STARTUP } from './words.ts';

/** What is known of a match between a question and a phrasing. */
export type Evidence = {
  similarity: number;
  /** How much of the question's weight the phrasing has, 0 to 1. */
  covered: number;
  /** Share of the question's telling words that no phrasing has. */
  unknown: number;
  /** Similarity above that of the best match with another answer. */
  margin: number;
};

export type Candidate = { entry: AnswerEntry; confidence: number; evidence: Evidence };

/** What a phrasing leads to: an entry of the FAQ, or a family, for the subject that the question names. */
type Target = { kind: 'faq' | 'edition' | 'startup' | 'sector' | 'pair'; key: string };

/** Matches beyond these have nothing to do with the question. */
const MAX_MATCHES = 40;

/** Factor for a reading that ignores a name, unless the name is an ordinary word as well. */
const IGNORED_NAME_FACTOR = 0.6;

/** How much better the fit must be for unknown words to count as a name. */
const MIN_STRANGER_GAIN = 0.1;

/** Below this confidence no answer is given. */
export const MIN_CONFIDENCE = 0.2;

export class AnswerEngine {
  readonly corpus: AnswerCorpus;
  readonly #names: ReturnType<typeof namesOf>;
  readonly #phrasings: Phrasings<Target>;

  constructor(published: Published, corpus: AnswerCorpus) {
    this.corpus = corpus;
    this.#names = namesOf(published);
    this.#phrasings = new Phrasings(allPhrasings(published), published.registry.glossary);
  }

  /**
   * The entries that may answer, surest first, each once.
   *
   * @param question 1 to 280 characters
   */
  candidates(question: string, limit: number): Candidate[] {
    const best = new Map<string, { entry: AnswerEntry; match: Match<Target> }>();
    for (const reading of readings(question, this.#names)) {
      const factor = reading.unread.every((word) => this.#phrasings.knows(word))
        ? 1
        : IGNORED_NAME_FACTOR;
      for (const found of this.#phrasings.matches(reading.text).slice(0, MAX_MATCHES)) {
        const entry = this.#entry(found.target, reading);
        if (!entry) continue;
        const match = { ...found, similarity: found.similarity * factor };
        const known = best.get(entry.slug);
        if (!known || known.match.similarity < match.similarity)
          best.set(entry.slug, { entry, match });
      }
    }
    const ranked = [...best.values()].sort((a, b) => b.match.similarity - a.match.similarity);
    const top = ranked[0]?.match.similarity ?? 0;
    const second = ranked[1]?.match.similarity ?? 0;
    const cap = this.#isAboutStranger(question, top) ? MIN_CONFIDENCE / 4 : 1;
    return ranked.slice(0, limit).map(({ entry, match: { similarity, covered, unknown } }) => {
      const margin = similarity - (similarity === top ? second : top);
      const evidence = { similarity, covered, unknown, margin };
      return { entry, confidence: Math.min(cap, confidenceOf(evidence)), evidence };
    });
  }

  /**
   * Whether the question would fit a startup's family much better if its unknown words were a name:
   * then it asks about a startup that is not tracked.
   */
  #isAboutStranger(question: string, top: number): boolean {
    const [reading] = readings(question, this.#names);
    const text = this.#phrasings.withStranger(reading?.text ?? question);
    if (text === reading?.text || !text.includes(STARTUP)) return false;
    return this.#phrasings
      .matches(text)
      .some(
        ({ target, similarity }) =>
          (target.kind === 'startup' || target.kind === 'pair') &&
          similarity > top + MIN_STRANGER_GAIN,
      );
  }

  /** The entry that a phrasing leads to, if the question names the subjects that it needs. */
  #entry({ kind, key }: Target, { companies, sectors }: Reading): AnswerEntry | undefined {
    const { entries } = this.corpus;
    const [company, other, ...more] = companies;
    const [sector, ...otherSectors] = sectors;
    const nobody = company === undefined;
    if (kind === 'faq' || kind === 'edition')
      return nobody && sector === undefined ? entries.get(key) : undefined;
    if (kind === 'sector')
      return nobody && sector !== undefined && otherSectors.length === 0
        ? entries.get(querySlug(key, sector))
        : undefined;
    if (nobody) return undefined;
    if (kind === 'startup') return other ? undefined : this.#ofStartup(key, company);
    return other && more.length === 0 && other !== company ? this.#pair(company, other) : undefined;
  }

  /** Whatever is asked about a startup that is not covered, the answer is why it is not. */
  #ofStartup(topic: string, { slug }: Company): AnswerEntry | undefined {
    const { entries } = this.corpus;
    return entries.get(querySlug(topic, slug)) ?? entries.get(querySlug(NOT_COVERED_TOPIC, slug));
  }

  #pair(one: Company, other: Company): AnswerEntry | undefined {
    const { numbers, entries } = this.corpus;
    const [first, second] = [one, other].map(({ slug }) => numbers.startups.get(slug));
    if (first && second) return comparisonEntry(first, second, numbers);
    const missing = first ? other : one;
    return entries.get(querySlug(NOT_COVERED_TOPIC, missing.slug));
  }
}

/** Logistic regression, fitted to the kept questions by `npm run calibrate`. */
export function confidenceOf({ similarity, covered, unknown, margin }: Evidence): number {
  const { intercept, weights } = calibration;
  const score =
    intercept +
    weights.similarity * similarity +
    weights.covered * covered +
    weights.unknown * unknown +
    weights.margin * margin;
  return Math.round(1000 / (1 + Math.exp(-score))) / 1000;
}

/** Derived once per publication: `published.derived(answerEngine)`. */
export async function answerEngine(published: Published): Promise<AnswerEngine> {
  return new AnswerEngine(published, await published.derived(answerCorpus));
}

function allPhrasings({ registry }: Published): Phrasing<Target>[] {
  const of = (kind: Target['kind'], key: string, texts: readonly string[]) =>
    texts.map((text) => ({ text, target: { kind, key } }));
  return [
    ...registry.faq.flatMap(({ slug, question, also, answer }) =>
      of('faq', slug, [question, ...also]).map((phrasing) => ({ ...phrasing, context: answer })),
    ),
    ...STARTUP_FAMILIES.flatMap(({ topic, phrasings }) => of('startup', topic, phrasings)),
    ...SECTOR_FAMILIES.flatMap(({ topic, phrasings }) => of('sector', topic, phrasings)),
    ...EDITION_FAMILIES.flatMap(({ topic, phrasings }) =>
      of('edition', querySlug(topic), phrasings),
    ),
    ...of('pair', COMPARISON_TOPIC, COMPARISON_PHRASINGS),
    ...of('startup', NOT_COVERED_TOPIC, [
      `Why is ${STARTUP} not covered?`,
      `Why is ${STARTUP} missing?`,
      `Why is there no data on ${STARTUP}?`,
    ]),
  ];
}
