/** What an answer says beside its rows: what was left out, and why. */
import { counted } from '../../lib/prose.ts';
import { notCoveredIn } from '../../published/not-covered.ts';
import type { Published } from '../../published/published.ts';
import { isMoney, type Row } from './deal-row.ts';
import type { DealSubject } from './deal-tables.ts';
import type { Item } from './items.ts';
import { fieldsIn, type Plan } from './plan.ts';
import { fieldOf, TIME } from './query-fields.ts';
import { unknownNote } from './read-as.ts';
import type { Outcome } from './run-plan.ts';

export async function notesOf(
  plan: Plan,
  { items, total, unknown }: Outcome,
  published: Published,
  weeks: readonly string[],
  rowsOf: (subject: DealSubject) => readonly Row[],
): Promise<string[]> {
  const { subject, metric, names, offset, operation } = plan;
  const notes = [...unknown].map(([name, rows]) =>
    unknownNote(rows, fieldOf(subject, name)?.title ?? name),
  );
  const left = total - offset - items.length;
  if (left > 0 && plan.nth === undefined && plan.canonical.limit === undefined)
    notes.push(`${counted(items.length, 'row')} of ${total} shown; the next page has more.`);
  const last = items.at(-1);
  const isTied =
    plan.nth !== undefined &&
    items.length === 1 &&
    last?.rank !== undefined &&
    last.rank !== plan.nth;
  if (isTied) notes.push(`It shares place ${last.rank} with others that have the same value.`);
  if (subject === 'startup' && TIME[subject] === 'weekly' && operation !== 'series')
    for (const { key } of names) {
      const missing = items.find((item) => item.key === key && item.value === null);
      const company = published.companies.get(key);
      const week = weeks[plan.weeks.at(-1) ?? -1];
      if (
        missing &&
        company &&
        week !== undefined &&
        metric?.isWeekly === true &&
        !(await published.editions.startup(week, key))
      )
        notes.push(...(await notCoveredIn(company, week, published)).notes);
    }
  notes.push(...otherCurrencies(plan, items, rowsOf));
  return notes;
}

/** That amounts in other currencies are left out, if there are any among what was asked for. */
function otherCurrencies(
  plan: Plan,
  items: readonly Item[],
  rowsOf: (subject: DealSubject) => readonly Row[],
): string[] {
  const { subject, currency, names } = plan;
  const asked = fieldsIn(plan).filter(({ kind }) => kind === 'money');
  if (asked.length === 0 || subject === 'startup' || subject === 'sector') return [];
  const all = rowsOf(subject);
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
