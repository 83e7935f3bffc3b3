/**
 * Rows in memory, put in order by their places. An engine takes longer to sort rows than to read them,
 * and a ledger's files nearly have the order that is needed.
 */

import { sharedIntegers } from './shared-columns.ts';

/** Places of rows by owner, in the order in which the rows came. */
type PlacesByOwner = {
  places: Int32Array;
  /** Where each owner's places begin; one more than there are owners. */
  starts: Int32Array;
};

/** @param owners of each row, from 0 @param count how many there are */
export function placesByOwner(owners: Int32Array, count: number): PlacesByOwner {
  const next = new Int32Array(count + 1);
  for (const owner of owners) next[owner + 1] = (next[owner + 1] ?? 0) + 1;
  for (let owner = 0; owner < count; owner++)
    next[owner + 1] = (next[owner + 1] ?? 0) + (next[owner] ?? 0);
  const starts = sharedIntegers(next.length);
  starts.set(next);
  const places = new Int32Array(owners.length);
  for (let row = 0; row < owners.length; row++) {
    const owner = owners[row] ?? 0;
    const at = next[owner] ?? 0;
    places[at] = row;
    next[owner] = at + 1;
  }
  return { places, starts };
}

/** Sorts places by their rows' keys, by counting: keys of some rows are never far apart. */
export class PlaceSorter {
  #before = new Int32Array(0);
  #counts = new Int32Array(0);

  /** Stable: sorting by one key after the other orders by the last one first. */
  sort(places: Int32Array, keys: Int32Array): void {
    let least = keys[places[0] ?? 0] ?? 0;
    let [most, previous, isSorted] = [least, least, true];
    for (let at = 0; at < places.length; at++) {
      const key = keys[places[at] ?? 0] ?? 0;
      if (key < previous) isSorted = false;
      if (key < least) least = key;
      if (key > most) most = key;
      previous = key;
    }
    if (!isSorted) this.#count(places, keys, least, most - least + 1);
  }

  #count(places: Int32Array, keys: Int32Array, least: number, range: number): void {
    if (this.#counts.length <= range) this.#counts = new Int32Array(2 * range);
    if (this.#before.length < places.length) this.#before = new Int32Array(2 * places.length);
    const [before, counts] = [this.#before, this.#counts];
    before.set(places);
    counts.fill(0, 0, range + 1);
    for (let at = 0; at < places.length; at++) {
      const after = (keys[before[at] ?? 0] ?? 0) - least + 1;
      counts[after] = (counts[after] ?? 0) + 1;
    }
    for (let key = 1; key < range; key++) counts[key] = (counts[key] ?? 0) + (counts[key - 1] ?? 0);
    for (let at = 0; at < places.length; at++) {
      const place = before[at] ?? 0;
      const key = (keys[place] ?? 0) - least;
      const to = counts[key] ?? 0;
      places[to] = place;
      counts[key] = to + 1;
    }
  }
}

/** Sorts rows that are equal in other respects and follow one another; most are in order already. */
export function sortEqual(
  places: Int32Array,
  isEqual: (one: number, other: number) => boolean,
  compare: (one: number, other: number) => number,
): void {
  let [start, isSorted] = [0, true];
  for (let at = 1; at <= places.length; at++) {
    const [before, place] = [places[at - 1] ?? 0, places[at] ?? 0];
    if (at < places.length && isEqual(before, place)) {
      if (compare(before, place) > 0) isSorted = false;
    } else {
      if (!isSorted) places.subarray(start, at).sort(compare);
      [start, isSorted] = [at, true];
    }
  }
}

/**
 * Puts columns into the order of the places; the values of one below 0, `~place`, are added to those of
 * the one before it.
 */
export function reorder(columns: readonly Int32Array[], places: Int32Array): void {
  const before = new Int32Array(places.length);
  for (const values of columns) {
    before.set(values.subarray(0, places.length));
    let row = -1;
    for (let at = 0; at < places.length; at++) {
      const place = places[at] ?? 0;
      if (place >= 0) values[++row] = before[place] ?? 0;
      else values[row] = (values[row] ?? 0) + (before[~place] ?? 0);
    }
  }
}
