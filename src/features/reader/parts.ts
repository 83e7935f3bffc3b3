/** The parts of one cover of a question, by kinds, as shapes ask for them. */
import { type Condition, MAX_ROWS, type WrittenQuery } from '../query/query.ts';
import { TIME } from '../query/query-fields.ts';
import type { Edge, Kind, Meaning, Of, Order, Time } from './meaning.ts';

export type Item = { from: number; to: number; meaning: Meaning; key: string };

/** Words that say more than the meanings they are part of. */
const SIGNS = {
  plural:
    /^(?:startups|companies|firms|ones|names|businesses|cos|players|projects|rounds|deals|acquisitions|raises|investors|funds|vcs|backers|acquirers|buyers|teams|outfits|vendors|shops|leaders|laggards|winners|movers|gainers|losers|growers|all|exits|those|are)$/,
  pluralSector: /^(?:sectors|categories|verticals|industries|segments|spaces|fields|areas)$/,
  /** `was it bought`, but not `who did it buy` */
  passive: /^(?:was|were|been|got|being)$/,
  active: /^did$/,
  /** `how many do you follow` */
  followed: /^(?:track|tracked|follow|monitor|watch)$/,
  covered: /^covered$/,
  /** `the smallest sector` */
  size: /^(?:biggest|largest|smallest|tiniest)$/,
  /** `all four scores` */
  scores: /^scores$/,
  /** `acquisitions of X`: those that X made. */
  deeds: /^(?:acquisitions|takeovers|purchases)$/,
} as const;

const OF_30_DAYS: ReadonlySet<string> = new Set(
  'contributors contributorGrowth newPeople30d returningPeople30d newRepos largestContributorShare30d releaseDays'.split(
    ' ',
  ),
);
const MAX_SHORT = 4;

/** The detail of a meaning that its key names, such as `act:acquire`. */
const DETAILS: Readonly<Record<string, string>> = {
  ...{ name: 'entity', act: 'act', role: 'act', trend: 'trend', subject: 'subject' },
  ...{ ask: 'ask', measure: 'measure' },
};

/** The key by which a shape reads a meaning: its kind, with a detail if it has one. */
function keyOf(meaning: Meaning): string {
  const { kind } = meaning;
  if (kind === 'value') return meaning.field === 'sector' ? 'sector' : 'value';
  if (kind === 'time') return `time:${meaning.time.kind}`;
  // A detail is one of its own members.
  const detail = (meaning as Readonly<Record<string, unknown>>)[DETAILS[kind] ?? ''];
  return detail === undefined ? kind : `${kind}:${detail}`;
}

export class Parts {
  readonly items: readonly Item[];
  /** Each once. */
  readonly names: readonly Of<'name'>[];
  readonly startups: readonly Of<'name'>[];
  readonly #keys = new Set<string>();
  readonly #byKind = new Map<Kind, Meaning[]>();
  readonly isYesNo: boolean;
  /** The question says little beyond the parts that were read. */
  readonly isShort: boolean;
  readonly #words: readonly string[];

  constructor(edges: readonly Edge[], words: readonly string[], isYesNo: boolean) {
    this.items = edges
      .filter(({ meaning }) => meaning.kind !== 'idle')
      .map(({ from, to, meaning }) => ({ from, to, meaning, key: keyOf(meaning) }));
    this.isYesNo = isYesNo;
    this.#words = words;
    this.isShort = words.length <= MAX_SHORT;
    for (const { meaning, key } of this.items) {
      this.#keys.add(key).add(meaning.kind);
      const known = this.#byKind.get(meaning.kind);
      if (known) known.push(meaning);
      else this.#byKind.set(meaning.kind, [meaning]);
    }
    this.names = [...new Map(this.all('name').map((name) => [name.slug, name])).values()];
    this.startups = this.names.filter(({ entity }) => entity === 'startup');
  }

  all<K extends Kind>(kind: K): readonly Of<K>[] {
    // Meanings are kept by their kind.
    return (this.#byKind.get(kind) ?? []) as unknown as readonly Of<K>[];
  }

  /** Whether there is any of these. */
  has(...keys: readonly string[]): boolean {
    return keys.some((key) => this.#keys.has(key));
  }

  /** Whether one of the words says so. */
  says(sign: keyof typeof SIGNS): boolean {
    return this.#words.some((word) => SIGNS[sign].test(word));
  }

  place(key: string): number {
    return this.items.find((item) => item.key === key)?.from ?? -1;
  }

  get slugs(): string[] {
    return this.names.map(({ slug }) => slug);
  }

  /** Fields that are asked for by themselves. */
  get fields(): string[] {
    const fields = [...this.all('field')].toSorted(
      (one, other) => Number(other.isBy ?? false) - Number(one.isBy ?? false),
    );
    const named = [...new Set(fields.map(({ field }) => field))];
    // Next to other scores, growth is one.
    const isScore =
      named.some((name) => name.startsWith('score')) &&
      this.move?.to === 'up' &&
      this.move.field === undefined;
    return isScore ? [...named, 'scoreGrowth'] : named;
  }

  /** `by commits`: the field that an order goes by. */
  get by(): string | undefined {
    return this.all('field').find(({ isBy }) => isBy)?.field;
  }

  get sectors(): string[] {
    const values = this.all('value').filter(({ field }) => field === 'sector');
    return [...new Set(values.flatMap(({ values }) => values.filter((value) => value !== null)))];
  }

  get order(): Of<'order'> | undefined {
    return this.all('order')[0];
  }

  get more(): Of<'more'> | undefined {
    return this.all('more')[0];
  }

  get measure(): Of<'measure'>['measure'] | undefined {
    return this.all('measure')[0]?.measure;
  }

  /** The number of rows asked for. */
  get number(): number | undefined {
    return this.all('number').find(
      ({ unit, value }) =>
        unit === undefined && Number.isInteger(value) && value > 0 && value <= MAX_ROWS,
    )?.value;
  }

  get nth(): number | undefined {
    return this.all('nth')[0]?.n;
  }

  get times(): Time[] {
    const times = this.all('time').map(({ time }) => time);
    return times.some(({ kind }) => kind !== 'all' && kind !== 'now')
      ? times.filter(({ kind }) => kind !== 'all')
      : times;
  }

  /** Times other than the current week. */
  get otherTimes(): Time[] {
    return this.times.filter(({ kind }) => kind !== 'now');
  }

  /** Times other than the current week and all weeks. */
  get datedTimes(): Time[] {
    return this.otherTimes.filter(({ kind }) => kind !== 'all');
  }

  /** The one time that is meant, if it is not the current week. */
  get time(): Time | undefined {
    return this.otherTimes[0];
  }

  /** A direction that is asked about. */
  get move(): Of<'move'> | undefined {
    return this.all('move')[0];
  }

  /** The direction of an order or comparison. */
  get direction(): Order | undefined {
    return this.order?.order ?? this.more?.order;
  }

  /** Conditions on rows of the subject, of those fields that it has. */
  where(subject: WrittenQuery['subject']): Condition[] {
    const values = this.all('value')
      .filter(({ field }) => field !== '')
      .map(
        ({ field, values, isNot }): Condition => ({
          field,
          op: isNot ? '!=' : '=',
          values: [...values],
        }),
      );
    const conditions = this.all('condition').flatMap((one) => one.conditions);
    const roles = this.all('role').flatMap(({ act, slugs }): Condition[] => {
      const field = ROLE_FIELDS[subject]?.[act];
      return field === undefined ? [] : slugs.map((slug) => ({ field, op: '=', values: [slug] }));
    });
    const bounds =
      subject === 'round' || subject === 'acquisition'
        ? this.all('bound').flatMap((one) =>
            one.bounds.filter(({ value, unit }) => unit === 'money' || value >= 1e5),
          )
        : [];
    const amounts = bounds.map(
      ({ op, value }): Condition => ({ field: 'amount', op, values: [value] }),
    );
    const all = [...values, ...conditions, ...roles, ...amounts].map((one) =>
      renamed(subject, one),
    );
    const distinct = new Map(all.map((one) => [JSON.stringify(one), one]));
    return [...distinct.values()];
  }

  /** `contributors in the past month`: the number covers that time anyway. */
  isWindow(metric: string | undefined): boolean {
    return this.time?.isMonth === true && metric !== undefined && OF_30_DAYS.has(metric);
  }

  /** The time as fields of a query. */
  when(subject: WrittenQuery['subject'] = 'startup', metric?: string): Partial<WrittenQuery> {
    const { time } = this;
    if (TIME[subject] === 'today' || !time || this.isWindow(metric)) return {};
    return whenOf(time, TIME[subject] === 'dated');
  }
}

export function whenOf({ kind, from, to }: Time, isDated = false): Partial<WrittenQuery> {
  if (kind === 'all') return isDated ? {} : { period: 'all' };
  if (kind === 'since' && from !== undefined) return { from };
  if (kind === 'until' && to !== undefined) return { to };
  if (from === undefined) return {};
  if (to !== undefined) return { from, to };
  return { period: from };
}

const ROLE_FIELDS: Readonly<
  Partial<Record<WrittenQuery['subject'], Partial<Record<Of<'role'>['act'], string>>>>
> = {
  startup: { backed: 'backers', led: 'leads', acquired: 'acquiredBy' },
  company: { backed: 'backers', led: 'leads', acquired: 'acquiredBy' },
  round: { backed: 'investors', led: 'lead' },
  exit: { acquired: 'by' },
  acquisition: { acquired: 'acquirer' },
};

/** Deals have their stage under another name. */
function renamed(subject: WrittenQuery['subject'], condition: Condition): Condition {
  if (subject === 'round' || subject === 'backing') {
    if (condition.field === 'stage') return { ...condition, field: 'roundStage' };
    if (condition.field === 'raised' || condition.field === 'lastRoundAmount')
      return { ...condition, field: 'amount' };
  }
  if (subject === 'company' && condition.field === 'amount')
    return { ...condition, field: 'raised' };
  return condition;
}
