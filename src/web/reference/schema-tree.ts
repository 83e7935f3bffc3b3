/** A JSON Schema as nested lists that people read: names, kinds of values in words, limits, meanings. */
import { type Html, html } from '../../lib/html.ts';
import type { Schema } from './document.ts';

const REF = '#/components/schemas/';
/** Deeper objects fold away. */
const OPEN_LEVELS = 1;

/** What is in a value: its members, or those of the items of a list. */
export function schemaTree(schema: Schema, level = 0): Html | null {
  const { properties, items, required = [] } = schema;
  const variants = variantsOf(schema).filter(isStructured);
  if (variants.length > 0) return html`${variants.map((variant) => schemaTree(variant, level))}`;
  if (items) return schemaTree(items, level);
  if (properties === undefined || Object.keys(properties).length === 0) return null;
  return html`<ul class="schema">
${Object.entries(properties).map(([name, property]) => {
  const inner = schemaTree(property, level + 1);
  const absent = required.includes(name)
    ? null
    : html`, <span class="optional">may be absent</span>`;
  return html`<li><code>${name}</code> <span class="kind">${kindOf(property)}${absent}</span>${meaning(property)}${
    inner === null
      ? null
      : level < OPEN_LEVELS
        ? inner
        : html`<details><summary>Members of <code>${name}</code></summary>${inner}</details>`
  }</li>\n`;
})}</ul>`;
}

/** The kind of a value in words, with its limits: `text, 1 to 80 characters` */
export function kindOf(schema: Schema): Html {
  const name = refName(schema);
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`;
  const variants = variantsOf(schema);
  if (variants.length > 0) {
    const isNullable = variants.some(({ type }) => type === 'null');
    const shown = variants.filter(({ type }) => type !== 'null').map(kindOf);
    return html`${shown.map((kind, index) => html`${index > 0 ? ' or ' : ''}${kind}`)}${isNullable ? ' or null' : null}`;
  }
  if (schema.const !== undefined) return html`always ${values([schema.const])}`;
  if (schema.enum !== undefined) return html`one of ${values(schema.enum)}`;
  const { items, type, additionalProperties } = schema;
  if (type === 'array')
    return html`list${within(schema.minItems, schema.maxItems, 'items')}${items && html` of ${kindOf(items)}`}`;
  const names = (typeof type === 'string' ? [type] : (type ?? [])).map((one) => WORDS[one] ?? one);
  const word = names.length === 0 ? 'any value' : names.join(' or ');
  if (typeof additionalProperties === 'object' && isStructured(additionalProperties))
    return html`${word}, by name: ${kindOf(additionalProperties)}`;
  return html`${word}${limits(schema)}${patternOf(schema)}`;
}

/** The named schemas that a schema refers to, through others too. */
export function namedIn(
  schema: Schema,
  all: Readonly<Record<string, Schema>>,
  found: Set<string> = new Set(),
): Set<string> {
  const name = refName(schema);
  if (name !== undefined) {
    const named = all[name];
    if (named === undefined || found.has(name)) return found;
    found.add(name);
    return namedIn(named, all, found);
  }
  const { items, additionalProperties, properties = {} } = schema;
  const within = [...variantsOf(schema), ...Object.values(properties)];
  if (items) within.push(items);
  if (typeof additionalProperties === 'object') within.push(additionalProperties);
  for (const inner of within) namedIn(inner, all, found);
  return found;
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  array: 'list',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  uri: 'an address',
  date: 'a date, YYYY-MM-DD',
  'date-time': 'a date and time (ISO 8601)',
};

function limits(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum, exclusiveMinimum, format } = schema;
  return [
    within(minLength, maxLength, 'characters'),
    within(exclusiveMinimum === undefined ? minimum : undefined, maximum, ''),
    exclusiveMinimum === undefined ? '' : `, above ${exclusiveMinimum}`,
    format === undefined ? '' : `, ${FORMATS[format] ?? format}`,
  ].join('');
}

/** `, 1 to 80 characters`; the bounds that every whole number in JSON has are no limit. */
function within(from: number | undefined, to: number | undefined, unit: string): string {
  const end = unit === '' ? '' : ` ${unit}`;
  const lowest = from === undefined || from <= Number.MIN_SAFE_INTEGER ? undefined : from;
  const highest = to === undefined || to >= Number.MAX_SAFE_INTEGER ? undefined : to;
  if (lowest !== undefined && highest !== undefined)
    return lowest === highest ? `, exactly ${lowest}${end}` : `, ${lowest} to ${highest}${end}`;
  if (highest !== undefined) return `, at most ${highest}${end}`;
  return lowest === undefined || (lowest === 0 && unit !== '') ? '' : `, at least ${lowest}${end}`;
}

/** Patterns that have a name people know. */
const PATTERN_WORDS: readonly (readonly [RegExp, string])[] = [
  [/u0000-\\u001f/, ', without control characters'],
  [/\[1-4\]\\d\|5\[0-3\]/, ', an ISO week such as 2026-w20'],
];

function patternOf({ pattern, format }: Schema): Html | string {
  if (pattern === undefined || format !== undefined) return '';
  const known = PATTERN_WORDS.find(([part]) => part.test(pattern));
  return known ? known[1] : html`, matching <code>${pattern}</code>`;
}

function meaning({ description, example }: Schema): Html | null {
  if (description === undefined && example === undefined) return null;
  const shown = example === undefined ? null : html` Example: ${values([example])}.`;
  const end = description === undefined || /[.!?…]$/.test(description) ? '' : '.';
  return html`<span class="meaning">${description ?? ''}${end}${shown}</span>`;
}

function values(list: readonly unknown[]): Html {
  return html`${list.map((value, index) => html`${index > 0 ? ', ' : ''}<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`)}`;
}

function variantsOf({ anyOf, oneOf, allOf }: Schema): readonly Schema[] {
  return anyOf ?? oneOf ?? allOf ?? [];
}

function isStructured(schema: Schema): boolean {
  return (
    schema.properties !== undefined || schema.items !== undefined || refName(schema) !== undefined
  );
}

function refName({ $ref }: Schema): string | undefined {
  return $ref?.startsWith(REF) ? $ref.slice(REF.length) : undefined;
}
