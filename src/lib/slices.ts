/** Long work in slices, so that what else the process has to do comes in between. */
import { setImmediate } from 'node:timers/promises';

/** Short against what a request may wait. */
const SLICE_MS = 10;

export class Slices {
  #begun = performance.now();

  /** Whether it is time to pause. */
  get isOver(): boolean {
    return performance.now() - this.#begun > SLICE_MS;
  }

  /** Makes something of each in a list. */
  async map<T, R>(list: Iterable<T>, make: (one: T) => R): Promise<R[]> {
    const made: R[] = [];
    for (const one of list) {
      if (this.isOver) await this.pause();
      made.push(make(one));
    }
    return made;
  }

  /** Lets others run. */
  async pause(): Promise<void> {
    await setImmediate();
    this.#begun = performance.now();
  }
}
