/** Splits long-running work into slices, so that the process can serve requests in between. */
import { setImmediate } from 'node:timers/promises';

/** Short compared with how long a request may wait. */
const SLICE_MS = 5;

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
    await this.map(list, work);
  }

  async pause(): Promise<void> {
    await setImmediate();
    this.#begun = performance.now();
  }
}
