/**
 * The questions for fitting, judged by kind; and the kept questions on prose, answered and searched: how
 * often the right one comes first and among five, and how long it takes, beside MiniSearch and Lunr with
 * their own settings on the same texts.
 */
import lunr from 'lunr';
import MiniSearch from 'minisearch';
import { answerCorpus } from '../src/features/answers/answer-corpus.ts';
import { prose } from '../src/features/answers/prose.ts';
import { searchDocuments } from '../src/features/search/search-corpus.ts';
import { siteSearch } from '../src/features/search/site-search.ts';
import type { Published } from '../src/published/published.ts';
import type { SearchDocument } from '../src/published/search-document.ts';
import { answerer, fittingQuestions, shippedTables } from '../tools/examination.ts';
import { judge, report } from '../tools/questions/examination/judge.ts';
import { type KeptQuestion, keptQuestions } from '../tools/questions.ts';
import { shippedPublication } from '../tools/shipped.ts';
import { milliseconds, printTable } from './report.ts';

const SHOWN = 5;
/** What else the machine does is then seldom in the figure. */
const TIMED_ROUNDS = 3;

/** Returns identities of the best five. */
type Searcher = (text: string) => readonly string[];

export async function benchQuestions(): Promise<void> {
  const published = await shippedPublication();
  const questions = await keptQuestions();
  await examine(published);
  await compareProse(published, questions);
  await compareSearch(published, questions);
}

async function compareProse(
  published: Published,
  questions: readonly KeptQuestion[],
): Promise<void> {
  const also = new Map(published.registry.faq.map((entry) => [entry.slug, entry.also.join(' ')]));
  const { entries } = await published.derived(answerCorpus);
  const faq = [...entries.values()].filter(({ source }) => source === 'faq');
  const passages = await published.derived(prose);
  const texts = faq.map(({ slug, question, answer }) => ({
    id: slug,
    title: question,
    keywords: also.get(slug) ?? '',
    text: answer,
  }));
  const known = new Set(faq.map(({ slug }) => slug));
  const asked = questions.filter(({ slug }) => slug !== undefined && known.has(slug));
  compare('Prose', asked, ({ slug }) => slug ?? '', {
    ours: (text) => passages.find(text, SHOWN).map(({ entry }) => entry.slug),
    ...peers(texts),
  });
}

async function compareSearch(
  published: Published,
  questions: readonly KeptQuestion[],
): Promise<void> {
  const search = await published.derived(siteSearch);
  const documents = await searchDocuments(published);
  const indexed = new Set(documents.map(({ url }) => url));
  const { entries } = await published.derived(answerCorpus);
  // Ours makes answers about startups when a query names one; the others need them in their index.
  const others = [...entries.values()].filter(({ url }) => !indexed.has(url));
  const texts = [
    ...documents.map(({ url, title, keywords, text }: SearchDocument) => ({
      id: url,
      title,
      keywords: keywords.join(' '),
      text,
    })),
    ...others.map(({ url, question, answer }) => ({
      id: url,
      title: question,
      keywords: '',
      text: answer,
    })),
  ];
  const { addresses } = published;
  const addressOf = ({ slug = '' }: KeptQuestion) =>
    slug.startsWith('comparison-')
      ? addresses.at(`/compare/${slug.slice('comparison-'.length)}`)
      : addresses.answer(slug);
  const known = new Set(texts.map(({ id }) => id));
  const findable = questions.filter((question) => known.has(addressOf(question)));
  compare('Search', findable, addressOf, {
    ours: (text) => search.search(text, {}, SHOWN).hits.map(({ url }) => url),
    ...peers(texts),
  });
}

type Text = { id: string; title: string; keywords: string; text: string };

/** The libraries as they come out of the box. */
function peers(texts: readonly Text[]): Record<string, Searcher> {
  const mini = new MiniSearch<Text>({ fields: ['title', 'keywords', 'text'] });
  mini.addAll([...texts]);
  const index = lunr(function () {
    this.ref('id');
    for (const field of ['title', 'keywords', 'text']) this.field(field);
    for (const text of texts) this.add(text);
  });
  // Lunr reads a query language; a question is made of words alone.
  const words = (text: string) => text.replace(/[^\p{L}\p{N} ]+/gu, ' ');
  return {
    MiniSearch: (text) =>
      mini
        .search(text)
        .slice(0, SHOWN)
        .map(({ id }) => String(id)),
    Lunr: (text) =>
      index
        .search(words(text))
        .slice(0, SHOWN)
        .map(({ ref }) => ref),
  };
}

function compare(
  what: string,
  questions: readonly KeptQuestion[],
  expected: (question: KeptQuestion) => string,
  searchers: Readonly<Record<string, Searcher>>,
): void {
  const answered = questions.filter(({ slug }) => slug !== undefined);
  const lines = Object.entries(searchers).map(([name, search]) => {
    for (const { text } of questions) search(text);
    const started = performance.now();
    const found = answered.map((question) => search(question.text));
    const took = ((performance.now() - started) * 1000) / answered.length;
    const hits = (most: number) => {
      const right = found.filter((list, index) => {
        const question = answered[index];
        return question && list.slice(0, most).includes(expected(question));
      });
      return `${((100 * right.length) / answered.length).toFixed(1)}%`;
    };
    return {
      what: name,
      value: `hit at 1 ${hits(1)}, at 5 ${hits(SHOWN)}, ${took.toFixed(0)} µs a query`,
    };
  });
  printTable(`${what}: ${answered.length} kept questions with an answer`, lines);
}

/** Right, wrong and declined by kind, and how long a question takes. */
async function examine(published: Published): Promise<void> {
  const tables = await shippedTables();
  const questions = await fittingQuestions();
  const answer = answerer(published);
  // Once before it counts: a week's numbers are read when a question first needs them.
  for (const { question } of questions) await answer(question);
  console.log(`\n${report(await judge(questions, answer, tables))}\n`);
  await tables.close();
  const took = questions.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < TIMED_ROUNDS; round++)
    for (const [index, { question }] of questions.entries()) {
      const ms = await milliseconds(() => answer(question));
      took[index] = Math.min(took[index] ?? ms, ms);
    }
  const sorted = took.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);
  printTable(`Reading and answering a question, best of ${TIMED_ROUNDS} rounds`, [
    { what: 'half of them within', value: `${at(0.5)} ms` },
    { what: '99% within', value: `${at(0.99)} ms`, aim: 'at most 5 ms' },
  ]);
}
