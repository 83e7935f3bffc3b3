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
  // Joining leaves one text of the many pieces, which take more memory than what they hold.
  if (Array.isArray(value))
    return `[${value.map((element) => textOf(element, place.elements)).join(',')}]`;
  let text = '';
  // Its members are read by the names that it has.
  const record = value as Readonly<Record<string, unknown>>;
  for (const { name, label, within } of place.formOf(value).members) {
    const member = record[name];
    if (member === undefined) continue;
    if (text !== '') text += ',';
    text += label + textOf(member, within);
  }
  return `{${text}}`;
}
