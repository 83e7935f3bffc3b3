/** The parts of one cover of a question, by kinds, as shapes ask for them. */
import { type Condition, MAX_ROWS, type Subject, type WrittenQuery } from '../query/query.ts';
import { TIME } from '../query/query-fields.ts';
import type { Edge, Kind, Meaning, Of, Time } from './meaning.ts';

export type Item = { from: number; to: number; meaning: Meaning; key: string };

/** Words that say more than the meanings they are part of. */
const SIGNS = {
  plural:
    /^(?:startups|companies|firms|ones|names|businesses|cos|players|projects|rounds|deals|acquisitions|raises|investors|funds|vcs|backers|acquirers|buyers|teams|outfits|vendors|shops|lately|recently|leaders|laggards|winners|movers|gainers|losers|growers|drops|jumps|gains|falls|rises|declines|all|exits|those|are)$/,
  /** `companies of a16z` */
  companies: /^companies$/,
  pluralSector: /^(?:sectors|categories|verticals|industries|segments|spaces|fields|areas)$/,
  /** `was it bought`, but not `who did it buy` */
  passive: /^(?:was|were|been|got|being)$/,
  active: /^did$/,
  /** `how many do you follow` */
  followed: /^(?:track|tracked|follow|monitor|watch)$/,
  covered: /^covered$/,
  /** `the smallest sector` */
  size: /^(?:biggest|largest|smallest|tiniest)$/,
  /** `dropped out of the top 20` */
  out: /^out$/,
  /** `acquisitions of X`: those that X made. */
  deeds: /^(?:acquisitions|takeovers|purchases)$/,
} as const;

const OF_30_DAYS: ReadonlySet<string> = new Set(
  'contributors contributorGrowth newPeople30d returningPeople30d newRepos largestContributorShare30d releaseDays'.split(
    ' ',
  ),
);
const MAX_SHORT = 4;
/** Numbers from here on are amounts, without a currency as well. */
export const MIN_AMOUNT = 1e5;

/** Members that say more than a meaning's kind. */
const DETAILS = ['entity', 'act', 'trend', 'subject', 'ask', 'measure'];

/** The key by which a shape reads a meaning: its kind, with a detail if it has one. */
function keyOf(meaning: Meaning): string {
  const { kind } = meaning;
  if (kind === 'value') return meaning.field === 'sector' ? 'sector' : 'value';
  if (kind === 'time') return `time:${meaning.time.kind}`;
  const detail = DETAILS.find((name) => name in meaning);
  // A detail is one of its own members.
  return detail === undefined ? kind : `${kind}:${meaning[detail as keyof Meaning]}`;
}

export type Parts = ReturnType<typeof partsOf>;

/** Everything that shapes ask of a cover, found once. */
export function partsOf(edges: readonly Edge[], words: readonly string[], isYesNo: boolean) {
  const items = edges
    .filter(({ meaning }) => meaning.kind !== 'idle')
    .map(({ from, to, meaning }): Item => ({ from, to, meaning, key: keyOf(meaning) }));
  const keys = new Set(items.flatMap(({ key, meaning }) => [key, meaning.kind]));
  const byKind = Map.groupBy(
    items.map(({ meaning }) => meaning),
    ({ kind }) => kind,
  );
  // Meanings are kept by their kind.
  const all = <K extends Kind>(kind: K) => (byKind.get(kind) ?? []) as unknown as readonly Of<K>[];
  const names = [...new Map(all('name').map((name) => [name.slug, name])).values()];
  const [more, move, nth] = [all('more')[0], all('move')[0], all('nth')[0]];
  // `top 10 fastest growing`
  const order = all('order').find(({ field }) => field !== undefined) ?? all('order')[0];
  const times = timesIn(all('time'));
  const otherTimes = times.filter(({ kind }) => kind !== 'now');
  const [time] = otherTimes;
  const isWindow = (metric: string | undefined) =>
    time?.isMonth === true && metric !== undefined && OF_30_DAYS.has(metric);
  return {
    items,
    isYesNo,
    /** The question says little beyond the parts that were read. */
    isShort: words.length - items.reduce((sum, { from, to }) => sum + to - from, 0) < MAX_SHORT,
    /** Each once. */
    names,
    slugs: names.map(({ slug }) => slug),
    startups: names.filter(({ entity }) => entity === 'startup'),
    sectors: [...new Set(all('value').flatMap(sectorsIn))],
    order,
    more,
    /** The direction of an order or comparison. */
    direction: order?.order ?? more?.order,
    /** A direction that is asked about. */
    move,
    nth: nth?.n,
    measure: all('measure')[0]?.measure,
    /** The number of rows asked for. */
    number: all('number').find(isRowCount)?.value,
    /** Fields that are asked for by themselves. */
    fields: fieldsIn(all('field'), move),
    /** `by commits`: the field that an order goes by. */
    by: all('field').find(({ isBy }) => isBy)?.field,
    times,
    /** Times other than the current week. */
    otherTimes,
    /** Times other than the current week and all weeks. */
    datedTimes: otherTimes.filter(({ kind }) => kind !== 'all'),
    /** The one time that is meant, if it is not the current week. */
    time,
    all,
    /** Whether there is any of these. */
    has: (...some: readonly string[]) => some.some((key) => keys.has(key)),
    /** Whether one of the words says so. */
    says: (sign: keyof typeof SIGNS) => words.some((word) => SIGNS[sign].test(word)),
    place: (key: string) => items.find((item) => item.key === key)?.from ?? -1,
    /** `contributors in the past month`: the number covers that time anyway. */
    isWindow,
    /** The time as fields of a query. */
    when: (subject: Subject, metric?: string): Partial<WrittenQuery> =>
      TIME[subject] === 'today' || !time || isWindow(metric)
        ? {}
        : whenOf(time, TIME[subject] === 'dated'),
    /** Conditions on rows of the subject, of those fields that it has. */
    where: (subject: Subject) => conditionsIn(all, subject),
  };
}

const sectorsIn = ({ field, values }: Of<'value'>) =>
  field === 'sector' ? values.filter((value) => value !== null) : [];

const isRowCount = ({ unit, value }: Of<'number'>): boolean =>
  unit === undefined && Number.isInteger(value) && value > 0 && value <= MAX_ROWS;

function fieldsIn(fields: readonly Of<'field'>[], move: Of<'move'> | undefined): string[] {
  const sorted = fields.toSorted((one, other) => Number(other.isBy ?? 0) - Number(one.isBy ?? 0));
  const named = [...new Set(sorted.map(({ field }) => field))];
  // Next to other scores, growth is one.
  const isScore =
    named.filter((name) => name.startsWith('score')).length > 1 &&
    move?.to === 'up' &&
    move.field === undefined;
  return isScore ? [...named, 'scoreGrowth'] : named;
}

function timesIn(meanings: readonly Of<'time'>[]): Time[] {
  const times = meanings.map(({ time }) => time);
  return times.some(({ kind }) => kind !== 'all' && kind !== 'now')
    ? times.filter(({ kind }) => kind !== 'all')
    : times;
}

export function whenOf({ kind, from, to }: Time, isDated = false): Partial<WrittenQuery> {
  if (kind === 'all') return isDated ? {} : { period: 'all' };
  if (kind === 'since' && from !== undefined) return { from };
  if (kind === 'until' && to !== undefined) return { to };
  if (from === undefined) return {};
  if (to !== undefined) return { from, to };
  return { period: from };
}

function conditionsIn(
  all: <K extends Kind>(kind: K) => readonly Of<K>[],
  subject: Subject,
): Condition[] {
  const values = all('value')
    .filter(({ field }) => field !== '')
    .map(
      ({ field, values, isNot }): Condition => ({
        field,
        op: isNot ? '!=' : '=',
        values: [...values],
      }),
    );
  const roles = all('role').flatMap(({ act, slugs }): Condition[] => {
    const field = ROLE_FIELDS[subject]?.[act];
    return field === undefined ? [] : slugs.map((slug) => ({ field, op: '=', values: [slug] }));
  });
  const amounts = all('bound')
    .flatMap(({ bounds }) => bounds)
    .filter(({ value, unit }) => unit === 'money' || value >= MIN_AMOUNT)
    .map(({ op, value }): Condition => ({ field: 'amount', op, values: [value] }));
  const conditions = [
    ...values,
    ...all('condition').flatMap((one) => one.conditions),
    ...roles,
    ...(subject === 'round' || subject === 'acquisition' ? amounts : []),
  ].map((one) => ({ ...one, field: RENAMED[subject]?.[one.field] ?? one.field }));
  return [...new Map(conditions.map((one) => [JSON.stringify(one), one])).values()];
}

type BySubject<Name extends string> = Readonly<
  Partial<Record<Subject, Readonly<Partial<Record<Name, string>>>>>
>;

const ROLE_FIELDS: BySubject<Of<'role'>['act']> = {
  startup: { backed: 'backers', led: 'leads', acquired: 'acquiredBy' },
  company: { backed: 'backers', led: 'leads', acquired: 'acquiredBy' },
  round: { backed: 'investors', led: 'lead' },
  exit: { acquired: 'by' },
  acquisition: { acquired: 'acquirer' },
};

/** Deals have their stage and amount under other names. */
const OF_ROUNDS = { stage: 'roundStage', raised: 'amount', lastRoundAmount: 'amount' };
const RENAMED: BySubject<string> = {
  round: OF_ROUNDS,
  backing: OF_ROUNDS,
  acquisition: { raised: 'amount', lastRoundAmount: 'amount' },
  company: { amount: 'raised' },
};
