/** A JSON Schema as nested lists that people read: names, kinds of values in words, limits, meanings. */
import { type Html, html } from '../../lib/html.ts';
import type { Schema } from './document.ts';

const REF = '#/components/schemas/';
/** Deeper objects fold away. */
const OPEN_LEVELS = 1;

/** The members of a value, or those of the items of a list. */
export function schemaTree(schema: Schema, level = 0): Html | null {
  const { properties = {}, items, anyOf = [], required = [] } = schema;
  const [structured] = anyOf.filter((variant) => schemaTree(variant) !== null);
  if (structured) return schemaTree(structured, level);
  if (items) return schemaTree(items, level);
  if (Object.keys(properties).length === 0) return null;
  return html`<ul class="schema">
${Object.entries(properties).map(([name, property]) => {
  const { description } = property;
  const inner = schemaTree(property, level + 1);
  const absent = required.includes(name) ? '' : ', may be absent';
  return html`<li><code>${name}</code> <span class="kind">${kindOf(property)}${absent}</span>${description === undefined ? null : html`<span class="meaning">${description}</span>`}${
    inner === null || level < OPEN_LEVELS
      ? inner
      : html`<details><summary>Members of <code>${name}</code></summary>${inner}</details>`
  }</li>\n`;
})}</ul>`;
}

/** The kind of a value in words, with its limits: `text, 1 to 80 characters` */
export function kindOf(schema: Schema): Html {
  const { $ref, anyOf = [], items, type, format } = schema;
  if ($ref !== undefined) {
    const name = $ref.slice(REF.length);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (anyOf.length > 0)
    return html`${anyOf.map((one, index) => html`${index > 0 ? ' or ' : ''}${kindOf(one)}`)}`;
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values)
    return html`${values.length === 1 ? 'always ' : 'one of '}${values.map((value, index) => html`${index > 0 ? ', ' : ''}<code>${String(value)}</code>`)}`;
  if (type === 'array') return html`list${items && html` of ${kindOf(items)}`}`;
  const names = [type ?? []].flat().map((one) => WORDS[one] ?? one);
  const word = names.length === 0 ? 'any value' : names.join(' or ');
  const size = within(schema.minLength, schema.maxLength, ' characters');
  return html`${word}${size}${within(schema.minimum, schema.maximum)}${format && `, ${FORMATS[format] ?? format}`}`;
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
};

const FORMATS: Readonly<Record<string, string>> = {
  uri: 'an address',
  date: 'a date, YYYY-MM-DD',
  'date-time': 'a date and time (ISO 8601)',
};

/** `, 1 to 80 characters`; the bounds that every whole number in JSON has are no limit. */
function within(from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER, unit = ''): string {
  const [hasStart, hasEnd] = [from > Number.MIN_SAFE_INTEGER, to < Number.MAX_SAFE_INTEGER];
  if (hasStart && hasEnd) return `, ${from} to ${to}${unit}`;
  if (hasEnd) return `, at most ${to}${unit}`;
  return hasStart ? `, at least ${from}${unit}` : '';
}

/** The names of the schemas that a part of the document refers to, through others too. */
export function namedIn(
  part: unknown,
  schemas: Readonly<Record<string, Schema>>,
  found: Set<string> = new Set(),
): Set<string> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    namedIn(schemas[name] ?? {}, schemas, found);
  }
  return found;
}
