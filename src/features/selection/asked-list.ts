/** A list that was asked for in words: the question is read as a typed query over startups. */
import { BellwetherError } from '../../lib/errors.ts';
import type { Published } from '../../published/published.ts';
import { questionReader } from '../answers/data-answers.ts';
import { answerQuery } from '../query/answer.ts';
import { MAX_ROWS, type Query, QueryInput } from '../query/query.ts';

export type AskedList =
  | {
      kind: 'list';
      /** The query in a sentence: `Read as: covered startups with …` */
      readAs: string;
      /** Slug of the week that it is about. */
      period: string;
      /** In the order of the query. */
      slugs: readonly string[];
      /** What the query has to say beside its rows: who was left out, and why. */
      notes: readonly string[];
    }
  /** It is understood, and its answer is no list of startups; or it cannot be answered, and `why` says so. */
  | { kind: 'other'; why?: string }
  /** Words that nobody understood. */
  | { kind: 'unread'; words: readonly string[] };

export async function askedList(question: string, published: Published): Promise<AskedList> {
  const { reading, outside } = (await published.derived(questionReader)).read(question);
  if (outside !== undefined) return { kind: 'other', why: outside };
  if (!reading) return { kind: 'unread', words: [] };
  if (reading.unread.length > 0) return { kind: 'unread', words: reading.unread };
  const parsed = QueryInput.safeParse(reading.query);
  if (!parsed.success || !isList(parsed.data)) return { kind: 'other' };
  try {
    return await listOf(parsed.data, published);
  } catch (error) {
    if (!(error instanceof BellwetherError)) throw error;
    return { kind: 'other', why: error.message };
  }
}

/** Single rows, of one week, in an order of their own. */
function isList({ subject, operation, measure, groupBy }: Query): boolean {
  const isRows = operation === undefined || operation === 'list' || operation === 'rank';
  return subject === 'startup' && isRows && measure === undefined && groupBy === undefined;
}

async function listOf(query: Query, published: Published): Promise<AskedList> {
  const most = query.limit ?? Number.POSITIVE_INFINITY;
  const slugs: string[] = [];
  for (;;) {
    const page = {
      ...query,
      limit: Math.min(MAX_ROWS, most),
      offset: (query.offset ?? 0) + slugs.length,
    };
    const { readAs, rows, total, period, notes } = await answerQuery(page, published);
    slugs.push(...rows.flatMap(({ slug }) => slug ?? []));
    if (!period || period.first !== period.last) return { kind: 'other' };
    const isWhole = rows.length < MAX_ROWS || slugs.length >= Math.min(most, total);
    if (isWhole) return { kind: 'list', readAs, period: period.last, slugs, notes };
  }
}
