/**
 * Reads a YAML file, validates it against a schema, and gives the line of each fault. js-yaml parses,
 * because it is several times faster; `yaml`, which tracks positions, is only used if there is a
 * fault.
 */
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { load, YAMLException } from 'js-yaml';
import type { Document, LineCounter } from 'yaml';
import type { z } from 'zod';
import { messageOf } from '../lib/errors.ts';
import { plainIssues, readableIssue } from './schema-issues.ts';
import { readTextFile } from './text-file.ts';

export type Fault = {
  /** Relative to the working directory. */
  file: string;
  /** From 1. */
  line: number;
  /** The field's path, such as `repositories[0]`; empty for the whole file. */
  field: string;
  /** Says what is wrong and what would be right. */
  message: string;
};

/** Creates a fault at a field of a file, for checks across files. */
export type FaultAt = (path: readonly PropertyKey[], message: string) => Fault;

/** The items that have the key of an earlier one: their place, and the first of that key. */
export function* repeated<T>(
  items: readonly T[],
  keyOf: (item: T) => unknown = (item) => item,
): Generator<{ index: number; item: T; first: T }> {
  const firsts = new Map<unknown, { item: T }>();
  for (const [index, item] of items.entries()) {
    const first = firsts.get(keyOf(item));
    if (first) yield { index, item, first: first.item };
    else firsts.set(keyOf(item), { item });
  }
}

/** The outcome of reading: a value if the text is valid, or faults. */
export type Read<T> = { value: T | undefined; faults: Fault[] };

/** A file as read, and a function that locates its fields. */
export type YamlFile<T> = Read<T> & { faultAt: FaultAt };

/** Several parts as one, with all of their faults; it has a value if all of them have. */
export function together<V extends Readonly<Record<string, unknown>>>(
  parts: {
    [N in keyof V]: Read<V[N]>;
  },
): Read<V> {
  const read = Object.entries<Read<unknown>>(parts);
  const isWhole = read.every(([, { value }]) => value !== undefined);
  return {
    // Each value has the type of its name; `Object.fromEntries` loses it.
    value: isWhole
      ? (Object.fromEntries(read.map(([name, { value }]) => [name, value])) as V)
      : undefined,
    faults: read.flatMap(([, { faults }]) => faults),
  };
}

/** Rejects documents nested deeper, which would exhaust the parser; no sound file is. */
const MAX_DEPTH = 12;

/**
 * Contents of the sound files that were last read. A process reads a registry again whenever one of its
 * hundreds of files changes; parsing and checking the others takes most of the time.
 */
const sound = new WeakMap<z.ZodType, Map<string, { text: string; value: unknown }>>();

/** Callers must not change the value: all that read the same text share one. */
export function readYamlFile<T extends z.ZodType>(path: string, schema: T): YamlFile<z.infer<T>> {
  const file = relative(process.cwd(), path);
  const unread = (line: number, message: string): YamlFile<z.infer<T>> => {
    const fault = { file, line, field: '', message };
    return { value: undefined, faults: [fault], faultAt: () => fault };
  };
  const read = readTextFile(path);
  if ('fault' in read) return unread(read.fault.line, read.fault.message);
  const faultAt = locator(file, read.text);
  const files = sound.getOrInsertComputed(schema, () => new Map());
  const known = files.get(path);
  if (known?.text === read.text) return { value: known.value as z.infer<T>, faults: [], faultAt };
  let value: unknown;
  try {
    value = load(read.text, { maxDepth: MAX_DEPTH, maxAliases: 0 });
  } catch (error) {
    const { line, message } = syntaxFault(error);
    return unread(line, message);
  }
  const checked = schema.safeParse(value, { error: readableIssue });
  if (checked.success) {
    files.set(path, { text: read.text, value: checked.data });
    return { value: checked.data, faults: [], faultAt };
  }
  const faults = plainIssues(checked.error.issues, value).map((issue) =>
    faultAt(issue.path, issue.message),
  );
  return { value: undefined, faults, faultAt };
}

/** js-yaml's errors, reworded for a person who edits the file. */
const REFUSALS: readonly [reason: RegExp, message: string][] = [
  [/maxAliases/, 'holds a YAML alias (*name); write the value out'],
  [/unknown \w+ tag/, 'holds a YAML tag (!name); write the value without it'],
  [/maxDepth/, `nests deeper than ${MAX_DEPTH} levels`],
  [/input is empty/, 'is empty'],
];

function syntaxFault(error: unknown): { line: number; message: string } {
  if (!(error instanceof YAMLException))
    return { line: 1, message: `is not valid YAML: ${messageOf(error)}` };
  const refusal = REFUSALS.find(([reason]) => reason.test(error.reason));
  return {
    line: (error.mark?.line ?? 0) + 1,
    message: refusal?.[1] ?? `is not valid YAML: ${error.reason}`,
  };
}

/** Loaded at the first fault, which most commands never meet. */
function yaml(): typeof import('yaml') {
  return createRequire(import.meta.url)('yaml');
}

/** The file is parsed once more at its first fault. */
function locator(file: string, text: string): FaultAt {
  let parsed: { document: Document.Parsed; lines: LineCounter } | undefined;
  return (path, message) => {
    if (!parsed) {
      const { LineCounter, parseDocument } = yaml();
      const lines = new LineCounter();
      parsed = {
        document: parseDocument(text, { lineCounter: lines, prettyErrors: false }),
        lines,
      };
    }
    const { document, lines } = parsed;
    const { line } = lines.linePos(offsetOf(document, path));
    return { file, line, field: fieldText(path), message };
  };
}

/** Offset of the field, or of the nearest enclosing one if it is missing. */
function offsetOf(document: Document.Parsed, path: readonly PropertyKey[]): number {
  const { isMap, isNode } = yaml();
  for (let length = path.length; length > 0; length--) {
    const parent =
      length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isNode(item.key) && item.key.toJSON() === last);
      if (isNode(pair?.key) && pair.key.range) return pair.key.range[0];
    }
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

function fieldText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
