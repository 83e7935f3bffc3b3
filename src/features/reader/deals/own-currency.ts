/** The currency of somebody's amounts, where the question names none. */
import type { Registry } from '../../../registry/schema.ts';
import type { WrittenQuery } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';

const USUAL = 'USD';

/** The only one in which anything is known of those named; undefined for the usual one, or several. */
export function ownCurrency(
  { subject, names }: WrittenQuery,
  { deals }: Registry,
): string | undefined {
  if (!Array.isArray(names) || names.length === 0) return undefined;
  const known =
    subject === 'acquisition'
      ? deals.acquisitions.filter(({ acquired }) => names.includes(acquired))
      : deals.rounds.filter(({ company }) => names.includes(company));
  const said = new Set(
    known.flatMap(({ amount, currency }) => (amount == null ? [] : [currency ?? USUAL])),
  );
  const [only, ...others] = said;
  return others.length === 0 && only !== USUAL ? only : undefined;
}

/** A further query of the same answer, its amounts in the currency of the first. */
export function inCurrency(query: WrittenQuery, currency: string | undefined): WrittenQuery {
  const { subject, metric, show = [] } = query;
  const shown = Array.isArray(show) ? show : [show];
  const isOfMoney = [metric, ...shown].some(
    (name) => name !== undefined && fieldOf(subject, name)?.kind === 'money',
  );
  return currency === undefined || !isOfMoney ? query : { ...query, currency };
}
