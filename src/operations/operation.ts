/**
 * An operation: one thing that the service can do, defined once. Routes, the OpenAPI document and
 * every other face are derived from these definitions; adding an operation is adding a file here.
 */
import { z } from 'zod';
import type { Editions } from '../edition/editions.ts';
import type { CompanyIndex } from '../lookup/find-company.ts';
import type { Registry } from '../registry/schema.ts';

/** What operations work with. */
export type OperationContext = {
  editions: Editions;
  companies: CompanyIndex;
  registry: Registry;
  /** What published addresses begin with; no trailing slash. */
  baseUrl: string;
  /** The service's own description, made by the face that knows all operations. */
  describe: () => unknown;
};

/** A published file, named by its edition and its name in there. */
export type FileReference = { edition: string; name: string };

/** An error that the operation can answer with. */
export type DocumentedError = { status: number; code: string; when: string };

type Definition<I extends z.ZodObject> = {
  /** Snake case, unique: the operation's identity on every face. */
  name: string;
  summary: string;
  description?: string;
  tag: 'Signals' | 'Meta';
  input: I;
  /** Of the body; text for bodies that are not JSON. */
  output: z.ZodType;
  rest: {
    path: string;
    /** The stable mirror under `/api/v1/`, with the same body. */
    twin?: string;
    /** Media type without parameters. */
    type: string;
  };
  errors?: readonly DocumentedError[];
  examples: readonly [z.input<I>, ...z.input<I>[]];
};

/** Answers with a published file. */
type FileOperation<I extends z.ZodObject> = Definition<I> & {
  file: (input: z.output<I>, context: OperationContext) => FileReference;
};

/** Computes its answer. */
type ValueOperation<I extends z.ZodObject> = Definition<I> & {
  run: (input: z.output<I>, context: OperationContext) => Promise<unknown>;
};

/** Either kind, with an input that is only known when it is parsed. */
export type Operation = FileOperation<z.ZodObject> | ValueOperation<z.ZodObject>;

/** Defines an operation; its handler's input has the type of its schema. */
export function operation<I extends z.ZodObject>(
  definition: FileOperation<I> | ValueOperation<I>,
): Operation {
  // Handlers only ever get what their own input schema returned.
  return definition as unknown as Operation;
}

/** Input of operations that take nothing. */
export const NoInput = z.strictObject({});
