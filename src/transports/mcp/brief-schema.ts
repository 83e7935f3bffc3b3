/**
 * Abbreviates answers' schemas to the members of an answer and their members, with types. Deeper and
 * named records are only described as objects; `/api/openapi.json` has the complete schemas.
 */

export type JsonSchema = Record<string, unknown>;

const REFERENCE = '#/$defs/';

/** Maximum depth at which an object's members are listed; the answer itself has depth 0. */
const MAX_LISTED_DEPTH = 1;

/**
 * @param definitions targets of `$ref`s; those in `kept` remain references, others are inlined
 * @param depth number of enclosing objects
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

/** Converts `anyOf` of one type and null to `{type: [text, null]}` or `{enum: [a, null]}`. */
function withNull(stated: JsonSchema): JsonSchema {
  const { anyOf, ...own } = stated;
  const [one, other, ...more] = anyOf as JsonSchema[];
  if (one === undefined || other?.['type'] !== 'null' || more.length > 0) return stated;
  if (Array.isArray(one['enum'])) return { ...one, enum: [...one['enum'], null], ...own };
  if (typeof one['type'] === 'string') return { ...one, type: [one['type'], 'null'], ...own };
  return stated;
}
