/** The notes of an answer: what was left out of its rows, and why. */
import { count, counted } from '../../lib/prose.ts';
import { notCoveredIn } from '../../published/not-covered.ts';
import type { Published } from '../../published/published.ts';
import { fieldsIn, type Plan } from './plan.ts';
import { fieldOf } from './query-fields.ts';
import type { Outcome } from './run-plan.ts';

/** @param week slug of the only or last week */
export async function notesOf(
  plan: Plan,
  outcome: Outcome,
  published: Published,
  week: string | undefined,
): Promise<string[]> {
  const { subject, nth, offset } = plan;
  const { items, total, unknown } = outcome;
  const notes = [...unknown].map(([name, rows]) => {
    const title = fieldOf(subject, name)?.title ?? name;
    return `${title.charAt(0).toUpperCase()}${title.slice(1)} not known for ${count(rows)} more.`;
  });
  const left = total - offset - items.length;
  if (left > 0 && nth === undefined && plan.canonical.limit === undefined)
    notes.push(`${counted(items.length, 'row')} of ${total} shown; the next page has more.`);
  const [placed] = items;
  if (nth !== undefined && placed?.rank !== undefined && placed.rank !== nth)
    notes.push(`It shares place ${placed.rank} with others that have the same value.`);
  notes.push(...(await notCovered(plan, outcome, published, week)));
  if (fieldsIn(plan).some(({ kind }) => kind === 'money'))
    notes.push(`Amounts are in ${plan.currency}; others are never converted, and not known here.`);
  return notes;
}

/** Why the numbers of named startups are not known. */
async function notCovered(
  { subject, metric, names, operation }: Plan,
  { items }: Outcome,
  published: Published,
  week: string | undefined,
): Promise<string[]> {
  if (subject !== 'startup' || operation === 'series' || !metric?.isWeekly || !week) return [];
  const notes: string[] = [];
  for (const { key, value } of items) {
    const company = names.some((name) => name.key === key) && published.companies.get(key);
    if (value === null && company && !(await published.editions.startup(week, key)))
      notes.push(...(await notCoveredIn(company, week, published)).notes);
  }
  return notes;
}
