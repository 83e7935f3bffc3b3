/** Reads one YAML file against a schema and says for each fault on which line it stands. */
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { isMap, isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { messageOf } from '../lib/errors.ts';

export type Fault = {
  /** Path of the file, relative to the working folder. */
  file: string;
  /** From 1. */
  line: number;
  /** Where in the file, like `repositories[0]`; empty for the whole. */
  field: string;
  /** What is wrong and what would be right. */
  message: string;
};

/** A file as read: its value if it holds to the schema, and where each field stands. */
export type YamlFile<T> = {
  value: T | undefined;
  faults: Fault[];
  /** A fault at a field of the file, for checks that compare files. */
  faultAt(path: readonly PropertyKey[], message: string): Fault;
};

export async function readYamlFile<T extends z.ZodType>(
  path: string,
  schema: T,
): Promise<YamlFile<z.infer<T>>> {
  const file = relative(process.cwd(), path);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const fault = { file, line: 1, field: '', message: `cannot be read: ${messageOf(error)}` };
    return { value: undefined, faults: [fault], faultAt: () => fault };
  }
  const { document, lineAt } = parsed(text);
  const faultAt = (fieldPath: readonly PropertyKey[], message: string): Fault => {
    // Parsed again: kept for the rare fault, the documents of all files would fill the memory.
    const { document: again, lineAt: lineOf } = parsed(text);
    return {
      file,
      line: lineOf(offsetOf(again, fieldPath)),
      field: fieldText(fieldPath),
      message,
    };
  };
  if (document.errors.length > 0) {
    const faults = document.errors.map((error) => ({
      file,
      line: lineAt(error.pos[0]),
      field: '',
      message: `is not valid YAML: ${error.message}`,
    }));
    return { value: undefined, faults, faultAt };
  }
  const checked = schema.safeParse(document.toJS({ maxAliasCount: 100 }));
  if (checked.success) return { value: checked.data, faults: [], faultAt };
  const faults = checked.error.issues.map((issue) => faultAt(issue.path, issue.message));
  return { value: undefined, faults, faultAt };
}

function parsed(text: string) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  return { document, lineAt: (offset: number) => lines.linePos(offset).line };
}

/** Where the field stands; of a field that is missing, where the nearest enclosing one does. */
function offsetOf(
  document: ReturnType<typeof parseDocument>,
  path: readonly PropertyKey[],
): number {
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
