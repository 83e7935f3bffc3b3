/** The shape of an answer to a query. */
import { z } from 'zod';
import { PeriodSlug } from '../../pipeline/edition/record.ts';
import { OLD_AFTER_DAYS, TIMINGS } from '../../pipeline/edition/timing.ts';
import { SUBJECTS } from './query.ts';

export const Organization = z
  .object({ name: z.string(), slug: z.string(), url: z.url() })
  .meta({ id: 'QueriedOrganization' });
export const Value = z
  .union([z.number(), z.string(), Organization, z.array(z.union([z.string(), Organization]))])
  .nullable()
  .meta({
    id: 'QueryValue',
    description: 'A number, a text, an organization or a list; null is not known',
  });

export const AnsweredRow = z
  .object({
    rank: z.int().positive().nullable().meta({
      description: 'Place in the order, equal values have the same; null without an order',
    }),
    name: z.string(),
    slug: z.string().nullable(),
    url: z.url().nullable().meta({ description: 'What shows it; null for groups' }),
    period: PeriodSlug.nullable().meta({ description: 'Week of the value, where it is of one' }),
    value: Value,
    rows: z.int().optional().meta({ description: 'Of a measure: rows that the value is of' }),
    before: Value.optional().meta({ description: 'Of change: the value in the other week' }),
    difference: z.number().nullable().optional(),
    ratio: z
      .number()
      .nullable()
      .optional()
      .meta({ description: 'Difference by the value before; null where that is 0' }),
    fields: z.record(z.string(), Value),
    disputedSince: z.iso.date().optional(),
    sources: z.array(z.url()).optional().meta({ description: 'What was published about a deal' }),
  })
  .meta({ id: 'QueryRow' });

export const QueryAnswer = z
  .object({
    readAs: z.string().meta({ description: 'The query in a plain sentence' }),
    query: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The query with names as slugs and defaults left out' }),
    url: z.url().meta({ description: 'The one address that shows the same' }),
    subject: z.enum(SUBJECTS),
    period: z
      .object({
        first: PeriodSlug,
        last: PeriodSlug,
        against: PeriodSlug.nullable(),
        computedAt: z.string().meta({ description: 'When the last week was computed' }),
        timing: z.enum(TIMINGS),
        age: z.string().meta({ description: 'The same as a sentence' }),
        isOld: z
          .boolean()
          .meta({ description: `Whether the latest week ended over ${OLD_AFTER_DAYS} days ago` }),
      })
      .nullable()
      .meta({ description: 'Null for what is known as of today: companies and their deals' }),
    metric: z.string().nullable().meta({ description: 'The field that `value` is of' }),
    columns: z
      .array(z.object({ field: z.string(), title: z.string(), unit: z.string() }))
      .meta({ description: 'What the fields are, and in which unit' }),
    rows: z.array(AnsweredRow),
    total: z.int().nonnegative().meta({ description: 'Rows of all pages' }),
    considered: z.int().nonnegative().meta({
      description:
        'Rows that the conditions were put to: of startups, those with data in the last week',
    }),
    next: z.url().nullable().meta({ description: 'The next page' }),
    unknown: z
      .array(z.object({ field: z.string(), rows: z.int() }))
      .meta({ description: 'Rows left out because the field is not known' }),
    notes: z.array(z.string()),
    sources: z.array(z.url()).meta({ description: 'Where the values come from' }),
  })
  .meta({ id: 'QueryAnswer', description: 'Rows that answer a query' });
export type QueryAnswer = z.infer<typeof QueryAnswer>;
