/** What grew or fell among startups that are not named. */
import { fieldOf } from '../../query/query-fields.ts';
import { DEFAULT_METRIC, growthOf, isNumberOf } from '../metrics.ts';
import { type Draft, wantsOne, where } from '../pieces.ts';
import { type AboutAll, assumedMetric, tailOf } from './all-startups.ts';
import { seriesOfAll } from './measures.ts';
import { timeFields } from './weekly-time.ts';

export function developments(about: AboutAll): Draft | 'unreadable' | undefined {
  const { pieces, acts, metric, time, isChange } = about;
  if (acts.has('series') && metric !== undefined) {
    pieces.takeActs('series');
    return seriesOfAll(about, timeFields(time));
  }
  if (!isChange) return undefined;
  return publishedGrowth(about) ?? ofAllTogether(about) ?? changes(about);
}

/** `growing fastest`, `dropped most`: the growth that a week's record has. */
function publishedGrowth(about: AboutAll): Draft | undefined {
  const { pieces, acts, metric, time, direction, list } = about;
  const isRatio = pieces.takeAll('isRatio') || about.isPart;
  const isRelative = isRatio || !(acts.has('gain') || acts.has('lose'));
  const isPublished = metric === undefined || growthOf(metric) !== metric;
  if (time.kind === 'against' || !about.isSuperlative || !isRelative || !isPublished)
    return undefined;
  pieces.takeActs('compare');
  pieces.takeChanges();
  const falls = acts.has('fall') || acts.has('lose');
  const ordered = (order: 'lowest' | undefined) => ({
    subject: 'startup' as const,
    operation: 'rank' as const,
    metric: growthOf(metric ?? DEFAULT_METRIC),
    ...tailOf(about, order, wantsOne(pieces)),
    ...where(list),
    ...timeFields(time),
  });
  const isBoth = falls && (acts.has('rise') || acts.has('gain'));
  return {
    query: ordered(!isBoth && (falls || direction === 'lowest') ? 'lowest' : undefined),
    // "winners and losers"
    ...(isBoth && { also: [ordered('lowest')] }),
    assumed: assumedMetric(about),
  };
}

/** `how have commits in security developed since May` */
function ofAllTogether(about: AboutAll): Draft | undefined {
  const { pieces, metric, time, nouns, details, limit } = about;
  const isAboutAll =
    nouns.length === 0 && details.length === 0 && !about.isSuperlative && limit === undefined;
  if (metric === undefined || !isNumberOf(metric) || !isAboutAll) return undefined;
  pieces.takeChanges();
  const when = time.kind === 'against' ? { from: time.against, ...time.when } : timeFields(time);
  const draft = seriesOfAll(about, when);
  return draft && { ...draft, assumed: ['measure'] };
}

/** Each startup against an earlier week. */
function changes(about: AboutAll): Draft | 'unreadable' | undefined {
  const { pieces, acts, metric, time, direction, list } = about;
  const isAgainst = time.kind === 'against';
  if (!isAgainst && !(metric !== undefined && about.isSuperlative) && !acts.has('change'))
    return undefined;
  pieces.takeActs('compare');
  pieces.takeChanges();
  if (metric === undefined && !isAgainst) return 'unreadable';
  // A rank that falls is a number that grows.
  const isRank = metric !== undefined && fieldOf('startup', metric)?.kind === 'rank';
  const falls = (acts.has('fall') || acts.has('lose')) !== isRank;
  const isRatio = pieces.frame.words('isRatio').length > 0;
  const isOfMonth =
    !isAgainst &&
    time.kind === 'none' &&
    pieces.frame.of('time').some(({ text }) => /month|30 days/i.test(text));
  return {
    query: {
      subject: 'startup',
      operation: 'change',
      metric: metric ?? DEFAULT_METRIC,
      ...(isAgainst && { against: time.against }),
      // "gained most contributors last month": a month is what they are counted in
      ...(isOfMonth && { against: 'latest-4' }),
      ...(isRatio && { changeBy: 'ratio' as const }),
      ...tailOf(about, falls === (direction === 'lowest') ? undefined : 'lowest', wantsOne(pieces)),
      ...where(list),
      ...timeFields(time),
    },
    assumed: assumedMetric(about),
  };
}
