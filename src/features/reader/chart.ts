/**
 * The chart of a question: every reading of every stretch of it, and the cheapest ways to cover the
 * whole. Candidates own their places, no edge changes once it is found, and the order of rules does
 * not matter: they are applied until nothing new is found.
 */
import type { Edge, Meaning } from './meaning.ts';
import { combine } from './rules.ts';
import type { Token } from './tokens.ts';

export type Cover = {
  edges: readonly Edge[];
  unread: readonly number[];
  /** Places that were passed over although their words have a meaning, or may have one. */
  ignored: readonly number[];
  cost: number;
};

/** Words that may stand between two meanings that belong together. */
const SKIPPED: ReadonlySet<string> = new Set(
  "a an the of in is are was were be been being has have had having with its their that who which at by from to for on as it they them this these those do does did any own number value only just about around some made make makes written done there than's got get gets but and so now count involve involving involved hand account accounts wrote write writing let come comes coming say s all still any show shows showing between somewhere lie lies".split(
    ' ',
  ),
);
const MAX_SKIPPED = 4;
/** Edges of a question; further ones are not combined. */
const MAX_EDGES = 500;
/** The cost of a word that nothing accounts for. */
export const UNREAD_COST = 10;
/** The cost of taking a word for an idle one although it has a meaning. */
const IGNORED_COST = 0.6;
/** Meanings that turn or bound what is asked: passing over them is hardly right. */
const TURNING: ReadonlySet<string> = new Set(
  'none not both more measure value condition nth number'.split(' '),
);
const TURNING_COST = 2.5;
/** The cost of taking a word on its own although it is part of a phrase. */
const BROKEN_COST = 0.3;
/** The cost of each word between neighbours. */
const APART_COST = 0.02;
const EDGE_COST = 0.1;
/** The gain of reading neighbours together. */
const JOINED = 0.05;
/** The cost of taking a bare number for a bound. */
const BARE = 0.5;
/** The cost of passing over a word within a phrase that has a meaning. */
const WITHIN_COST = 0.3;
const KEPT = 24;

/** Adds a cost to edges that break up a longer phrase. */
export function withoutBreaks(edges: readonly Edge[]): Edge[] {
  const phrases = edges.filter(({ from, to, meaning }) => to - from > 1 && meaning.kind !== 'idle');
  return edges.map((one) =>
    phrases.some(
      ({ from, to }) => from <= one.from && one.to <= to && one.to - one.from < to - from,
    )
      ? { ...one, cost: one.cost + BROKEN_COST }
      : one,
  );
}

/** Adds the edges that the rules make of neighbours. */
export function combined(base: readonly Edge[], tokens: readonly Token[]): Edge[] {
  const edges = [...base];
  const byStart = new Map<number, Edge[]>();
  const byEnd = new Map<number, Edge[]>();
  const known = new Set<string>();
  const keep = (edge: Edge): boolean => {
    const key = `${edge.from} ${edge.to} ${JSON.stringify(edge.meaning)}`;
    if (known.has(key)) return false;
    known.add(key);
    byStart.getOrInsertComputed(edge.from, () => []).push(edge);
    byEnd.getOrInsertComputed(edge.to, () => []).push(edge);
    return true;
  };
  for (const edge of base) keep(edge);
  for (let index = 0; index < edges.length && edges.length < MAX_EDGES; index++) {
    const edge = edges[index];
    if (!edge) break;
    const onRight = reachFrom(edge.to, tokens, 1).flatMap(({ place, between }) =>
      (byStart.get(place) ?? []).map((right) => ({ left: edge, right, between })),
    );
    const onLeft = reachFrom(edge.from - 1, tokens, -1).flatMap(({ place, between }) =>
      (byEnd.get(place + 1) ?? []).map((left) => ({ left, right: edge, between })),
    );
    for (const { left, right, between } of [...onRight, ...onLeft]) {
      // Across a punctuation mark, only direct neighbours belong together.
      const isOneClause = tokens[left.to - 1]?.clause === tokens[right.from]?.clause;
      if (between.length > 0 && !isOneClause) continue;
      const meaning = combine(left, right, between);
      if (!meaning) continue;
      const isBare = meaning.kind === 'condition' && meaning.isBare;
      const cost =
        left.cost + right.cost - JOINED + APART_COST * between.length + (isBare ? BARE : 0);
      const made = { from: left.from, to: right.to, meaning, cost };
      if (keep(made)) edges.push(made);
    }
  }
  return edges;
}

/** The places that are reached over words that may be skipped. */
function reachFrom(
  start: number,
  tokens: readonly Token[],
  step: 1 | -1,
): { place: number; between: string[] }[] {
  const reached = [{ place: start, between: [] as string[] }];
  const between: string[] = [];
  for (let place = start; between.length < MAX_SKIPPED; place += step) {
    const word = tokens[place]?.word;
    if (word === undefined || !SKIPPED.has(word)) break;
    if (step > 0) between.push(word);
    else between.unshift(word);
    reached.push({ place: place + step, between: [...between] });
  }
  return reached;
}

export function edge(from: number, to: number, meaning: Meaning, extra = 0): Edge {
  return { from, to, meaning, cost: EDGE_COST + extra };
}

/**
 * The cheapest covers.
 *
 * @param isIdle whether a word carries no meaning, so that skipping it is free
 * @param isLoose whether an idle word may carry one after all
 */
export function coversOf(
  edges: readonly Edge[],
  length: number,
  isIdle: (place: number) => boolean,
  isLoose: (place: number) => boolean,
): Cover[] {
  const byStart = Map.groupBy(edges, ({ from }) => from);
  const within = new Set(
    edges.flatMap(({ from, to }) =>
      Array.from({ length: to - from - 1 }, (_, index) => from + 1 + index),
    ),
  );
  const passing = (place: number): number => {
    if (!isIdle(place)) return UNREAD_COST;
    const own = byStart.get(place);
    if (!own) return within.has(place) ? WITHIN_COST : 0;
    const isTurning = own.some(({ to, meaning }) => to === place + 1 && TURNING.has(meaning.kind));
    return isTurning ? TURNING_COST : IGNORED_COST;
  };
  const best: Cover[][] = Array.from({ length: length + 1 }, () => []);
  best[0] = [{ edges: [], unread: [], ignored: [], cost: 0 }];
  for (let place = 0; place < length; place++) {
    const here = cheapest(best[place] ?? []);
    const unread = passing(place);
    for (const cover of here) {
      best[place + 1]?.push({
        edges: cover.edges,
        unread: unread < UNREAD_COST ? cover.unread : [...cover.unread, place],
        ignored:
          unread < UNREAD_COST && (unread >= IGNORED_COST || isLoose(place))
            ? [...cover.ignored, place]
            : cover.ignored,
        cost: cover.cost + unread,
      });
      for (const next of byStart.get(place) ?? [])
        best[next.to]?.push({
          edges: [...cover.edges, next],
          unread: cover.unread,
          ignored: cover.ignored,
          cost: cover.cost + next.cost,
        });
    }
  }
  return cheapest(best[length] ?? []);
}

function cheapest(covers: readonly Cover[]): Cover[] {
  return covers.toSorted((one, other) => one.cost - other.cost).slice(0, KEPT);
}
