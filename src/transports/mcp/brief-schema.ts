/**
 * Schemas of answers, as briefly as they help: an answer's members and the members of those, with
 * their types. Deeper records, and those with names of their own, are only called objects; `/api/openapi.json` has them in full.
 */

export type JsonSchema = Record<string, unknown>;

const REFERENCE = '#/$defs/';

/** How deep objects are listed with their members: the answer itself is 0. */
const MAX_LISTED_DEPTH = 1;

/**
 * @param definitions what `$ref`s name; those in `kept` stay references, others are put in their place
 * @param depth how many objects the schema lies in
 */
export function brief(
  schema: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
  kept: ReadonlySet<string>,
  depth = 0,
): JsonSchema {
  const inner = (part: unknown, at = depth) => brief(Object(part), definitions, kept, at);
  const { $ref, ...stated } = schema;
  if (typeof $ref === 'string') {
    const id = $ref.slice(REFERENCE.length);
    if (kept.has(id)) return schema;
    const named = { ...definitions[id], ...stated };
    return inner(named['properties'] === undefined ? named : { ...stated, type: 'object' });
  }
  const own: JsonSchema = { ...stated };
  if (depth > 1) delete own['description'];
  if (own['properties'] !== undefined) {
    if (depth > MAX_LISTED_DEPTH) return { type: 'object' };
    own['properties'] = Object.fromEntries(
      Object.entries(Object(own['properties'])).map(([name, member]) => [
        name,
        inner(member, depth + 1),
      ]),
    );
  }
  if (own['items'] !== undefined) own['items'] = inner(own['items']);
  if (Array.isArray(own['anyOf'])) {
    own['anyOf'] = own['anyOf'].map((option) => inner(option));
    return withNull(own);
  }
  return own;
}

/** `{type: [text, null]}` and `{enum: [a, null]}` instead of `anyOf`, for one shape or null. */
function withNull(stated: JsonSchema): JsonSchema {
  const { anyOf, ...own } = stated;
  const [one, other, ...more] = anyOf as JsonSchema[];
  if (one === undefined || other?.['type'] !== 'null' || more.length > 0) return stated;
  if (Array.isArray(one['enum'])) return { ...one, enum: [...one['enum'], null], ...own };
  if (typeof one['type'] === 'string') return { ...one, type: [one['type'], 'null'], ...own };
  return stated;
}
