/** The page that shows what a query found. */
import type { Addresses } from '../../lib/addresses.ts';
import type { QueryAnswer } from '../query/answer-schema.ts';
import { listedConditions } from '../query/query.ts';
import { isDeal } from '../reader/say/many.ts';

const MAX_COMPARED = 4;

/** @param question that asked for it, which pages of lists read as well */
export function pageOf(
  { subject, query, rows, total }: QueryAnswer,
  addresses: Addresses,
  question?: string,
): string {
  const names = [query['names'] ?? []].flat().map(String);
  const [first] = rows;
  const isList = !('measure' in query) && total > 1 && names.length === 0;
  const list = (path: string) =>
    addresses.at(
      isList && question !== undefined ? `${path}?q=${encodeURIComponent(question)}` : path,
    );
  if (subject === 'startup' && names.length > 1 && names.length <= MAX_COMPARED)
    return addresses.comparison(...names);
  if (names.length > 0 && first?.url) return first.url;
  if (names[0] !== undefined && (isDeal(subject) || subject === 'company'))
    return addresses.diligence(names[0]);
  if (rows.length === 1 && total === 1 && first?.url) return first.url;
  if (isDeal(subject)) return rows.length === 1 && first?.url ? first.url : addresses.diligence();
  if (subject === 'company' || subject === 'fund' || subject === 'acquirer')
    return list('/diligence');
  if (rows.length === 1 && first?.url) return first.url;
  if (query['metric'] === 'trendingRank') return addresses.at('/trending');
  const sector = sectorIn(query['where']);
  if (subject === 'startup' && sector !== undefined) return addresses.sector(sector);
  if (subject === 'sector') return addresses.at('/sectors');
  return subject === 'startup' && isList ? list('/startups') : addresses.home();
}

/** The sector that is the only condition. */
export function sectorIn(where: unknown): string | undefined {
  const [own, ...others] = listedConditions(where);
  const isOne = own?.field === 'sector' && own.op === '=' && own.values.length === 1;
  return isOne && others.length === 0 ? String(own.values[0]) : undefined;
}
