/** Splits long-running work into slices, so that the process can serve requests in between. */
import { setImmediate } from 'node:timers/promises';

/** Short compared with how long a request may wait. */
const SLICE_MS = 5;
/** Few enough to sort within one slice. */
const SORT_RUN_LENGTH = 1_000;

export class Slices {
  #begun = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#begun > SLICE_MS;
  }

  async map<T, R>(list: Iterable<T>, make: (one: T, index: number) => R): Promise<R[]> {
    const made: R[] = [];
    for (const one of list) {
      if (this.isOver) await this.pause();
      made.push(make(one, made.length));
    }
    return made;
  }

  /** Calls `work` for each element of a list. */
  async each<T>(list: Iterable<T>, work: (one: T) => void): Promise<void> {
    for (const one of list) {
      if (this.isOver) await this.pause();
      work(one);
    }
  }

  /** Sorts a list: sorts runs, then merges them. */
  async sorted<T>(list: readonly T[], compare: (one: T, other: T) => number): Promise<T[]> {
    let runs: T[][] = [];
    for (let from = 0; from < list.length; from += SORT_RUN_LENGTH) {
      if (this.isOver) await this.pause();
      runs.push(list.slice(from, from + SORT_RUN_LENGTH).sort(compare));
    }
    while (runs.length > 1) {
      const merged: T[][] = [];
      for (let index = 0; index < runs.length; index += 2)
        merged.push(await this.#merged(runs[index] ?? [], runs[index + 1] ?? [], compare));
      runs = merged;
    }
    return runs[0] ?? [];
  }

  async #merged<T>(
    one: readonly T[],
    other: readonly T[],
    compare: (one: T, other: T) => number,
  ): Promise<T[]> {
    const merged: T[] = [];
    const rest = other.values();
    let next = rest.next();
    for (const value of one) {
      if (merged.length % SORT_RUN_LENGTH === 0 && this.isOver) await this.pause();
      for (; !next.done && compare(next.value, value) < 0; next = rest.next())
        merged.push(next.value);
      merged.push(value);
    }
    for (; !next.done; next = rest.next()) merged.push(next.value);
    return merged;
  }

  async pause(): Promise<void> {
    await setImmediate();
    this.#begun = performance.now();
  }
}
