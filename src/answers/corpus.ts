/** Every question that has an answer of its own: the FAQ, and the agent queries of the edition. */
import type { Sector, Startup } from '../pipeline/edition/record.ts';
import { comparisonSlug } from '../lib/addresses.ts';
import type { Published } from '../published/published.ts';
import type { FaqEntry } from '../registry/faq.ts';
import type { AnswerEntry } from './entry.ts';
import {
  COMPARISON_TOPIC,
  compared,
  comparisonQuestion,
  neighbours,
} from '../features/answers/families/comparison.ts';
import { EDITION_FAMILIES } from '../features/answers/families/edition.ts';
import { SECTOR_FAMILIES } from '../features/answers/families/sector.ts';
import { STARTUP_FAMILIES } from '../features/answers/families/startup.ts';
import type { Filled } from './family.ts';
import { currentNumbers, type Numbers } from '../features/answers/numbers.ts';
import { SECTOR, STARTUP } from './words.ts';

export type AnswerCorpus = {
  /** By slug; the FAQ first. */
  entries: ReadonlyMap<string, AnswerEntry>;
  numbers: Numbers;
};

/** How many near questions an entry names. */
const RELATED = 4;

/** Made once a publication: `published.derived(answerCorpus)`. */
export async function answerCorpus(published: Published): Promise<AnswerCorpus> {
  const numbers = await currentNumbers(published);
  const queries = [
    ...numbers.startups.values().flatMap((startup) => ofStartup(startup, numbers)),
    ...numbers.sectors.flatMap((sector) => ofSector(sector, numbers)),
    ...ofEdition(numbers),
    ...neighbours(numbers).map(([one, other]) => ofPair(one, other, numbers)),
    ...notCovered(numbers),
  ];
  const faq = published.registry.faq.map((entry) => faqEntry(entry, published));
  const entries = new Map([...faq, ...queries].map((entry) => [entry.slug, entry]));
  const known = (slug: string) => entries.has(slug);
  return {
    entries: new Map(
      [...entries].map(([slug, entry]) => [
        slug,
        { ...entry, related: entry.related.filter(known) },
      ]),
    ),
    numbers,
  };
}

/** The slug of a family's entry: `team-growth-langfuse`. */
export function querySlug(topic: string, subject?: string): string {
  return subject === undefined ? `${topic}-this-week` : `${topic}-${subject}`;
}

/** How two startups compare, whether or not they are neighbours. */
export function ofPair(one: Startup, other: Startup, numbers: Numbers): AnswerEntry {
  const [first, second] = one.slug < other.slug ? [one, other] : [other, one];
  return entry(
    querySlug(COMPARISON_TOPIC, comparisonSlug(first.slug, second.slug)),
    comparisonQuestion(first, second),
    COMPARISON_TOPIC,
    compared(first, second, numbers),
    [querySlug('velocity', first.slug), querySlug('velocity', second.slug)],
  );
}

function ofStartup(startup: Startup, numbers: Numbers): AnswerEntry[] {
  const slugs = STARTUP_FAMILIES.map(({ topic }) => querySlug(topic, startup.slug));
  return STARTUP_FAMILIES.flatMap(({ topic, phrasings, fill }) => {
    const filled = fill(startup, numbers);
    const slug = querySlug(topic, startup.slug);
    const related = slugs.filter((other) => other !== slug).slice(0, RELATED);
    const question = phrasings[0].replace(STARTUP, startup.name);
    return filled ? [entry(slug, question, topic, filled, related)] : [];
  });
}

function ofSector(sector: Sector, numbers: Numbers): AnswerEntry[] {
  const slugs = SECTOR_FAMILIES.map(({ topic }) => querySlug(topic, sector.slug));
  return SECTOR_FAMILIES.flatMap(({ topic, phrasings, fill }) => {
    const filled = fill(sector, numbers);
    const slug = querySlug(topic, sector.slug);
    const related = slugs.filter((other) => other !== slug).slice(0, RELATED);
    const question = phrasings[0].replace(SECTOR, sector.name);
    return filled ? [entry(slug, question, topic, filled, related)] : [];
  });
}

function ofEdition(numbers: Numbers): AnswerEntry[] {
  const slugs = EDITION_FAMILIES.map(({ topic }) => querySlug(topic));
  return EDITION_FAMILIES.flatMap(({ topic, phrasings, fill }) => {
    const filled = fill(undefined, numbers);
    const slug = querySlug(topic);
    const related = slugs.filter((other) => other !== slug).slice(0, RELATED);
    return filled ? [entry(slug, phrasings[0], topic, filled, related)] : [];
  });
}

export const NOT_COVERED_TOPIC = 'not-covered';

/** Companies without a record in the period: why, whatever is asked of them. */
function notCovered({ meta, week, addresses, period }: Numbers): AnswerEntry[] {
  return meta.notCovered.map(({ name, slug, reason }) =>
    entry(
      querySlug(NOT_COVERED_TOPIC, slug),
      `Why is ${name} not covered?`,
      NOT_COVERED_TOPIC,
      {
        answer: `${name} is tracked but not covered in ${week}: ${reason}. Its numbers are therefore unknown for that week, which is not the same as zero.`,
        facts: [
          {
            claim: `${name}: ${reason}`,
            sourceUrl: addresses.at(`/api/signals.json?period=${period}`),
          },
        ],
      },
      ['why-is-a-startup-missing', 'which-period-is-current'],
    ),
  );
}

function entry(
  slug: string,
  question: string,
  topic: string,
  { answer, facts }: Filled,
  related: readonly string[],
): AnswerEntry {
  return { slug, question, answer, source: 'agent-query', facts, related, topic };
}

function faqEntry(
  { slug, question, answer, facts, related, topic }: FaqEntry,
  { addresses }: Published,
): AnswerEntry {
  return {
    slug,
    question,
    answer,
    source: 'faq',
    facts: facts.map(({ claim, source }) => ({
      claim,
      sourceUrl: source.startsWith('/') ? addresses.at(source) : source,
    })),
    related,
    topic,
  };
}
