/** The columns of a week while they are filled from its `signals.csv`. */
import { type Field, isNumber } from './field.ts';
import { FIELDS } from './query-fields.ts';
import { RELEASE_DAYS } from './release-days.ts';

/** Numbers with fractions; all others are whole and small, so that half the bytes hold them. */
const FRACTIONS: ReadonlySet<string> = new Set(['ratio', 'share']);

/** What a record says of a startup in its week beyond the numbers. */
export const CATEGORIES = [
  'sector',
  'stage',
  'status',
  'geography',
  'signalType',
  'signalStrength',
];

export const NUMBERS: readonly Field[] = FIELDS.startup.filter(
  (field) => field.isWeekly === true && isNumber(field) && field.name !== RELEASE_DAYS,
);

export class WeekColumns {
  readonly #numbers: ReadonlyMap<string, Float32Array | Float64Array>;
  readonly #categories: ReadonlyMap<string, Uint8Array>;

  constructor(capacity: number) {
    this.#numbers = new Map(
      NUMBERS.map(({ name, kind }) => {
        const Column = FRACTIONS.has(kind) ? Float64Array : Float32Array;
        return [name, new Column(capacity).fill(Number.NaN)];
      }),
    );
    this.#categories = new Map(CATEGORIES.map((name) => [name, new Uint8Array(capacity)]));
  }

  setNumber(name: string, place: number, text: string): void {
    const column = this.#numbers.get(name);
    if (column) column[place] = numberOf(text);
  }

  setCategory(name: string, place: number, code: number): void {
    const column = this.#categories.get(name);
    if (column) column[place] = code;
  }

  /** What is filled of them. */
  cut(size: number, covered: readonly number[]) {
    const isCovered = new Uint8Array(size);
    for (const place of covered) isCovered[place] = 1;
    const numbers = new Map([...this.#numbers].map(([name, own]) => [name, own.slice(0, size)]));
    const categories = new Map(
      [...this.#categories].map(([name, own]) => [name, own.slice(0, size)]),
    );
    return { numbers, categories, isCovered };
  }
}

/** Percents become ratios: `+12%` is 0.12. */
function numberOf(text: string): number {
  if (text === '') return Number.NaN;
  return text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
}
