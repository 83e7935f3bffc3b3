/**
 * The kept questions, answered and searched: how often the right answer comes first and among five,
 * and how long it takes, beside MiniSearch and Lunr with their own settings on the same texts. With
 * `CALIBRATE=1` the confidence is fitted anew, and its curve in docs/ is drawn.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import lunr from 'lunr';
import MiniSearch from 'minisearch';
import { type AnswerEngine, answerEngine } from '../src/features/answers/engine.ts';
import type { Published } from '../src/published/published.ts';
import type { SearchDocument } from '../src/published/search-document.ts';
import { searchDocuments } from '../src/search/documents.ts';
import { siteSearch } from '../src/features/search/site-search.ts';
import { isFitted, type KeptQuestion, keptQuestions } from '../tools/questions.ts';
import { shippedPublication } from '../test/support/shipped.ts';
import {
  type Bin,
  brierScore,
  calibrationError,
  confidence,
  fitConfidence,
  reliability,
} from '../tools/calibration.ts';
import { printTable } from './report.ts';

const ROOT = join(import.meta.dirname, '..');
const CONSTANTS = join(ROOT, 'src', 'answers', 'calibration.json');
const CURVE = join(ROOT, 'docs', 'calibration.svg');
const SHOWN = 5;

/** Returns identities of the best five. */
type Searcher = (text: string) => readonly string[];

export async function benchQuestions(): Promise<void> {
  const published = await shippedPublication();
  const questions = await keptQuestions();
  const engine = await published.derived(answerEngine);
  await compareAnswers(engine, published, questions);
  await compareSearch(published, questions);
  await reportConfidence(engine, questions);
}

async function compareAnswers(
  engine: AnswerEngine,
  published: Published,
  questions: readonly KeptQuestion[],
): Promise<void> {
  const also = new Map(published.registry.faq.map((entry) => [entry.slug, entry.also.join(' ')]));
  const texts = [...engine.corpus.entries.values()].map(({ slug, question, answer }) => ({
    id: slug,
    title: question,
    keywords: also.get(slug) ?? '',
    text: answer,
  }));
  report('Answers', questions, ({ slug }) => slug ?? '', {
    ours: (text) => engine.candidates(text, SHOWN).map(({ entry }) => entry.slug),
    ...peers(texts),
  });
}

async function compareSearch(
  published: Published,
  questions: readonly KeptQuestion[],
): Promise<void> {
  const search = await published.derived(siteSearch);
  const documents = await searchDocuments(published);
  const texts = documents.map(({ url, title, keywords, text }: SearchDocument) => ({
    id: url,
    title,
    keywords: keywords.join(' '),
    text,
  }));
  const { addresses } = published;
  const addressOf = ({ slug = '' }: KeptQuestion) =>
    slug.startsWith('comparison-')
      ? addresses.at(`/compare/${slug.slice('comparison-'.length)}`)
      : addresses.answer(slug);
  const known = new Set(texts.map(({ id }) => id));
  const findable = questions.filter((question) => known.has(addressOf(question)));
  report('Search', findable, addressOf, {
    ours: (text) => search.search(text, undefined, SHOWN).hits.map(({ url }) => url),
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

function report(
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

async function reportConfidence(
  engine: AnswerEngine,
  questions: readonly KeptQuestion[],
): Promise<void> {
  const judge = (question: KeptQuestion) => {
    const [best] = engine.candidates(question.text, 1);
    const evidence = best?.evidence ?? { similarity: 0, covered: 0, unknown: 1, margin: 0 };
    return { evidence, isRight: best !== undefined && best.entry.slug === question.slug };
  };
  const fitted = questions.filter(isFitted).map(judge);
  const held = questions.filter((question) => !isFitted(question)).map(judge);
  const fit = fitConfidence(fitted);
  const tested = held.map(({ evidence, isRight }) => ({
    confidence: confidence(fit, evidence),
    isRight,
  }));
  const bins = reliability(tested);
  printTable(`Confidence, fitted to ${fitted.length} questions, on ${held.length} others`, [
    ...bins.map(({ from, to, count, confidence: mean, right }) => ({
      what: `${from.toFixed(1)} to ${to.toFixed(1)}`,
      value: `${count} answers, mean confidence ${mean.toFixed(2)}, right ${right.toFixed(2)}`,
    })),
    { what: 'calibration error', value: calibrationError(bins).toFixed(3) },
    { what: 'Brier score', value: brierScore(tested).toFixed(3) },
    { what: 'constants', value: JSON.stringify(fit) },
  ]);
  if (process.env['CALIBRATE'] !== '1') return;
  await writeFile(CONSTANTS, `${JSON.stringify(fit, null, 2)}\n`);
  await writeFile(CURVE, curve(bins));
}

/** Confidence to the right, share of right answers upwards; on the diagonal they are the same. */
function curve(bins: readonly Bin[]): string {
  const x = (value: number) => Math.round(50 + value * 400);
  const y = (value: number) => Math.round(420 - value * 400);
  const points = bins.map(({ confidence: mean, right }) => `${x(mean)},${y(right)}`).join(' ');
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 470" font-family="sans-serif" font-size="13">
<title>Share of right answers by confidence, on the held-out questions</title>
<rect width="480" height="470" fill="#fff"/>
${ticks.map((tick) => `<path d="M${x(tick)} 20V420M50 ${y(tick)}H450" stroke="#ddd"/><text x="${x(tick)}" y="438" text-anchor="middle">${tick}</text><text x="44" y="${y(tick) + 4}" text-anchor="end">${tick}</text>`).join('\n')}
<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#888" stroke-dasharray="4"/>
<polyline points="${points}" fill="none" stroke="#15508a" stroke-width="2"/>
${bins.map(({ confidence: mean, right, count }) => `<circle cx="${x(mean)}" cy="${y(right)}" r="5" fill="#15508a"/><text x="${x(mean) + 8}" y="${y(right) + 16}">${count}</text>`).join('\n')}
<text x="250" y="460" text-anchor="middle">confidence</text>
<text x="14" y="220" text-anchor="middle" transform="rotate(-90 14 220)">share right</text>
</svg>
`;
}
