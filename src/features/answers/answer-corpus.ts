/** Every question that has an answer of its own: the FAQ, and the agent queries of the edition. */
import { z } from 'zod';
import { Slices } from '../../lib/slices.ts';
import type { Sector, Startup } from '../../pipeline/edition/record.ts';
import type { Published } from '../../published/published.ts';
import type { FaqEntry } from '../../registry/faq.ts';
import { foldKey } from '../../registry/fold.ts';
import { computedIfAny } from './computed-answer.ts';
import { currentNumbers, type Numbers } from './current-numbers.ts';
import { editionFact } from './edition-facts.ts';
import {
  COMPARISON_TOPIC,
  comparisonOf,
  EDITION_FAMILIES,
  type Family,
  neighbours,
  SECTOR_FAMILIES,
  STARTUP_FAMILIES,
} from './families.ts';
import { passages } from './passages.ts';
import { PLACEHOLDER } from './question-words.ts';

export const Related = z.array(z.object({ question: z.string(), url: z.url() }));

/** Specification, section 2, AnswerHit; with the identity of the question. */
export const Answer = z.object({
  slug: z.string(),
  topic: z.string(),
  question: z.string(),
  answer: z.string(),
  url: z.url().meta({ description: 'Canonical address for verification' }),
  source: z.enum(['agent-query', 'faq']),
  facts: z.array(z.object({ claim: z.string(), sourceUrl: z.url() })),
  related: Related,
});

/** One question with its answer; near questions by their slugs. */
export type AnswerEntry = Omit<z.infer<typeof Answer>, 'related'> & { related: readonly string[] };

export type AnswerCorpus = {
  /** By slug; the FAQ first. */
  entries: ReadonlyMap<string, AnswerEntry>;
  /** By the folded question, and by the other phrasings of the FAQ. */
  byQuestion: ReadonlyMap<string, AnswerEntry>;
  /** About one startup, by its slug. */
  ofStartup: ReadonlyMap<string, readonly AnswerEntry[]>;
  numbers: Numbers;
};

/** Near questions that an entry names at most. */
const MAX_RELATED = 4;

/** Derived once per publication: `published.derived(answerCorpus)`. */
export async function answerCorpus(published: Published): Promise<AnswerCorpus> {
  const numbers = await published.derived(currentNumbers);
  const { startups, sectors } = numbers;
  const slices = new Slices();
  const ready: AnswerEntry[] = [];
  for (const startup of startups.values())
    ready.push(...(await familyEntries(STARTUP_FAMILIES, startup, published, slices)));
  for (const sector of sectors)
    ready.push(...(await familyEntries(SECTOR_FAMILIES, sector, published, slices)));
  ready.push(...(await familyEntries(EDITION_FAMILIES, undefined, published, slices)));
  const comparisons = await slices.map(neighbours(numbers), ([one, other]) =>
    comparisonEntry(one, other, numbers),
  );
  const faq: AnswerEntry[] = [];
  for (const entry of published.registry.faq)
    faq.push(faqEntry(entry, published, await editionFact(entry.slug, published, numbers)));
  await slices.pause();
  const all = [...faq, ...ready, ...comparisons, ...notCovered(numbers)];
  const slugs = new Set(all.map(({ slug }) => slug));
  const entries = new Map<string, AnswerEntry>();
  const byQuestion = new Map<string, AnswerEntry>();
  await slices.each(all, (entry) => {
    const related = entry.related.filter((slug) => slugs.has(slug));
    const linked = { ...entry, related };
    entries.set(entry.slug, linked);
    byQuestion.set(foldKey(entry.question), linked);
  });
  for (const { slug, also } of published.registry.faq)
    for (const text of also) {
      const entry = entries.get(slug);
      if (entry && !byQuestion.has(foldKey(text))) byQuestion.set(foldKey(text), entry);
    }
  for (const { entry } of passages(published))
    byQuestion.getOrInsertComputed(foldKey(entry.question), () => entry);
  const ofStartup = new Map<string, AnswerEntry[]>();
  await slices.each([...startups.keys()], (slug) => {
    const own = STARTUP_FAMILIES.flatMap(({ topic }) => entries.get(querySlug(topic, slug)) ?? []);
    ofStartup.set(slug, own);
  });
  return { entries, byQuestion, ofStartup, numbers };
}

/** The slug of a family's entry: `team-growth-langfuse`. */
export function querySlug(topic: string, subject = 'this-week'): string {
  return `${topic}-${subject}`;
}

/** How two startups compare, whether or not they are neighbours. */
export function comparisonEntry(one: Startup, other: Startup, numbers: Numbers): AnswerEntry {
  return {
    ...comparisonOf([one, other], numbers),
    source: 'agent-query',
    related: [querySlug('velocity', one.slug), querySlug('velocity', other.slug)],
    topic: COMPARISON_TOPIC,
  };
}

async function familyEntries(
  families: readonly Family[],
  subject: Startup | Sector | undefined,
  published: Published,
  slices: Slices,
): Promise<AnswerEntry[]> {
  const slugs = families.map(({ topic }) => querySlug(topic, subject?.slug));
  const entries: AnswerEntry[] = [];
  for (const { topic, question, ask } of families) {
    if (slices.isOver) await slices.pause();
    const asked = question.replace(PLACEHOLDER, () => subject?.name ?? '');
    const computed = await computedIfAny(
      { ...ask(subject?.slug ?? ''), question: asked },
      published,
    );
    // Nothing is published that answers it, such as a year before the first week.
    if (!computed) continue;
    const slug = querySlug(topic, subject?.slug);
    entries.push({
      slug,
      question: asked,
      answer: computed.text,
      source: 'agent-query',
      facts: [...computed.claims],
      related: slugs.filter((other) => other !== slug).slice(0, MAX_RELATED),
      topic,
      url: published.addresses.answer(slug),
    });
  }
  return entries;
}

export const NOT_COVERED_TOPIC = 'not-covered';

/** The reason why a company has no record in the period: the answer to every question about it. */
function notCovered(numbers: Numbers): AnswerEntry[] {
  const { meta, week, addresses } = numbers;
  return meta.notCovered.map(({ name, slug: company, reason }) => {
    const slug = querySlug(NOT_COVERED_TOPIC, company);
    return {
      slug,
      question: `Why is ${name} not covered?`,
      answer: `${name} is tracked but not covered in ${week}: ${reason}. Its numbers are unknown for that week, which is not the same as zero.`,
      source: 'agent-query',
      facts: [
        { claim: `${name}: ${reason}`, sourceUrl: editionAddress(numbers) },
        { claim: `${name}: what its repositories show`, sourceUrl: addresses.startup(company) },
        { claim: `${name}: what public sources say`, sourceUrl: addresses.diligence(company) },
      ],
      related: ['why-is-a-startup-missing', 'which-period-is-current'],
      topic: NOT_COVERED_TOPIC,
      url: addresses.answer(slug),
    };
  });
}

/** Full address of all numbers of the period. */
function editionAddress({ addresses, period }: Numbers): string {
  return addresses.at(`/api/signals.json?period=${period}`);
}

function faqEntry(
  { slug, question, answer, facts, related, topic }: FaqEntry,
  { addresses }: Published,
  fact: string | undefined,
): AnswerEntry {
  return {
    slug,
    question,
    answer: fact === undefined ? answer : `${fact} ${answer}`,
    source: 'faq',
    facts: facts.map(({ claim, source }) => ({
      claim,
      sourceUrl: source.startsWith('/') ? addresses.at(source) : source,
    })),
    related,
    topic,
    url: addresses.answer(slug),
  };
}
