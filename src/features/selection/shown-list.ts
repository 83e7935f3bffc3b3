/**
 * The startups shown at an address: those of a week, filtered by facets or by a question, and sorted.
 * A page, its files and its plot all use it, so they always agree.
 */
import type { Published } from '../../published/published.ts';
import type { UnknownValue } from '../query/list-engine.ts';
import { type AskedList, askedList } from './asked-list.ts';
import { type Facet, facetsOf } from './facets.ts';
import { type Listed, listedWeek } from './listed-week.ts';
import { readSelection, type Selection, selected } from './selection.ts';

export type ShownList = {
  /** Slug of the week. */
  period: string;
  /** All startups covered in the week, or found by the question, before filtering. */
  listed: readonly Listed[];
  /** The filtered and sorted rows, for all pages of the list. */
  rows: readonly Listed[];
  facets: readonly Facet[];
  selection: Selection;
  /** Whether the order is the question's. */
  isInAskedOrder: boolean;
  unknown: readonly UnknownValue[];
  question: string;
  asked: AskedList | undefined;
};

type Query = Readonly<Record<string, string | undefined>>;

/**
 * @param query parameters of the address: facets, `sort`, `order`, and `q` for a question
 * @param period default; a question may name another
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

/** The startups of a week filtered by facets, without a question. */
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
