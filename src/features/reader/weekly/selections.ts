/** Startups that satisfy something, as a list. */
import { fieldOf } from '../../query/query-fields.ts';
import { fallbackMeasure, isNumberOf } from '../metrics.ts';
import { type Draft, where } from '../pieces.ts';
import { type AboutAll, isOfPortfolio } from './all-startups.ts';
import { addChange } from './changes.ts';
import { timeFields } from './weekly-time.ts';

const MAX_LISTED = 100;
/** What a question begins with that asks what something is. */
const DEFINES = /^(?:what|what's|whats|how|how's|why|when|where)$/i;

export function selection(about: AboutAll): Draft | undefined {
  const { pieces, metric, list, time, acts, nouns, details, limit } = about;
  // "how much", "when", "where" ask for something else than who
  // … but "where do agents write over half of the commits" asks at which startups
  const isBounded = list.some(({ field }) => isNumberOf(field));
  if (
    metric === undefined &&
    details.some(
      ({ at, meaning: { detail } }) =>
        at === 0 && !(detail === 'who' || (detail === 'where' && isBounded)),
    )
  )
    return undefined;
  const asksRepositories = pieces.all.some(({ text }) => /^(?:git\w* )?repo/i.test(text));
  if (asksRepositories && nouns.length === 0 && metric === undefined) return undefined;
  if (about.isChange) addChange(about);
  const onlyFacts = list.every(({ field }) => fieldOf('company', field));
  if (about.isTracked && metric === undefined && time.kind === 'none' && onlyFacts)
    return {
      query: {
        subject: 'company',
        operation: 'list',
        limit: limit ?? MAX_LISTED,
        ...(isOfPortfolio(about) && { show: ['sector', 'status'] }),
        where: [{ field: 'tracked', op: '=', values: ['yes'] }, ...list],
      },
      assumed: [],
    };
  const isAsked =
    nouns.length > 0 ||
    details.length > 0 ||
    acts.has('list') ||
    (list.some(({ field }) => field !== 'sector') && !DEFINES.test(pieces.all[0]?.text ?? ''));
  if (list.length > 0 && isAsked) return selected(about);
  const [sector, ...more] = pieces.entities('sector');
  const hasField = metric !== undefined && fieldOf('sector', metric) !== undefined;
  if (!sector || more.length > 0 || !hasField) return undefined;
  return {
    query: {
      subject: 'sector',
      names: [sector.entity.slug],
      metric,
      measure: fallbackMeasure(metric),
      ...timeFields(time),
    },
    assumed: ['measure'],
  };
}

function selected({ metric, fields, list, time, limit }: AboutAll): Draft {
  const isOfSector = list.every(({ field }) => field === 'sector');
  if (isOfSector && metric !== undefined && isNumberOf(metric) && time.kind !== 'against')
    return {
      query: {
        subject: 'startup',
        measure: fallbackMeasure(metric),
        metric,
        ...where(list),
        ...timeFields(time),
      },
      assumed: ['measure'],
    };
  const show = [...new Set([...fields, ...list.map(({ field }) => field)])]
    .filter((field) => field !== 'covered')
    .slice(0, 12);
  return {
    query: {
      subject: 'startup',
      operation: 'list',
      limit: limit ?? MAX_LISTED,
      ...(show.length > 0 && { show }),
      ...where(list),
      ...timeFields(time),
    },
    assumed: [],
  };
}
