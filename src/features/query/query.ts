/**
 * A question to the data, in typed form. The same question has the same form as
 * JSON, as query parameters, as tool arguments and on the command line (docs/queries.md).
 *
 * A query picks items, gives each of them a value, and does one thing with these values:
 *
 * - `subject`, `names` and `where` pick rows: startups of a period, rounds, funds, …;
 * - `groupBy` makes groups of the rows, `measure` one value of many rows; without either, every row
 *   is an item of its own and its value is `metric`;
 * - `operation` shows, ranks, compares or follows the items over time.
 */
import { z } from 'zod';
import { TypedText } from '../../lib/inputs.ts';
import { conditionsIn } from './condition-text.ts';
import { COMPARATORS } from './operators.ts';
import examples from './query-examples.json' with { type: 'json' };

/**
 * The kinds of rows that an answer can have: whether there is a record of every week, a date of each, or
 * what is known today; and what they are called. `query-fields.ts` lists the fields of each.
 */
export const ROWS = {
  startup: ['weekly', 'startups'],
  sector: ['weekly', 'sectors'],
  company: ['today', 'companies'],
  fund: ['today', 'investors'],
  acquirer: ['today', 'acquirers'],
  round: ['dated', 'funding rounds'],
  backing: ['dated', 'investments'],
  valuation: ['dated', 'valuations'],
  acquisition: ['dated', 'acquisitions'],
  exit: ['dated', 'exits'],
} as const;
export type Subject = keyof typeof ROWS;
// The keys of an object literal, in order.
export const SUBJECTS = Object.keys(ROWS) as [Subject, ...Subject[]];

/** Operations on the items, and the kinds of items that each is of. */
export const OPERATIONS = {
  get: ['named', 'whole'],
  list: ['rows', 'named'],
  rank: ['rows', 'named', 'groups'],
  compare: ['named'],
  change: ['rows', 'named', 'groups', 'whole'],
  series: ['named', 'groups', 'whole'],
  extreme: ['rows', 'named', 'groups', 'whole'],
} as const;
export type OperationName = keyof typeof OPERATIONS;
const OPERATION_NAMES = Object.keys(OPERATIONS) as [OperationName, ...OperationName[]];

/** One value of many rows. */
const MEASURES = ['count', 'sum', 'mean', 'median', 'share'] as const;
export type Measure = (typeof MEASURES)[number];

const ORDERS = ['highest', 'lowest'] as const;

/** How the weeks of a range become one value of each startup. */
const OVER = ['mean', 'median', 'highest', 'lowest'] as const;
export type Over = (typeof OVER)[number];

const MAX_NAMES = 20;
const MAX_CONDITIONS = 20;
const MAX_VALUES = 50;
export const MAX_ROWS = 200;
const MAX_SHOWN = 12;
const MAX_OFFSET = 100_000;
const MAX_CONDITION_TEXT = 2_000;

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, `must be one of ${values.join(', ')}`);

/** A field of the subject, as `query-fields.ts` names it. */
const FieldName = z
  .string('must be given once, as text')
  .regex(/^[a-zA-Z][a-zA-Z0-9]{0,39}$/, 'must be the name of a field, like contributors');

export const Condition = z
  .strictObject({
    field: FieldName,
    op: oneOf(COMPARATORS),
    values: z
      .array(z.union([TypedText(100), z.number(), z.null()]))
      .min(1, 'must hold at least one value')
      .max(MAX_VALUES, `must hold at most ${MAX_VALUES} values`)
      .meta({ description: 'Null stands for what is not known' }),
  })
  .meta({
    id: 'QueryCondition',
    description: 'What a row must satisfy; rows whose field is not known do not, and are counted',
  });
export type Condition = z.infer<typeof Condition>;

/** The conditions of a query in the form that shapes and answers write them in: a list, or none. */
export function listedConditions(written: unknown): readonly Condition[] {
  return (written ?? []) as readonly Condition[];
}

/** Reports the faults of the form that was given: a text or a list. */
function inGivenForm({ input, ...issue }: z.core.$ZodRawIssue): string {
  // Only unions have this message, and theirs is the one kind of issue with the faults of each form.
  const { errors } = issue as unknown as z.core.$ZodIssueInvalidUnion;
  const faults = errors[typeof input === 'string' ? 0 : 1] ?? [];
  return faults.map(({ path, message }) => [...path, message].join(' ')).join('; ');
}

/** A list, or one text that stands for it. */
const eitherForm = <T extends z.ZodType, L extends z.ZodType>(text: T, list: L) =>
  z.union([text, list], { error: inGivenForm });

/** @param noun of what the list holds, in the singular and the plural, after a space */
const listOf = <T extends z.ZodType>(schema: T, most: number, [one, many] = ['', '']) =>
  z
    .array(schema)
    .min(1, `must hold at least one${one}`)
    .max(most, `must hold at most ${most}${many}`);

/** A list, or one text with commas. */
const texts = (longest: number, most: number) =>
  eitherForm(
    TypedText(2_000).transform((text) => text.split(',')),
    z.array(z.string('must be text'), 'must be a list, or one text with commas'),
  ).pipe(listOf(TypedText(longest), most));

const ConditionText = z
  .string()
  .trim()
  .min(1, 'must not be blank')
  .max(MAX_CONDITION_TEXT, `must have at most ${MAX_CONDITION_TEXT} characters`)
  .transform((text, { addIssue }) => {
    try {
      return conditionsIn(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      addIssue(error.message);
      return z.NEVER;
    }
  });

/** Conditions as objects, or all of them in one text: `sector=security;contributors>=10`. */
const Conditions = eitherForm(
  ConditionText,
  z.array(Condition, 'must be a list of conditions, or one text'),
).pipe(listOf(Condition, MAX_CONDITIONS, [' condition', ' conditions']));

/** A week, month, quarter, year or day, all there is, or so many weeks before the latest. */
const WHEN = /^(?:latest(?:-\d{1,4})?|all|\d{4}|\d{4}-(?:w\d{2}|q[1-4]|\d{2}|\d{2}-\d{2}))$/i;
const When = z
  .string('must be given once, as text')
  .regex(
    WHEN,
    'must be a week like 2026-w31, a month like 2026-06, a quarter like 2026-q2, a year, a day, latest, latest-4 (four weeks before), or all',
  )
  .toLowerCase();

const count = (least: number, most: number) =>
  z
    .int(`must be a whole number from ${least} to ${most}`)
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`);

const Currency = z
  .string('must be given once, as text')
  .regex(/^[a-zA-Z]{3}$/, 'must be a currency like USD')
  .toUpperCase();

/** The meaning of each part of a query, as the reference and tools describe it. */
const MEANINGS = {
  operation:
    'get: values of what is named, or one value of all rows; list: rows that satisfy the conditions; rank: in order of the value; compare: 2 to 20 that are named; change: against another week; series: every week; extreme: the week of the highest or lowest value. Without it: get with names (but of deals) or a measure, else rank with a metric, else list',
  metric: 'The field whose value is meant',
  names:
    'Who is meant, by name, former name, alias or slug: startups, sectors, companies, …; of deals, the company whose they are. A list, or one text with commas',
  where:
    'What rows must satisfy: all of the conditions. Objects, or one text: field, comparator, values separated by |; conditions separated by ;',
  measure:
    'One value of many rows. count: of rows, or with a metric of its different values; share: of the rows that satisfy `which`',
  which: 'With the measure share: what the counted rows satisfy beyond `where`',
  groupBy: 'The field whose values make the groups; needs a measure',
  order: 'What comes first, and which extreme is meant; highest without it',
  nth: 'Only the one at this place of the order, from 1',
  limit: `So many rows at most, up to ${MAX_ROWS}; 10 without it, and all weeks of a series`,
  offset: 'So many rows are left out at the beginning: the next page',
  show: 'Further fields of every row. A list, or one text with commas',
  period:
    'A week like 2026-w31; or a range: a month 2026-06, a quarter 2026-q2, a year 2026, or all. A day stands for its week; latest-4 is four weeks before the latest. Of deals, when they were announced. Without it, the latest week; of deals and for series and extremes, all',
  from: 'Where a range begins, inclusive',
  to: 'Where a range ends, inclusive',
  over: 'How the weeks of a range become one value of each startup; mean without it',
  against: 'Of change: the week that is compared with; the week before without it',
  currency: 'Amounts are compared and added in one currency alone, never converted; USD without it',
};

const part = <T extends z.ZodType>(name: keyof typeof MEANINGS, schema: T, example: unknown) =>
  schema.optional().meta({ description: MEANINGS[name], example });

/** The fields of a query; every one but `subject` may be left out. */
export const QUERY_FIELDS = {
  subject: oneOf(SUBJECTS).meta({ description: 'What the rows are', example: 'startup' }),
  operation: part('operation', oneOf(OPERATION_NAMES), 'rank'),
  metric: part('metric', FieldName, 'contributors'),
  names: part('names', texts(100, MAX_NAMES), ['langfuse', 'posthog']),
  where: part('where', Conditions, 'sector=security;contributors>=10'),
  measure: part('measure', oneOf(MEASURES), 'median'),
  which: part('which', Conditions, 'signalStrength=strong'),
  groupBy: part('groupBy', FieldName, 'sector'),
  order: part('order', oneOf(ORDERS), 'lowest'),
  nth: part('nth', count(1, MAX_OFFSET), 2),
  limit: part('limit', count(1, MAX_ROWS), 5),
  offset: part('offset', count(0, MAX_OFFSET), 10),
  show: part('show', texts(40, MAX_SHOWN), ['stage', 'geography']),
  period: part('period', When, '2026-w31'),
  from: part('from', When, '2026-03'),
  to: part('to', When, '2026-06'),
  over: part('over', oneOf(OVER), 'highest'),
  against: part('against', When, 'latest-4'),
  currency: part('currency', Currency, 'EUR'),
};

/** As it is written; what is impossible together is refused when it is run (`refusals.ts`). */
export const QueryInput = z.strictObject(QUERY_FIELDS).meta({
  id: 'Query',
  description: 'One question to the data (docs/queries.md)',
});
export type WrittenQuery = z.input<typeof QueryInput>;
export type Query = z.output<typeof QueryInput>;

/** Questions with the queries that answer them, for agents, the reference and docs/queries.md. A test asks each. */
export const QUERY_EXAMPLES = examples as readonly { question: string; input: WrittenQuery }[];
