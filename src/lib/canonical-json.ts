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
  // The engine writes a copy with its members in order much faster than this could.
  const copy = inOrder(value);
  if (copy !== NO_COPY) return JSON.stringify(copy) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  // Whatever is no object has a copy.
  const record = value as JsonObject;
  const members = shapeOf(record)
    .sorted.filter((name) => record[name] !== undefined)
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(record[name])}`);
  return `{${members.join(',')}}`;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Objects hold array indices before all other names, and `__proto__` is no member that can be set. */
const NO_COPY = Symbol('an object cannot hold these members in order');

function inOrder(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError(`${value} has no form in JSON`);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return itemsInOrder(value);
  // Its members are read by the names that it has.
  const record = value as JsonObject;
  const copy: Record<string, unknown> = {};
  const { sorted, canBeCopied } = shapeOf(record);
  if (!canBeCopied) return NO_COPY;
  for (const name of sorted) {
    const member = inOrder(record[name]);
    if (member === NO_COPY) return NO_COPY;
    copy[name] = member;
  }
  return copy;
}

/** Most lists are of numbers or texts, which are as they are. */
function itemsInOrder(items: readonly unknown[]): unknown {
  let copy: unknown[] | undefined;
  for (let place = 0; place < items.length; place++) {
    const item = inOrder(items[place]);
    if (item === NO_COPY) return NO_COPY;
    if (item === items[place]) continue;
    copy ??= [...items];
    copy[place] = item;
  }
  return copy ?? items;
}

/** The names of an object's members, as they were set and in order. */
type Shape = { names: readonly string[]; sorted: readonly string[]; canBeCopied: boolean };

/** By number of members: records are many, and alike. */
const shapes: Shape[][] = [];
const MAX_SHAPES = 32;
const MAX_MEMBERS = 64;

function shapeOf(record: JsonObject): Shape {
  const names = Object.keys(record);
  const alike = shapes[names.length] ?? [];
  shapes[names.length] = alike;
  const known = alike.find((shape) => shape.names.every((name, place) => name === names[place]));
  if (known) return known;
  const canBeCopied = !names.some((name) => /^[0-9_]/.test(name));
  const shape = { names, sorted: names.toSorted(), canBeCopied };
  if (alike.length < MAX_SHAPES && names.length <= MAX_MEMBERS) alike.push(shape);
  return shape;
}
