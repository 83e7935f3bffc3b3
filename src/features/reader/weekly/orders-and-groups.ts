/** Startups that are not named in groups, or in an order. */
import type { WrittenQuery } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import { fallbackMeasure, isNumberOf } from '../metrics.ts';
import { type Draft, isYesNo, wantsOne, where } from '../pieces.ts';
import { type AboutAll, alternativesOf, assumedMetric, tailOf } from './all-startups.ts';
import { timeFields } from './weekly-time.ts';

/** What `top` and `best` mean of startups without more. */
const OF_RANKING =
  /^(?:top|best|leading|strongest|hottest|leads?|leaders?|number one|no 1|first|highest|ahead|tops|worst|bottom|lowest|last|weakest|poorest|laggards?|foremost|dead last|in front|(?:in )?(?:the lead|last place)|front[- ]?runners?|(?:best|top|highest|worst|lowest|bottom)[- ]\w+)$/i;
const MAX_LISTED = 100;

export function groups(about: AboutAll): Draft | 'unreadable' | undefined {
  const { pieces, list, time } = about;
  const [group] = pieces.frame.words('groupBy');
  // "the top startup of each sector": an order within each group
  if (group && about.isSuperlative && about.measure === undefined) return 'unreadable';
  // "UK or EU: which region has more startups?"
  const asksGroup = about.nouns.length > 0 || about.fields.some(isNumberOf);
  const alternatives = asksGroup ? alternativesOf(about) : undefined;
  const groupBy = group?.meaning.groupBy ?? alternatives?.field;
  if (groupBy === undefined) return undefined;
  pieces.take(group);
  if (alternatives) pieces.takeActs('compare');
  const metric = about.fields.find((field) => field !== groupBy && isNumberOf(field));
  const query: WrittenQuery = {
    subject: 'startup',
    ...(metric === undefined ? { measure: 'count' } : { measure: fallbackMeasure(metric), metric }),
    groupBy,
    ...where(list),
    ...timeFields(time),
  };
  // "do US startups commit more than EU ones": each of them, or all together
  const isOfEach = alternatives !== undefined && query.measure === 'sum' && isYesNo(pieces);
  return isOfEach
    ? { query: { ...query, measure: 'mean' }, also: [query], assumed: ['measure'] }
    : { query, assumed: [] };
}

export function ranking(about: AboutAll): Draft | 'unreadable' | undefined {
  const { pieces, metric, fields, list, time, direction, limit, nth } = about;
  if (!about.isSuperlative) return undefined;
  const isOfPlaces = about.orders.every(({ text }) => OF_RANKING.test(text));
  const chosen = asksHottest(about)
    ? 'trendingRank'
    : metric === 'sectorRank'
      ? 'scoreComposite'
      : (metric ?? (isOfPlaces ? 'scoreComposite' : undefined));
  if (chosen === undefined) return 'unreadable';
  if (about.isChange) pieces.takeChanges();
  if (fieldOf('startup', chosen)?.kind === 'ratio') pieces.takeAll('isRatio');
  const isTrending = chosen === 'trendingRank';
  // "the best, with a composite above 90": all of them
  const isBounded = list.some(({ field, op }) => field === chosen && op !== '=' && op !== '!=');
  const filtered = list.map(({ field }) => field).filter((field) => isNumberOf(field));
  const show = [...new Set([...fields.slice(1), ...filtered])].filter((field) => field !== chosen);
  return {
    query: {
      subject: 'startup',
      operation: 'rank',
      metric: chosen,
      ...tailOf(
        about,
        isTrending ? 'lowest' : direction,
        wantsOne(pieces) && !about.sorts && !isTrending,
      ),
      ...((isTrending || about.sorts) && nth === undefined && limit === undefined && { limit: 20 }),
      ...(isBounded && nth === undefined && limit === undefined && { limit: MAX_LISTED }),
      ...(show.length > 0 && { show }),
      ...where(list),
      ...timeFields(time),
    },
    assumed: assumedMetric(about),
  };
}

/** `the hottest startups of the week`: of all together, that is the trending list. */
function asksHottest({ pieces, metric, nouns, list }: AboutAll): boolean {
  const isHottest = pieces.frame.words('order').some(({ text }) => /^hottest$/i.test(text));
  const isOfSeveral = nouns.some(({ meaning }) => meaning.isOne !== true);
  return isHottest && isOfSeveral && metric === 'scoreComposite' && list.length === 0;
}
