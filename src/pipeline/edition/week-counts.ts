/** Counts by company and week that several periods look at: each is made once. */
export class WeekCounts {
  readonly #firstWeek: number;
  readonly #weeks: number;
  /** One more than the count; 0 where it is not made yet. */
  readonly #counts: Int32Array;

  /** @param weeks by week index, both inclusive */
  constructor(companies: number, weeks: { first: number; last: number }) {
    this.#firstWeek = weeks.first;
    this.#weeks = weeks.last - weeks.first + 1;
    this.#counts = new Int32Array(companies * this.#weeks);
  }

  /** @param company its place @param make counts, where nobody has */
  of(company: number, week: number, make: () => number): number {
    const at = company * this.#weeks + week - this.#firstWeek;
    const known = this.#counts[at] ?? 0;
    if (known > 0) return known - 1;
    const count = make();
    this.#counts[at] = count + 1;
    return count;
  }

  /** Has the counts of a company made again. */
  forget(company: number): void {
    this.#counts.fill(0, company * this.#weeks, (company + 1) * this.#weeks);
  }
}
