// Judges answers to the examination: right, wrong, or declined. `README.md` here says how.

import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { percent, table } from '../../markdown.ts';
import { type Cell, fetchText, type Row, readTables, type Service, type Tables } from './tables.ts';
import {
  datesOf,
  namesIn,
  numbersIn,
  says,
  showsNumber,
  showsRank,
  showsWeek,
  withoutDates,
} from './text.ts';

const regularExpressions = z.array(z.string()).nonempty();

const truth = z
  .strictObject({
    sql: z.string().optional(),
    match: z.enum(['all', 'first', 'any', 'numbers']).optional(),
    /** Of a long list, how many rows an answer has to show. */
    atLeast: z.int().positive().optional(),
    /** No tracked startup beside those of the result may be named. */
    only: z.boolean().optional(),
    says: regularExpressions.optional(),
    saysNot: regularExpressions.optional(),
    declines: z.literal(true).optional(),
  })
  .refine((value) => value.sql || value.says || value.declines, {
    error: 'A truth needs sql, says or declines.',
  })
  .refine((value) => !value.sql === !value.match, { error: 'sql and match belong together.' });

const question = z
  .strictObject({
    id: z.string(),
    kind: z.string(),
    seat: z.enum(['investor', 'analyst', 'journalist', 'agent']),
    question: z.string(),
    truth: truth.optional(),
    anyOf: z.array(truth).min(2).optional(),
  })
  .refine((value) => !value.truth !== !value.anyOf, { error: 'Either truth or anyOf.' });

type Truth = z.infer<typeof truth>;
export type Question = z.infer<typeof question>;

export interface Answer {
  found: boolean;
  text: string;
  /** 0 to 1; 0 where nothing was found. */
  confidence: number;
  /** Whatever else was shown in answer to the question, such as a table. */
  rows?: readonly unknown[];
}

export type Answerer = (question: string) => Promise<Answer>;
export type Outcome = 'right' | 'wrong' | 'declined';

export interface Verdict {
  question: Question;
  answer: Answer;
  outcome: Outcome;
}

export async function readQuestions(path: string): Promise<Question[]> {
  return z.array(question).parse(parse(await readFile(path, 'utf8')));
}

const alternatives = ({ truth: one, anyOf }: Question): Truth[] => (one ? [one] : (anyOf ?? []));

/** Whether no answer is a right one. */
export const mayDecline = (asked: Question): boolean =>
  alternatives(asked).some((one) => one.declines);

const YES = /\b(yes|indeed)\b/iu;
const NOTHING =
  /\b(no|none|nobody|nothing|not|never|zero|0|isn't|aren't|hasn't|didn't|without)\b/iu;
const DECLINES =
  /\b(no|none|not|nothing|never|cannot|can't|don't|doesn't|isn't|unknown|outside|only)\b/iu;

const showsCell = (text: string, column: string, value: Cell): boolean => {
  if (value === null) return true;
  if (typeof value === 'boolean') return (value ? YES : NOTHING).test(text);
  if (column === 'rank') return showsRank(text, Number(value));
  if (typeof value === 'number') return showsNumber(text, value, /(share|change)$/.test(column));
  if (column === 'period') return showsWeek(text, String(value));
  if (/(announced|closed|day)$/.test(column)) {
    return datesOf(String(value)).some((form) => says(text, form));
  }
  return namesIn(text, [String(value)]).length > 0;
};

const showsRow = (text: string, row: Row): boolean =>
  Object.entries(row).every(([column, value]) => showsCell(text, column, value));

const numbersOf = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => typeof value === 'number'));

/** The name that a row is about, if it is about one. */
const nameOf = (row: Row): string | undefined =>
  Object.entries(row)
    .filter(([column]) => column !== 'period')
    .map(([, value]) => value)
    .find((value) => typeof value === 'string');

/** A row is shown, and no other name stands before its name. */
function leads(text: string, row: Row, others: readonly string[]): boolean {
  if (!showsRow(text, row)) return false;
  const name = nameOf(row);
  if (name === undefined) return true;
  const at = namesIn(text, [name])[0]?.at ?? 0;
  return namesIn(text, others, 'exact').every((other) => other.name === name || other.at > at);
}

interface Asked {
  question: string;
  startups: readonly string[];
}

function showsRows(text: string, rows: readonly Row[], one: Truth, asked: Asked): boolean {
  const [first] = rows;
  if (!first) return NOTHING.test(text);
  if (one.match === 'first' || one.match === 'any') {
    const names = rows.map(nameOf).filter((name) => name !== undefined);
    const areStartups = names.some((name) => asked.startups.includes(name));
    const unasked = asked.startups.filter((name) => namesIn(asked.question, [name]).length === 0);
    const others = areStartups ? unasked : [];
    if (one.match === 'first') return leads(text, first, [...others, ...names]);
    const rivals = others.filter((name) => !names.includes(name));
    return rows.some((row) => leads(text, row, rivals));
  }
  const wanted = one.match === 'numbers' ? rows.map(numbersOf) : rows;
  return wanted.filter((row) => showsRow(text, row)).length >= (one.atLeast ?? rows.length);
}

/** A refusal: it says no, with no number and no startup that the question had not named. */
function refuses(text: string, { question: asked, startups }: Asked): boolean {
  const known = new Set(numbersIn(withoutDates(asked)).map(({ value }) => value));
  const named = new Set(namesIn(asked, startups).map(({ name }) => name));
  return (
    DECLINES.test(text) &&
    numbersIn(withoutDates(text)).every(({ value }) => known.has(value)) &&
    namesIn(text, startups, 'exact').every(({ name }) => named.has(name))
  );
}

async function holds(one: Truth, asked: Asked, text: string, tables: Tables): Promise<boolean> {
  if (one.says && !one.says.every((pattern) => says(text, pattern))) return false;
  if (one.saysNot?.some((pattern) => says(text, pattern))) return false;
  if (one.declines && !refuses(text, asked)) return false;
  if (!one.sql) return true;
  const rows = await tables.query(one.sql);
  if (!showsRows(text, rows, one, asked)) return false;
  if (!one.only) return true;
  const allowed = new Set([
    ...rows.flatMap((row) => Object.values(row)),
    ...namesIn(asked.question, asked.startups).map(({ name }) => name),
  ]);
  return namesIn(text, asked.startups, 'exact').every(({ name }) => allowed.has(name));
}

/** What is shown beside the text counts as well, without the addresses in it. */
const shown = ({ text, rows = [] }: Answer): string =>
  [text, ...rows.map((row) => JSON.stringify(row))]
    .join('\n')
    .replaceAll(/https?:\/\/[^\s"]+/g, '');

export async function judgeOne(
  asked: Question,
  answer: Answer,
  tables: Tables,
  startups: readonly string[],
): Promise<Outcome> {
  const truths = alternatives(asked);
  if (!answer.found || answer.text.trim() === '') return mayDecline(asked) ? 'right' : 'declined';
  const text = shown(answer);
  for (const one of truths) {
    if (await holds(one, { question: asked.question, startups }, text, tables)) return 'right';
  }
  return 'wrong';
}

export async function judge(
  questions: readonly Question[],
  answerer: Answerer,
  tables: Tables,
): Promise<Verdict[]> {
  const startups = (await tables.query('SELECT name FROM tracked')).map(({ name }) => String(name));
  const verdicts: Verdict[] = [];
  for (const asked of questions) {
    const answer = await answerer(asked.question);
    verdicts.push({
      question: asked,
      answer,
      outcome: await judgeOne(asked, answer, tables, startups),
    });
  }
  return verdicts;
}

const answered = (verdicts: readonly Verdict[]): Verdict[] =>
  verdicts.filter(({ answer }) => answer.found);

export const confidentlyWrong = (verdicts: readonly Verdict[]): Verdict[] =>
  verdicts.filter(({ outcome, answer }) => outcome === 'wrong' && answer.confidence > 0.5);

/** Mean distance between confidence and share of right answers, over ten bins of what was answered. */
export function calibrationError(verdicts: readonly Verdict[]): number {
  const bins = Map.groupBy(answered(verdicts), ({ answer }) =>
    Math.min(9, Math.floor(answer.confidence * 10)),
  );
  let error = 0;
  for (const bin of bins.values()) {
    const right = bin.filter(({ outcome }) => outcome === 'right').length;
    const confidence = bin.reduce((sum, { answer }) => sum + answer.confidence, 0);
    error += Math.abs(right - confidence);
  }
  return error / Math.max(1, answered(verdicts).length);
}

/** A table: of each kind, how many were right, wrong, declined, and wrong with a confidence above 0.5. */
export function report(verdicts: readonly Verdict[]): string {
  const row = (name: string, of: readonly Verdict[]) => {
    const count = (outcome: Outcome) => of.filter((verdict) => verdict.outcome === outcome).length;
    const counts = [of.length, count('right'), count('wrong'), count('declined')].map(String);
    const shares = [count('right'), confidentlyWrong(of).length].map((part) =>
      percent(part / Math.max(1, of.length)),
    );
    return [name, ...counts, ...shares];
  };
  const unanswerable = ({ question: asked }: Verdict) => mayDecline(asked);
  const kinds = Map.groupBy(verdicts, (verdict) => verdict.question.kind);
  const all = Map.groupBy(verdicts, unanswerable);
  const rows = [
    ...[...kinds].map(([kind, of]) => row(kind, of)),
    row('all with an answer', all.get(false) ?? []),
    row('all that may be declined', all.get(true) ?? []),
    row('all', verdicts),
  ];
  const head = ['kind', 'questions', 'right', 'wrong', 'declined', 'right', 'wrong above 0.5'];
  return [
    table(head, rows),
    '',
    `Calibration error over ten bins: ${calibrationError(verdicts).toFixed(3)} (${answered(verdicts).length} answered).`,
  ].join('\n');
}

/** What `/api/answer` of a running service says. */
const ServiceAnswer = z.object({
  found: z.boolean().default(true),
  answer: z.string().default(''),
  confidence: z.number().default(0),
  facts: z.array(z.object({ claim: z.string() })).default([]),
});
const overHttp =
  (service: Service): Answerer =>
  async (asked) => {
    const body = await fetchText(service, `/api/answer?q=${encodeURIComponent(asked)}`);
    const { found, answer, confidence, facts } = ServiceAnswer.parse(JSON.parse(body ?? '{}'));
    const rows = facts.map(({ claim }) => claim);
    return { found: found && answer !== '', text: answer, confidence, rows };
  };

async function main(args: readonly string[]): Promise<void> {
  const [baseUrl, ...rest] = args;
  const paths = rest.filter((argument) => !argument.startsWith('--'));
  if (!baseUrl || paths.length === 0)
    throw new Error('Usage: judge.ts <base address> [--spread] [--wrong] <file.yaml> …');
  const service = { baseUrl, spread: rest.includes('--spread') };
  const tables = await readTables(service);
  const questions = (await Promise.all(paths.map(readQuestions))).flat();
  const verdicts = await judge(questions, overHttp(service), tables);
  if (rest.includes('--wrong'))
    for (const { question: asked, answer, outcome } of verdicts)
      console.log(
        `${outcome}  ${asked.id}  ${asked.question}\n    ${answer.confidence}  ${answer.text}`,
      );
  console.log(report(verdicts));
  await tables.close();
}

if (import.meta.main) await main(process.argv.slice(2));
