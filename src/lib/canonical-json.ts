/**
 * Canonical JSON: two programs that hold the same values write the same bytes, so their digests can
 * be compared.
 */

/**
 * The canonical text of a value (RFC 8785, JSON Canonicalization Scheme): no spaces, members sorted
 * by the UTF-16 code units of their names, numbers as ECMAScript writes them. Undefined members are
 * left out.
 *
 * @throws RangeError for a number that JSON cannot represent
 */
export function canonicalJson(value: unknown): string {
  return textOf(value, new Place());
}

/**
 * The sorted members of objects that have the same names in the same order, so that the sorting is
 * done once.
 */
type Form = {
  names: readonly string[];
  /** Sorted by name. `within` is the place of the member's value. */
  members: readonly { name: string; label: string; within: Place }[];
};

/** Maximum number of forms cached for a place. Objects used as maps would add one each. */
const MAX_FORMS = 16;

/**
 * A place in a document, such as the elements of one list. The objects at a place have few distinct
 * forms.
 */
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
    const form = { names, members };
    if (this.#forms.length < MAX_FORMS) this.#forms.push(form);
    return form;
  }
}

function areSame(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && names.every((name, at) => name === others[at]);
}

function textOf(value: unknown, place: Place): string {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError(`${value} has no form in JSON`);
    return `${value}`;
  }
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  // Joining produces one flat string; a string built by concatenation would keep all its pieces in
  // memory.
  if (Array.isArray(value))
    return `[${value.map((element) => textOf(element, place.elements)).join(',')}]`;
  let text = '';
  // Members are only read by names that the object has.
  const record = value as Readonly<Record<string, unknown>>;
  for (const { name, label, within } of place.formOf(value).members) {
    const member = record[name];
    if (member === undefined) continue;
    if (text !== '') text += ',';
    text += label + textOf(member, within);
  }
  return `{${text}}`;
}
