import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { answerTo } from '../../../src/features/answers/answer.ts';
import {
  type AnswerEngine,
  answerEngine,
  confidenceOf,
  MIN_CONFIDENCE,
} from '../../../src/features/answers/engine.ts';
import type { Published } from '../../../src/published/published.ts';
import { brierScore, calibrationError, reliability } from '../../../tools/calibration.ts';
import {
  isFitted,
  isRightAnswer,
  type KeptQuestion,
  keptQuestions,
} from '../../../tools/questions.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

let published: Published;
let engine: AnswerEngine;
let questions: KeptQuestion[];
before(async () => {
  published = await shippedPublication();
  engine = await published.derived(answerEngine);
  questions = await keptQuestions();
});

describe('the corpus', () => {
  it('has at least 101 standing questions and a family for every startup and sector', () => {
    const entries = [...engine.corpus.entries.values()];
    assert.ok(entries.filter(({ source }) => source === 'faq').length >= 101);
    for (const slug of engine.corpus.numbers.startups.keys())
      assert.ok(engine.corpus.entries.has(`team-growth-${slug}`), slug);
    for (const { slug } of engine.corpus.numbers.sectors)
      assert.ok(engine.corpus.entries.has(`sector-acceleration-${slug}`), slug);
  });

  it('shows every fact at an address, and names only questions that exist', () => {
    for (const { slug, answer, facts, related } of engine.corpus.entries.values()) {
      assert.ok(facts.length > 0, slug);
      for (const { claim, sourceUrl } of facts)
        assert.ok(claim !== '' && URL.canParse(sourceUrl), `${slug}: ${sourceUrl}`);
      for (const other of related) assert.ok(engine.corpus.entries.has(other), `${slug}: ${other}`);
      assert.doesNotMatch(answer, /undefined|NaN|\[object|⟨/, slug);
    }
  });

  it('answers each of its own questions with itself', () => {
    for (const entry of engine.corpus.entries.values()) {
      const [best] = engine.candidates(entry.question, 1);
      assert.equal(best?.entry.slug, entry.slug, entry.question);
      assert.ok(best.confidence >= MIN_CONFIDENCE, `${best.confidence}: ${entry.question}`);
    }
  });
});

describe('answers', () => {
  it('take their numbers from the edition', async () => {
    const { numbers } = engine.corpus;
    const startup = numbers.startups.get('prefect');
    assert.ok(startup);
    const velocity = engine.corpus.entries.get('velocity-prefect')?.answer ?? '';
    assert.ok(velocity.includes(`${startup.commitVelocity14d} commits`), velocity);
    const team = engine.corpus.entries.get('team-growth-prefect')?.answer ?? '';
    assert.ok(team.includes(`${startup.contributors} contributors`), team);
    assert.match(team, /not its headcount/);
  });

  it('compare any two startups, whichever is named first', async () => {
    const one = await answerTo('How does Prefect compare with Qdrant?', published);
    const other = await answerTo('qdrant vs prefect', published);
    assert.ok('answer' in one && 'answer' in other);
    assert.equal(one.url, other.url);
    assert.equal(one.answer, other.answer);
    assert.match(one.url, /\/compare\/prefect-vs-qdrant$/);
  });

  it('are never about a company that was not named', async () => {
    for (const question of [
      'Is Langfuze growing its engineering team?',
      'How fast is Prefekt Systems shipping?',
      'What does Neo4jj do?',
      'Is Acme growing its engineering team?',
    ]) {
      const hit = await answerTo(question, published);
      assert.ok(!('answer' in hit), question);
      assert.ok(hit.confidence < MIN_CONFIDENCE, question);
    }
  });

  it('say why a startup is not covered, whatever is asked of it', async () => {
    const hit = await answerTo('What is the commit velocity of Neon?', published);
    assert.ok('answer' in hit);
    assert.match(hit.answer, /tracked but not covered/);
  });

  it('take ordinary words for ordinary words', async () => {
    const hit = await answerTo('How often is the data updated, daily?', published);
    assert.ok('answer' in hit);
    assert.match(hit.url, /\/answers\/how-often-is-it-updated$/);
    // The same word as a name.
    const named = await answerTo('What is the commit velocity of Daily?', published);
    assert.ok('answer' in named);
    assert.match(named.url, /\/answers\/velocity-daily$/);
  });
});

describe('confidence', () => {
  it('is the share of right answers, on questions that it was not fitted to', () => {
    const rows = questions
      .filter((question) => !isFitted(question))
      .map((question) => {
        const [best] = engine.candidates(question.text, 1);
        return {
          confidence: best?.confidence ?? 0,
          isRight: isRightAnswer(question, best?.entry.slug),
        };
      });
    assert.ok(rows.length > 100);
    assert.ok(calibrationError(reliability(rows)) < 0.1);
    assert.ok(brierScore(rows) < 0.15);
  });

  it('is low for what the corpus does not answer', () => {
    const outside = questions.filter(({ slug }) => slug === undefined);
    const answered = (least: number) =>
      outside.filter(({ text }) => (engine.candidates(text, 1)[0]?.confidence ?? 0) >= least);
    assert.ok(outside.length >= 80);
    for (const [least, share] of [
      [MIN_CONFIDENCE, 0.25],
      [0.5, 0.1],
      [0.9, 0.02],
    ] as const) {
      const sure = answered(least).map(({ text }) => text);
      assert.ok(sure.length <= outside.length * share, `${least}: ${sure.join('; ')}`);
    }
  });

  it('finds the right answer first for four of five kept questions', () => {
    const answered = questions.filter(({ slug }) => slug !== undefined);
    const right = answered.filter((question) =>
      isRightAnswer(question, engine.candidates(question.text, 1)[0]?.entry.slug),
    );
    assert.ok(right.length >= answered.length * 0.8, `${right.length} of ${answered.length}`);
  });

  it('lies between 0 and 1 and grows with every kind of evidence', () => {
    const weak = { similarity: 0.1, covered: 0.1, unknown: 0.5, margin: 0 };
    const strong = { similarity: 1, covered: 1, unknown: 0, margin: 0.5 };
    assert.ok(confidenceOf(weak) >= 0 && confidenceOf(strong) <= 1);
    for (const name of ['similarity', 'covered', 'margin'] as const)
      assert.ok(confidenceOf({ ...weak, [name]: 1 }) > confidenceOf(weak), name);
  });
});
