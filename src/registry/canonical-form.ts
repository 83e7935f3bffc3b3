/**
 * Formats a registry file canonically: fields in schema order, defaults omitted, the latest deal
 * first, lines of at most 100 characters. Comments are preserved.
 */
import { type Document, isMap, isScalar, isSeq, parseDocument, type YAMLMap } from 'yaml';
import { z } from 'zod';
import { compareLatestFirst } from './partial-date.ts';

const LINE_WIDTH = 100;

/** @param text valid under the schema @returns the same facts in canonical form */
export function canonicalForm(text: string, schema: z.ZodType): string {
  const document = parseDocument(text);
  keepFileComment(document);
  arrange(document.contents, schema);
  return textOf(document);
}

/** A comment above the first field is about the file, so it stays on top when fields are sorted. */
function keepFileComment(document: Document): void {
  const [first] = isMap(document.contents) ? document.contents.items : [];
  if (!isScalar(first?.key) || !first.key.commentBefore) return;
  document.commentBefore = [document.commentBefore, first.key.commentBefore]
    .filter((comment) => typeof comment === 'string')
    .join('\n');
  first.key.commentBefore = null;
}

export function textOf(document: Document): string {
  return document.toString({ lineWidth: LINE_WIDTH, flowCollectionPadding: false });
}

function arrange(node: unknown, declared: z.ZodType): void {
  const schema = unwrapSchema(declared, isMap(node));
  if (isScalar(node)) {
    // Let the printer decide whether quotes are necessary.
    if (typeof node.value === 'string') delete node.type;
    return;
  }
  if (isSeq(node)) {
    node.flow = node.items.length === 0;
    const element = schema instanceof z.ZodArray ? (schema.element as z.ZodType) : schema;
    for (const item of node.items) arrange(item, element);
    return;
  }
  if (!isMap(node)) return;
  node.flow = node.items.length === 0;
  if (schema instanceof z.ZodRecord) {
    for (const { value } of node.items) arrange(value, schema.valueType as z.ZodType);
    node.items.sort((a, b) => (String(a.key) < String(b.key) ? -1 : 1));
  }
  if (schema instanceof z.ZodObject) arrangeFields(node, schema);
}

function arrangeFields(map: YAMLMap, schema: z.ZodObject): void {
  const fields = Object.keys(schema.shape);
  const field = ({ key }: YAMLMap['items'][number]) => (isScalar(key) ? String(key.value) : '');
  map.items = map.items.filter((pair) => !isDefault(pair.value, schema.shape[field(pair)]));
  map.items.sort((a, b) => fields.indexOf(field(a)) - fields.indexOf(field(b)));
  for (const pair of map.items) {
    const inner = schema.shape[field(pair)];
    if (isScalar(pair.key)) pair.key.spaceBefore = false;
    if (inner) arrange(pair.value, inner as z.ZodType);
    if (isSeq(pair.value) && LATEST_FIRST.has(field(pair)))
      pair.value.items.sort((a, b) => compareLatestFirst(dateOf(a), dateOf(b)));
  }
}

const LATEST_FIRST = new Set(['rounds', 'valuations', 'exits', 'acquisitions']);

function dateOf(deal: unknown): string | null {
  if (!isMap(deal)) return null;
  const date = deal.get('announcedOn') ?? deal.get('closedOn');
  return typeof date === 'string' ? date : null;
}

function isDefault(node: unknown, schema: z.core.$ZodType | undefined): boolean {
  if (!(schema instanceof z.ZodDefault)) return false;
  if (node === null) return schema.def.defaultValue === null;
  if (isScalar(node)) return node.value === schema.def.defaultValue && !node.comment;
  return isSeq(node) && node.items.length === 0 && Array.isArray(schema.def.defaultValue);
}

/** The schema inside optional, nullable and default wrappers; of a union, the member that matches. */
function unwrapSchema(schema: z.ZodType, map: boolean): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return unwrapSchema(schema.unwrap() as z.ZodType, map);
  if (schema instanceof z.ZodPipe) return unwrapSchema(schema.in as z.ZodType, map);
  if (schema instanceof z.ZodUnion) {
    const options = (schema.options as z.ZodType[]).map((option) => unwrapSchema(option, map));
    return options.find((option) => option instanceof z.ZodObject === map) ?? schema;
  }
  return schema;
}
