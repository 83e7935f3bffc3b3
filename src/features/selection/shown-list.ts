/**
 * The startups shown at an address: those of a week, filtered by facets or by a question, and sorted.
 * A page, its files and its plot all use it, so they always agree.
 */
import type { Published } from '../../published/published.ts';
import { type AskedList, askedList } from './asked-list.ts';
import {
  type AddressQuery,
  type Choices,
  type Choosable,
  chooseRows,
  readChoices,
  type UnknownValue,
} from './choices.ts';
import { type Listed, listedWeek } from './listed-week.ts';
import { startupChoices } from './selection.ts';

export type ShownList = {
  /** Slug of the week. */
  period: string;
  /** All startups covered in the week, or found by the question, before filtering. */
  listed: readonly Listed[];
  /** The filtered and sorted rows, for all pages of the list. */
  rows: readonly Listed[];
  list: Choosable<Listed>;
  /** Without a sorting, the rows are in the question's order. */
  choices: Choices;
  unknown: readonly UnknownValue[];
  question: string;
  asked: AskedList | undefined;
};

/**
 * @param query parameters of the address: facets, `sort`, `order`, and `q` for a question
 * @param period default; a question may name another
 */
export async function shownList(
  query: AddressQuery,
  period: string,
  published: Published,
): Promise<ShownList> {
  const { registry } = published;
  const question = (query['q'] ?? '').trim();
  const asked = question === '' ? undefined : await askedList(question, published);
  if (asked?.kind !== 'list') {
    const listed = await listedWeek(period, published);
    const shown = shownOf(query, listed, startupChoices(registry));
    return { ...shown, period, question, asked };
  }
  const week = await listedWeek(asked.period, published);
  const bySlug = new Map(week.map((one) => [one.startup.slug, one]));
  const found = asked.slugs.flatMap((slug) => bySlug.get(slug) ?? []);
  const shown = shownOf(query, found, { ...startupChoices(registry), usual: undefined });
  return { ...shown, period: asked.period, question, asked };
}

/** The chosen ones of some startups. */
export function shownOf(
  query: AddressQuery,
  listed: readonly Listed[],
  list: Choosable<Listed>,
): Pick<ShownList, 'listed' | 'rows' | 'list' | 'choices' | 'unknown'> {
  const { choices, unknown } = readChoices(query, list);
  return { listed, rows: chooseRows(listed, list, choices), list, choices, unknown };
}
