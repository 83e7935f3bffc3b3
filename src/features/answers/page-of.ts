/** The page that shows what a query found. */
import type { Addresses } from '../../lib/addresses.ts';
import type { QueryAnswer } from '../query/answer-schema.ts';
import { isDeal } from '../reader/say/many.ts';

const MAX_COMPARED = 4;

export function pageOf({ subject, query, rows }: QueryAnswer, addresses: Addresses): string {
  const names = [query['names'] ?? []].flat().map(String);
  const [first] = rows;
  if (subject === 'startup' && names.length > 1 && names.length <= MAX_COMPARED)
    return addresses.comparison(...names);
  if (names.length > 0 && first?.url) return first.url;
  if (isDeal(subject) || subject === 'company' || subject === 'fund' || subject === 'acquirer')
    return names[0] === undefined
      ? rows.length === 1 && first?.url
        ? first.url
        : addresses.diligence()
      : addresses.diligence(names[0]);
  if (subject === 'market') return addresses.at('/markets');
  if (subject === 'finding') return addresses.research();
  const sector = sectorIn(query['where']);
  if (subject === 'startup' && sector !== undefined) return addresses.sector(sector);
  if (rows.length === 1 && first?.url) return first.url;
  return query['metric'] === 'trendingRank' ? addresses.at('/trending') : addresses.home();
}

function sectorIn(where: unknown): string | undefined {
  if (!Array.isArray(where)) return undefined;
  const own = where.find(
    (one) => one.field === 'sector' && one.op === '=' && one.values.length === 1,
  );
  return own === undefined ? undefined : String(own.values[0]);
}
