/** The choice among the readings of one question: the cheapest, and its distance from the next. */
import { listedConditions, QUERY_FIELDS } from '../query/query.ts';
import { TIME } from '../query/query-fields.ts';
import { asidesIn, isTelling } from './asides.ts';
import { type Cover, UNREAD_COST } from './chart.ts';
import { droppedFrom } from './dropped.ts';
import { LOOSE_WORDS } from './lexicon.ts';
import type { Edge } from './meaning.ts';
import { type Item, type Parts, partsOf } from './parts.ts';
import { ACQUISITION_SHAPES } from './shapes/of-acquisitions.ts';
import { LIST_SHAPES } from './shapes/of-all.ts';
import { ROUND_SHAPES } from './shapes/of-rounds.ts';
import { SECTOR_SHAPES } from './shapes/of-sectors.ts';
import { STARTUP_SHAPES } from './shapes/of-startups.ts';
import type { Draft, Shape } from './shapes/shape.ts';
import { type Token, textOf } from './tokens.ts';

export type Reading = ReturnType<typeof readingsOf>[number];

const SHAPES: readonly Shape[] = [
  ...STARTUP_SHAPES,
  ...LIST_SHAPES,
  ...SECTOR_SHAPES,
  ...ACQUISITION_SHAPES,
  ...ROUND_SHAPES,
];
/** Costs of parts that a shape does not read and that say little, by their keys or kinds. */
const LEFT_COST: ReadonlyMap<string, number> = new Map(
  (
    [
      [0.1, 'ask:profile'],
      [0.5, 'prior by'],
      [2, 'latest'],
      [2.5, 'ask order more nth number measure move'],
      [3, 'time:all versus both than'],
      [5, 'subject trend:series trend:change trend:peak trend:first trend:last'],
      [6, 'trending'],
      [10, 'ask:when'],
    ] as const
  ).flatMap(([cost, keys]) => keys.split(' ').map((key) => [key, cost])),
);
/** From here on, a part that was left is said to be. */
const DROPPED_COST = 2;
const ASIDE_COST = 1;
const COST_OF_PART = 0.1;
/** Readings that cost so much more than the cheapest are no rivals of it. */
const MAX_MARGIN = 0.5;
/** Readings of other meanings that cost so little more are as likely. */
const TIE = 0.04;
/** Kinds that may be meant although they are mentioned in passing. */
const KEPT_KINDS: ReadonlySet<string> = new Set(
  'name value condition round time role absent'.split(' '),
);
/** Fields of which a category has one: `Seed against Series A` is no condition. */
const ONE_VALUED: ReadonlySet<string> = new Set(
  'sector stage geography status signalType'.split(' '),
);
/** The members of a query that make it another question: not its further columns and their number. */
const ASKED = [...Object.keys(QUERY_FIELDS), 'field', 'op', 'values'].filter(
  (name) => name !== 'show' && name !== 'limit',
);

/** The question that all covers are of. */
export type Asked = {
  tokens: readonly Token[];
  base: readonly Edge[];
  isYesNo: boolean;
  corrections: number;
};

/** The cheapest one; undefined if it leaves too much unread to be one, and no words say what. */
export function cheapestReading(covers: readonly Cover[], asked: Asked): Reading | undefined {
  const readings: Reading[] = [];
  let best: Reading | undefined;
  for (const cover of covers)
    for (const reading of readingsOf(cover, asked, (best?.cost ?? Infinity) + MAX_MARGIN)) {
      readings.push(reading);
      if (!best || reading.cost < best.cost) best = reading;
    }
  if (!best || (best.cost >= UNREAD_COST && best.unread.length === 0)) return undefined;
  const { cost } = best;
  const key = JSON.stringify(best.query, ASKED);
  const rivals = readings.filter(
    (one) => one.cost < cost + MAX_MARGIN && JSON.stringify(one.query, ASKED) !== key,
  );
  const meanings = meaningsIn(best.parts);
  return {
    ...best,
    margin: Math.min(MAX_MARGIN, ...rivals.map((one) => one.cost - cost)),
    isAmbiguous: rivals.some((one) => one.cost < cost + TIE && meaningsIn(one.parts) !== meanings),
  };
}

const ASKS =
  /^(?:what|which|who|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|will)$/;

/** Clauses with unread words that ask something too: `newcomers, did they stick?` */
function askedAside(unread: readonly number[], tokens: readonly Token[]): string[] {
  const clauses = new Set(unread.map((place) => tokens[place]?.clause));
  return [...clauses].flatMap((clause) => {
    const words = tokens.filter((token) => token.clause === clause);
    const first = words.find(({ word }) => word !== 'and' && word !== 'but');
    return ASKS.test(first?.word ?? '') ? words.map(({ text }) => text).join(' ') : [];
  });
}

/** Acts count as one: the order of words tells the actor, and not the form of a verb. */
const meaningsIn = ({ items }: Parts): string =>
  items
    .map(({ key, meaning: { kind } }) => (kind === 'act' ? kind : key))
    .toSorted()
    .join();

/** The readings of one cover, by all shapes, that may cost less than a limit. */
function readingsOf(cover: Cover, asked: Asked, limit: number) {
  const { tokens, base, isYesNo, corrections } = asked;
  const asides = asidesIn(cover, tokens, isYesNo);
  const isAside = (place: number) =>
    asides.has(tokens[place]?.clause ?? -1) && !isName(place, asked);
  const isLoose = (place: number) => LOOSE_WORDS.has(tokens[place]?.word ?? '') && !isAside(place);
  const isKept = ({ from, meaning: { kind } }: Edge) => !isAside(from) || KEPT_KINDS.has(kind);
  const passed = cover.edges.filter((one) => !isKept(one) && isTelling(one.meaning.kind));
  const floor = costOf(cover, isAside, base) + passed.length * ASIDE_COST;
  if (floor >= limit) return [];
  const words = tokens.map(({ word }) => word);
  const parts = partsOf(cover.edges.filter(isKept), words, isYesNo);
  const [currency] = parts.all('currency');
  const unread = cover.unread.filter((place) => !isAside(place));
  return SHAPES.flatMap(({ name, needs, build }) => {
    const draft = needs.every((need) => need(parts)) ? build(parts) : undefined;
    const supplied = draft?.supplied ?? 0;
    if (!draft || isContradictory(draft) || floor + supplied >= limit) return [];
    const left = droppedFrom(draft, parts).map((item) => ({
      text: textOf(tokens, item.from, item.to),
      cost: leftCost(item, isAside(item.from)),
    }));
    const cost = floor + supplied + left.reduce((sum, one) => sum + one.cost, 0);
    const leftFrom = (low: number, high: number) =>
      left.filter((one) => one.cost >= low && one.cost < high).map(({ text }) => text);
    const isOfMoney = currency && TIME[draft.query.subject] !== 'weekly';
    return [
      {
        ...draft,
        query: isOfMoney ? { currency: currency.currency, ...draft.query } : draft.query,
        shape: name,
        supplied,
        parts,
        cost,
        /** The additional cost of the next reading that asks for something else. */
        margin: MAX_MARGIN,
        /** Its words may as well have other meanings. */
        isAmbiguous: false,
        /** A sentence or clause was passed over in which nothing is asked. */
        passesAside: asides.size > 0,
        /** A clause that was passed over asks for something. */
        passesTelling: passed.length > 0,
        /** Words that nothing accounts for. */
        unread: [
          ...unread.map((place) => textOf(tokens, place)),
          ...leftFrom(UNREAD_COST, Infinity),
        ],
        /** Parts that its shape reads and the query does not reflect, and words that may say more. */
        dropped: [
          ...leftFrom(DROPPED_COST, UNREAD_COST),
          ...cover.ignored.filter(isLoose).map((place) => textOf(tokens, place)),
          ...askedAside(cover.unread.filter(isAside), tokens),
        ],
        ignored: cover.ignored.length,
        /** A name that is also a word, and is not written as a name. */
        restsOnWord: parts.names.some(({ isWord }) => isWord),
        corrections: corrections + parts.names.filter((one) => one.isCorrected).length,
        /** The part of the cost that is not for what was read as such. */
        doubt: Math.max(0, cost - COST_OF_PART * (parts.items.length + 0.5)),
      },
    ];
  });
}

/** Whether a name is at a place, and is written as such. */
function isName(place: number, { base, tokens }: Asked): boolean {
  return base.some(
    ({ from, to, meaning }) =>
      from <= place &&
      place < to &&
      meaning.kind === 'name' &&
      (!meaning.isWord || /^\p{Lu}/u.test(tokens[from]?.text ?? '')),
  );
}

/** Words of an aside cost little, unless they carry a meaning. */
function costOf(
  { cost, unread }: Cover,
  isAside: (place: number) => boolean,
  base: readonly Edge[],
): number {
  const passed = unread.filter(isAside);
  const told = passed.filter((place) =>
    base.some(
      ({ from, meaning: { kind } }) => from === place && (isTelling(kind) || KEPT_KINDS.has(kind)),
    ),
  );
  return cost - passed.length * (UNREAD_COST - ASIDE_COST / 4) + told.length * ASIDE_COST;
}

function leftCost({ key, meaning: { kind } }: Item, isAside: boolean): number {
  if (isAside) return isTelling(kind) ? ASIDE_COST : ASIDE_COST / 4;
  return LEFT_COST.get(key) ?? LEFT_COST.get(kind) ?? UNREAD_COST;
}

function isContradictory({ query: { where } }: Draft): boolean {
  const fixed = listedConditions(where).filter(
    ({ op, field }) => op === '=' && ONE_VALUED.has(field),
  );
  return fixed.some(({ field, values: [value = null] }) =>
    fixed.some((other) => other.field === field && !other.values.includes(value)),
  );
}
