/** Words Zod's issues for a person who edits the file: what it says, and what it should say. */
import type { z } from 'zod';

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  null: 'null',
};

/** A custom error function for `safeParse`, used where the schema has no message of its own. */
export function readableIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is missing';
    return `must be ${KINDS[issue.expected] ?? issue.expected}, not ${kindOf(issue.input)}`;
  }
  if (issue.code === 'unrecognized_keys') return 'is no field here';
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  return undefined;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return KINDS[typeof value] ?? typeof value;
}

type PlainIssue = { path: readonly PropertyKey[]; message: string };

/**
 * Flattens issues to one for each fault: of a union, those of the member that fits the value's shape;
 * one for each unknown field.
 */
export function plainIssues(issues: readonly z.core.$ZodIssue[], value: unknown): PlainIssue[] {
  return issues.flatMap((issue): PlainIssue[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...issue.path, key], message: issue.message }));
    if (issue.code === 'invalid_union') {
      const meant = issue.errors.find((errors) => !errors.some(isWrongShape));
      if (!meant) return [{ path: issue.path, message: missingOr(issue, value) }];
      const nested = meant.map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
      return plainIssues(nested, value);
    }
    return [{ path: issue.path, message: issue.message }];
  });
}

/** The value does not have the type of this union member at all. */
function isWrongShape({ code, path }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type' && path.length === 0;
}

function missingOr(issue: z.core.$ZodIssueInvalidUnion, value: unknown): string {
  const found = issue.path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
  if (found === undefined) return 'is missing';
  const expected = issue.errors.flat().flatMap((one) => ('expected' in one ? [one.expected] : []));
  const kinds = [...new Set(expected.map((kind) => KINDS[kind] ?? kind))];
  return `must be ${kinds.join(' or ')}, not ${kindOf(found)}`;
}
