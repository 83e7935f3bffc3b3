/** The notes of an answer: what was left out of its rows, and why. */
import { counted } from '../../lib/prose.ts';
import { notCoveredIn } from '../../published/not-covered.ts';
import type { Published } from '../../published/published.ts';
import { isMoney, type Row } from './deal-row.ts';
import { fieldsIn, type Plan } from './plan.ts';
import { fieldOf } from './query-fields.ts';
import { unknownNote } from './read-as.ts';
import type { Outcome } from './run-plan.ts';

/** @param rows of companies and deals, all of them */
export async function notesOf(
  plan: Plan,
  outcome: Outcome,
  published: Published,
  weeks: readonly string[],
  rows: readonly Row[],
): Promise<string[]> {
  const { subject, nth, offset } = plan;
  const { items, total, unknown } = outcome;
  const notes = [...unknown].map(([name, rows]) =>
    unknownNote(rows, fieldOf(subject, name)?.title ?? name),
  );
  const left = total - offset - items.length;
  if (left > 0 && nth === undefined && plan.canonical.limit === undefined)
    notes.push(`${counted(items.length, 'row')} of ${total} shown; the next page has more.`);
  const [placed] = items;
  if (nth !== undefined && placed?.rank !== undefined && placed.rank !== nth)
    notes.push(`It shares place ${placed.rank} with others that have the same value.`);
  return [
    ...notes,
    ...(await notCovered(plan, outcome, published, weeks.at(plan.weeks.at(-1) ?? -1))),
    ...otherCurrencies(plan, outcome, rows),
  ];
}

/** Why the numbers of named startups are not known. */
async function notCovered(
  { subject, metric, names, operation }: Plan,
  { items }: Outcome,
  published: Published,
  week: string | undefined,
): Promise<string[]> {
  if (subject !== 'startup' || operation === 'series' || !metric?.isWeekly || !week) return [];
  const missing = items.filter(
    ({ key, value }) => value === null && names.some((name) => name.key === key),
  );
  const notes: string[] = [];
  for (const { key } of missing) {
    const company = published.companies.get(key);
    if (company && !(await published.editions.startup(week, key)))
      notes.push(...(await notCoveredIn(company, week, published)).notes);
  }
  return notes;
}

/** The note that amounts in other currencies are left out, if the rows have any. */
function otherCurrencies(plan: Plan, { items }: Outcome, all: readonly Row[]): string[] {
  const { currency, names } = plan;
  const asked = fieldsIn(plan).filter(({ kind }) => kind === 'money');
  const rows = names.length > 0 ? items.flatMap(({ row = -1 }) => all[row] ?? []) : all;
  const others = rows.filter(({ cells }) =>
    asked.some(({ name }) => {
      const cell = cells[name];
      return isMoney(cell) && cell.amounts.some((sum) => sum.currency !== currency);
    }),
  ).length;
  if (others === 0) return [];
  return [
    `Amounts are in ${currency} and never converted: ${counted(others, 'row')} with amounts in other currencies ${others === 1 ? 'has' : 'have'} none of those.`,
  ];
}
