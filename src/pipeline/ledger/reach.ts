/** Through which days copies count, as it stood on some day. */
import type { Day } from '../../lib/period.ts';

export class Reach {
  readonly #through: readonly Day[];
  readonly #least: Day;

  /** @param through last full day held, of each copy */
  constructor(through: readonly Day[]) {
    this.#through = through;
    this.#least = through.reduce((least, day) => Math.min(least, day), Infinity);
  }

  /** The same for two ledgers that hold the same days of each copy up to that one. */
  on(day: Day): readonly Day[] {
    if (day <= this.#least) return [day];
    return this.#through.map((through) => Math.min(through, day));
  }
}
