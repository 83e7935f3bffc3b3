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

  /** Lets others run. */
  async pause(): Promise<void> {
    await setImmediate();
    this.#begun = performance.now();
  }
}
