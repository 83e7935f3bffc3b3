/** The answer to a question that was read as a query, and the facts that it rests on. */
import { deal } from './deal.ts';
import { groups, isDeal, list, ranking, whole } from './many.ts';
import { comparison, values } from './one.ts';
import type { Telling } from './telling.ts';
import { type Claim, type Row, weekName } from './voice.ts';
import { changes, extremes, series } from './weeks.ts';

/** Rows that are told as facts. */
const MAX_CLAIMS = 200;

/** Notes that the sentence makes redundant. */
const LEFT_OUT = /the next page has more|never converted|^(?:Rank among the trending|Backers) /;
/** Notes on a startup without data now, whose last known numbers are told instead. */
const KNOWN_LAST = /^(?:It is covered from|As of Week) /;
const UNKNOWN = / not known for \d+ more\.$/;

export function tell(telling: Telling): string {
  const { answer, query } = telling;
  const { operation, measure, groupBy } = query;
  const isOfNames = query.names !== undefined && operation === 'compare';
  const isOfNow = (query.period ?? query.from ?? query.to) === undefined;
  const notes = answer.notes
    .filter((note) => !LEFT_OUT.test(note) && !(isOfNames && UNKNOWN.test(note)))
    .filter((note) => !isOfNow || !KNOWN_LAST.test(note))
    .slice(0, 2);
  return [sentence(), ...notes].join(' ').trim();

  function sentence(): string {
    if (operation === 'change') return changes(telling);
    if (groupBy !== undefined)
      return operation === 'rank' && query.limit === 1 ? ranking(telling) : groups(telling);
    if (operation === 'series') return series(telling);
    if (measure !== undefined && (answer.subject !== 'sector' || measure === 'count'))
      return whole(telling);
    if (operation === 'extreme') return extremes(telling);
    if (operation === 'compare') return comparison(telling);
    if (operation === 'rank') return ranking(telling);
    return operation === 'list' || isListed(telling) ? list(telling) : values(telling);
  }
}

/** Without an operation, deals and filtered rows are lists. */
function isListed({ answer, query }: Telling): boolean {
  return isDeal(answer.subject) || query.names === undefined;
}

/** A claim for each row, with the page that shows it; for a deal, a published source. */
export function claimsOf(telling: Telling, text: string, fallback: string): Claim[] {
  const { answer } = telling;
  const isMeasure = answer.rows.length === 1 && answer.rows[0]?.url === null;
  if (answer.rows.length === 0 || isMeasure) return [{ claim: text, sourceUrl: fallback }];
  return answer.rows.slice(0, MAX_CLAIMS).map((row) => ({
    claim: telling.reads === 'packages' ? text : claim(telling, row),
    sourceUrl: row.sources?.[0] ?? row.url ?? fallback,
  }));
}

function claim(telling: Telling, row: Row): string {
  const { answer, query, reads } = telling;
  if (isDeal(answer.subject)) return deal(telling, row);
  const metric = telling.metric;
  const strength = metric?.name === 'signalStrength' ? row.value : row.fields['signalStrength'];
  const isOfNoSignal = strength === 'none' && metric?.name === 'signalStrength';
  const own =
    metric && query.measure !== 'count'
      ? telling.phrase(metric, row.value)
      : row.value === null
        ? ''
        : telling.brief(undefined, row.value);
  const before =
    row.before === undefined || !metric ? '' : `before: ${telling.brief(metric, row.before)}`;
  const when = row.period === null ? '' : ` (${weekName(row.period)})`;
  const parts = [
    reads === 'place' || reads === 'beyond' ? `number ${row.rank}` : '',
    isOfNoSignal ? '' : own,
    before,
    ...telling.further(row),
    strength === 'none' ? 'signal strength none' : '',
  ].filter((part) => part !== '');
  return `${row.name}${parts.length === 0 ? '' : `: ${parts.join('; ')}`}${when}`;
}
