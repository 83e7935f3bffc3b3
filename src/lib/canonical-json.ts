/**
 * JSON in one form only: two programs that hold the same values write the same bytes, so that their
 * digests can be compared.
 */

/**
 * The canonical text of a value (RFC 8785, JSON Canonicalization Scheme): no spaces, members in the
 * order of their names' UTF-16 code units, numbers as ECMAScript writes them. Members that are
 * undefined are left out.
 *
 * @throws RangeError for a number that JSON cannot hold
 */
export function canonicalJson(value: unknown): string {
  return textOf(value, new Place());
}

/** Objects of one form: the same names, set in the same order. Sorting them once is enough. */
type Form = {
  names: readonly string[];
  /** In the order of their names; the place's own members lie under `within`. */
  members: readonly { name: string; label: string; within: Place }[];
  /** Whether an object keeps members in the order in which they are set: numbers come before names. */
  isOrderable: boolean;
};

/** Forms that are remembered of a place: objects that are used as maps have one each. */
const MAX_FORMS = 16;

/** A place in a document, such as the elements of one list, where few forms of objects stand. */
class Place {
  readonly #forms: Form[] = [];
  #elements: Place | undefined;

  get elements(): Place {
    this.#elements ??= new Place();
    return this.#elements;
  }

  formOf(value: object): Form {
    const names = Object.keys(value);
    for (const form of this.#forms) if (areSame(form.names, names)) return form;
    const members = names
      .toSorted((one, other) => (one < other ? -1 : 1))
      .map((name) => ({ name, label: `${JSON.stringify(name)}:`, within: new Place() }));
    const isOrderable = !names.some((name) => /^\d+$/.test(name) || name === '__proto__');
    const form = { names, members, isOrderable };
    if (this.#forms.length < MAX_FORMS) this.#forms.push(form);
    return form;
  }
}

function areSame(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && names.every((name, at) => name === others[at]);
}

function textOf(value: unknown, place: Place): string {
  // One after the other, so that a long list is not there twice.
  if (Array.isArray(value))
    return `[${value.map((element) => elementText(element, place.elements)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(ordered(value, place));
  const texts: string[] = [];
  // Its members are read by the names that it has.
  const record = value as Readonly<Record<string, unknown>>;
  for (const { name, label, within } of place.formOf(value).members)
    if (record[name] !== undefined) texts.push(label + textOf(record[name], within));
  return `{${texts.join(',')}}`;
}

/** The engine's own writer is faster than ours, where it can be brought to write in order. */
function elementText(value: unknown, place: Place): string {
  const same = ordered(value, place);
  return same === UNORDERED ? textOf(value, place) : JSON.stringify(same);
}

const UNORDERED = Symbol('an object that cannot keep its members in order');

/** The same value with the members of its objects in order, or `UNORDERED`. */
function ordered(value: unknown, place: Place): unknown {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError(`${value} has no form in JSON`);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const elements = value.map((element) => ordered(element, place.elements));
    return elements.includes(UNORDERED) ? UNORDERED : elements;
  }
  const { members, isOrderable } = place.formOf(value);
  if (!isOrderable) return UNORDERED;
  const record = value as Readonly<Record<string, unknown>>;
  const same: Record<string, unknown> = {};
  for (const { name, within } of members) {
    const member = ordered(record[name], within);
    if (member === UNORDERED) return UNORDERED;
    same[name] = member;
  }
  return same;
}
