/** A list requested in words: a question read as a typed query, over startups or all dossiers. */
import { BellwetherError } from '../../lib/errors.ts';
import type { Published } from '../../published/published.ts';
import { questionReader } from '../answers/data-answers.ts';
import { answerQuery } from '../query/answer-query.ts';
import type { QueryAnswer } from '../query/answer-schema.ts';
import { MAX_ROWS, type Query, QueryInput, type Subject } from '../query/query.ts';

/** @param P the weeks that a list may be of */
type Asked<P> =
  | {
      kind: 'list';
      /** The query in a sentence: `Read as: covered startups with …` */
      readAs: string;
      /** In the order of the query. */
      slugs: readonly string[];
      /** Notes of the answer: the rows left out, and why. */
      notes: readonly string[];
      period: P;
    }
  /** Understood, but the answer is no such list; or it cannot be answered, for the reason in `why`. */
  | { kind: 'other'; why?: string }
  /** Words that were not understood. */
  | { kind: 'unread'; words: readonly string[] };

/** A list of startups, with the slug of its week. */
export type AskedList = Asked<string>;
/** Startups, funds and other companies, by their slugs. */
export type AskedEntities = Asked<QueryAnswer['period']>;

const ENTITIES: readonly Subject[] = ['startup', 'company', 'fund', 'acquirer'];

export async function askedList(question: string, published: Published): Promise<AskedList> {
  const found = await askedEntities(question, published, ['startup']);
  if (found.kind !== 'list') return found;
  const { period } = found;
  return period && period.first === period.last
    ? { ...found, period: period.last }
    : { kind: 'other' };
}

export async function askedEntities(
  question: string,
  published: Published,
  subjects = ENTITIES,
): Promise<AskedEntities> {
  const { reading, outside } = (await published.derived(questionReader)).read(question);
  if (outside !== undefined) return { kind: 'other', why: outside };
  if (!reading) return { kind: 'unread', words: [] };
  if (reading.unread.length > 0) return { kind: 'unread', words: reading.unread };
  const parsed = QueryInput.safeParse(reading.query);
  if (!parsed.success || !isList(parsed.data, subjects)) return { kind: 'other' };
  try {
    return await listOf(parsed.data, published);
  } catch (error) {
    if (!(error instanceof BellwetherError)) throw error;
    return { kind: 'other', why: error.message };
  }
}

/** Single rows, in an order of their own. */
function isList(
  { subject, operation, measure, groupBy }: Query,
  subjects: readonly Subject[],
): boolean {
  const isRows = operation === undefined || operation === 'list' || operation === 'rank';
  return subjects.includes(subject) && isRows && measure === undefined && groupBy === undefined;
}

async function listOf(query: Query, published: Published) {
  const most = query.limit ?? Number.POSITIVE_INFINITY;
  const slugs: string[] = [];
  let read = 0;
  for (;;) {
    const page = {
      ...query,
      limit: Math.min(MAX_ROWS, most),
      offset: (query.offset ?? 0) + read,
    };
    const { readAs, rows, total, period, notes } = await answerQuery(page, published);
    slugs.push(...rows.flatMap(namedBy));
    read += rows.length;
    const isWhole = rows.length < MAX_ROWS || read >= Math.min(most, total);
    if (isWhole)
      return { kind: 'list' as const, readAs, period, slugs: [...new Set(slugs)], notes };
  }
}

/** The organizations that a row is about: if it lists a company's backers, these, not the company. */
function namedBy({ slug, value }: QueryAnswer['rows'][number]): readonly string[] {
  const organizations = [value]
    .flat()
    .flatMap((one) => (typeof one === 'object' && one !== null ? one.slug : []));
  return organizations.length > 0 ? organizations : [slug ?? []].flat();
}
