/**
 * The startups that an address shows: of a week, picked by facets or by a question, in their order. A
 * page, its files and its plot show the same because they are made of this.
 */
import type { Published } from '../../published/published.ts';
import { type AskedList, askedList } from './asked-list.ts';
import { type Facet, facetsOf } from './facets.ts';
import { type Listed, listedWeek } from './listed-week.ts';
import { readSelection, type Selection, selected, type UnknownValue } from './selection.ts';

export type ShownList = {
  /** Slug of the week. */
  period: string;
  /** All that the week covers, or that the question found, before facets pick among them. */
  listed: readonly Listed[];
  /** What is shown, in its order, on all pages together. */
  rows: readonly Listed[];
  facets: readonly Facet[];
  selection: Selection;
  /** Whether the order is that of the question. */
  isInAskedOrder: boolean;
  unknown: readonly UnknownValue[];
  question: string;
  asked: AskedList | undefined;
};

type Query = Readonly<Record<string, string | undefined>>;

/**
 * @param query parameters of the address: facets, `sort`, `order`, and `q` for a question
 * @param period by default; a question may name another one
 */
export async function shownList(
  query: Query,
  period: string,
  published: Published,
): Promise<ShownList> {
  const facets = facetsOf(published.registry);
  const question = (query['q'] ?? '').trim();
  const asked = question === '' ? undefined : await askedList(question, published);
  if (asked?.kind !== 'list') {
    const all = pickedList(query, period, await listedWeek(period, published), facets);
    return { ...all, question, asked };
  }
  const week = await listedWeek(asked.period, published);
  const bySlug = new Map(week.map((one) => [one.startup.slug, one]));
  const found = asked.slugs.flatMap((slug) => bySlug.get(slug) ?? []);
  const picked = pickedList(query, asked.period, found, facets);
  const isInAskedOrder = (query['sort'] ?? '') === '';
  const kept = new Set(picked.rows);
  const rows = isInAskedOrder ? found.filter((one) => kept.has(one)) : picked.rows;
  return { ...picked, rows, isInAskedOrder, question, asked };
}

/** What facets pick of a week, without a question. */
export function pickedList(
  query: Query,
  period: string,
  listed: readonly Listed[],
  facets: readonly Facet[],
): ShownList {
  const { selection, unknown } = readSelection(query, facets);
  return {
    period,
    listed,
    rows: selected(listed, selection, facets),
    facets,
    selection,
    isInAskedOrder: false,
    unknown,
    question: '',
    asked: undefined,
  };
}
