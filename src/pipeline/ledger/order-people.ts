/** Puts what people did in the order of companies, people, days and copies. */
import { KeyNumbers } from './key-numbers.ts';
import { PlaceSorter, placesByOwner, reorder } from './row-order.ts';
import { Starts, sharedIntegers } from './shared-columns.ts';

/** A row each, in any order. */
type PersonRows = {
  companies: Int32Array;
  /** A person is known by two numbers; agents' own accounts have −1. */
  ones: Int32Array;
  others: Int32Array;
  days: Int32Array;
  copies: Int32Array;
};

/** Where people and their rows begin, as `PeopleColumns` says it. */
type PeopleStarts = { companies: Int32Array; persons: Int32Array; isAgent: Int32Array };

/**
 * @param companies how many there are
 * @param values columns that are brought into the order; those of one person, day and copy are added up
 */
export function orderPeople(
  rows: PersonRows,
  companies: number,
  values: readonly Int32Array[],
): PeopleStarts {
  const { places, starts } = placesByOwner(rows.companies, companies);
  const order = new PeopleOrder(rows, companies);
  for (let company = 0; company < companies; company++)
    order.add(company, places.subarray(starts[company], starts[company + 1]));
  reorder([rows.days, rows.copies, ...values], places);
  return order.finish();
}

class PeopleOrder {
  readonly #rows: PersonRows;
  /** By row, the number of its person in its company. */
  readonly #numbers: Int32Array;
  readonly #sorter = new PlaceSorter();
  readonly #known = new KeyNumbers();
  readonly #starts: Starts;
  readonly #persons: Int32Array;
  readonly #isAgent: Int32Array;
  #people = 0;
  #kept = 0;

  constructor(rows: PersonRows, companies: number) {
    const { length } = rows.companies;
    this.#rows = rows;
    this.#numbers = new Int32Array(length);
    this.#starts = new Starts(companies);
    this.#persons = sharedIntegers(length + 1);
    this.#isAgent = sharedIntegers(length);
  }

  /** @param places of the company's rows, sorted in place */
  add(company: number, places: Int32Array): void {
    const { days, copies } = this.#rows;
    this.#starts.see(company, this.#people);
    this.#numberPeople(places);
    for (const keys of [copies, days, this.#numbers]) this.#sorter.sort(places, keys);
    this.#addUp(places);
  }

  #numberPeople(places: Int32Array): void {
    const { ones, others } = this.#rows;
    this.#known.clear();
    for (let at = 0; at < places.length; at++) {
      const place = places[at] ?? 0;
      this.#numbers[place] = this.#known.of(ones[place] ?? 0, others[place] ?? 0);
    }
  }

  /** Marks rows that continue the one before them, and sees where people begin. */
  #addUp(places: Int32Array): void {
    const { days, copies, others } = this.#rows;
    let [person, day, copy] = [-1, 0, 0];
    for (let at = 0; at < places.length; at++) {
      const place = places[at] ?? 0;
      if (this.#numbers[place] !== person) {
        person = this.#numbers[place] ?? 0;
        this.#persons[this.#people] = this.#kept;
        this.#isAgent[this.#people++] = (others[place] ?? 0) < 0 ? 1 : 0;
      } else if (days[place] === day && copies[place] === copy) {
        places[at] = ~place;
        // What is added to the row before it.
        days[place] = 0;
        copies[place] = 0;
        continue;
      }
      [day, copy] = [days[place] ?? 0, copies[place] ?? 0];
      this.#kept++;
    }
  }

  finish(): PeopleStarts {
    this.#persons[this.#people] = this.#kept;
    return {
      companies: this.#starts.finish(this.#people),
      persons: this.#persons.subarray(0, this.#people + 1),
      isAgent: this.#isAgent.subarray(0, this.#people),
    };
  }
}
