/**
 * An operation: one thing that the service can do, defined once. Routes, the OpenAPI document, MCP
 * tools, the agent catalogs and `bellwether call` are derived from these definitions; adding an
 * operation is adding a file under `src/api/`.
 */
import { z } from 'zod';
import type { Limit } from '../../lib/limits/token-bucket.ts';
import type { Derivation, Published } from '../../published/published.ts';
import type { Caller, OperationContext } from './context.ts';

/** An error that the operation can answer with. */
export type DocumentedError = {
  status: number;
  code: string;
  when: string;
  /** Values that provoke it; others are taken from the operation's first example. */
  example?: Readonly<Record<string, unknown>>;
  /** Of its body, if that is not a problem document. */
  body?: z.ZodType;
};

/** For computed routes without a limit of their own (specification, section 8). */
export const STANDARD_LIMIT: Limit = { perMinute: 60, burst: 120 };

export type Method = 'GET' | 'POST';

type Rest<I extends z.ZodObject = z.ZodObject> = {
  /** By default GET; POST takes the input as a JSON object. */
  methods?: readonly Method[];
  /** `{name}` is the input of that name; other inputs are query parameters. */
  path: string;
  /** The stable mirror under `/api/v1/`, with the same body. */
  mirror?: string;
  /** More addresses with the same body, where clients look for it by convention. */
  aliases?: readonly string[];
  /** Media type without parameters. */
  type: string;
  /** Where the type depends on the input. */
  media?: {
    types: readonly string[];
    /** The type of an answer, and its name when it is saved. */
    of: (input: z.output<I>) => { type: string; file: string };
    /** Schemas of the bodies that are not text, by type. */
    outputs?: Readonly<Record<string, z.ZodType>>;
  };
};

/** The MCP tool of the operation; it has the operation's name. */
export type McpTool = {
  title: string;
  /** Arguments that have another name than the input: `{ company: 'name' }`. */
  rename?: Readonly<Record<string, string>>;
  /** The REST address that answers the same question, if the operation has no address. */
  analog?: string;
  /** What the tool adds to the operation's answer, as the member `summary`. */
  summary?: {
    schema: z.ZodObject;
    of: (published: Published) => Promise<Readonly<Record<string, unknown>>>;
  };
};

/** What calling an operation changes. */
type Effects = {
  /** Whether repeating a call, with the same key and payment, changes nothing more. */
  isIdempotent: boolean;
  /** Whether it reads or writes a blockchain. */
  isOnChain: boolean;
};

export type Definition<I extends z.ZodObject> = {
  /** Snake case, unique: the operation's identity on every transport. */
  name: string;
  /** A shorter name for `bellwether call`. */
  command?: string;
  summary: string;
  /** What the summary leaves open, in one to three sentences. */
  description: string;
  tag: keyof typeof TAGS;
  input: I;
  /** Other names that every transport takes, and the input that each means. */
  aliases?: Readonly<Record<string, string>>;
  /** Schema of the body; a string for bodies that are not JSON. */
  output: z.ZodType;
  rest?: Rest<I>;
  mcp?: McpTool;
  /** Absent if calling it changes nothing (specification, section 4: annotations). */
  effects?: Effects;
  /** What its answers are computed from and takes long to make: made before it is asked for. */
  prepares?: readonly Derivation<unknown>[];
  /** Absent if an answer costs next to nothing: files and documents. */
  limit?: Limit;
  /** What the caller must send; the answers are private to the caller. */
  needs?: 'credit-key' | 'x402-payment' | 'member-key';
  /** Whether it reads the transactional store, which commands open for nothing else. */
  usesStore?: true;
  /** Limit of a credit key, instead of the caller's address. */
  keyLimit?: Limit;
  /** Headers of its answers beyond the usual ones, with their descriptions. */
  replyHeaders?: Readonly<Record<string, string>>;
  errors?: readonly DocumentedError[];
  /** Inputs that give an answer on the shipped data; shown by every transport and run by tests. */
  examples: readonly [z.input<I>, ...z.input<I>[]];
};

/** Sections of the reference, in their order. */
export const TAGS = {
  Signals: 'The published numbers, and files of all of them',
  Startups: 'Selections of startups, and how a number adds up',
  Answers: 'Questions, answers and search, with the addresses that show each fact',
  Diligence: 'What is publicly known of an entity, with sources',
  Scout: 'Scouts, markets and the cohort',
  Citations: 'References for papers, articles and encyclopedias',
  Badges: 'Images for READMEs and pages',
  Feeds: 'Weekly feeds and site maps',
  Paid: 'Enriched signals, sold by the request',
  Meta: 'How the numbers and this service work',
} as const;

/** Answers with a published file. */
type FileOperation<I extends z.ZodObject> = Definition<I> & {
  file: (input: z.output<I>, context: OperationContext) => { edition: string; name: string };
};

/** Computes its answer: a value for JSON, else the finished text. */
type ValueOperation<I extends z.ZodObject> = Definition<I> & {
  run: (input: z.output<I>, context: OperationContext, caller: Caller) => Promise<unknown>;
  /** The answer depends on more than the publication and the input, so it is never cached. */
  isLive?: true;
  /** Live, and yet caches on the way may keep it for as long as other answers. */
  isEdgeCached?: true;
  /**
   * Of a live operation: names what its answer depends on beside the publication and the input, so that
   * it is rendered once for each name; undefined if that is not known without answering.
   */
  stamp?: (input: z.output<I>, context: OperationContext) => Promise<string | undefined>;
  /** The answer is expensive, so it is cached on the disk, too. */
  isKept?: true;
};

/** Either kind, with an input whose type is known only once it is parsed. */
export type Operation = FileOperation<z.ZodObject> | ValueOperation<z.ZodObject>;

/** An operation that has an address. */
export type RestOperation = Operation & { rest: Rest };

/** Defines an operation; its handler's input has the type of its schema. */
export function operation<I extends z.ZodObject>(
  definition: FileOperation<I> | ValueOperation<I>,
): Operation {
  // Handlers only ever get what their own input schema returned.
  return definition as unknown as Operation;
}

export function restOperations(operations: readonly Operation[]): RestOperation[] {
  return operations.filter((candidate): candidate is RestOperation => 'rest' in candidate);
}

/** The addresses of an operation: its path, its mirror, and those by convention. */
export function routesOf({ rest: { path, mirror, aliases = [] } }: RestOperation): string[] {
  return [path, ...(mirror === undefined ? [] : [mirror]), ...aliases];
}

/**
 * Whether unknown parameters are refused. They are wherever an answer is computed, so that a
 * misspelt parameter is never silently ignored. Addresses of files, documents, feeds and images
 * are passed on by programs that append their own (`utm_source`, `v=2`).
 */
export function refusesUnknown({ tag, limit, needs }: Operation): boolean {
  return tag === 'Paid' || (tag !== 'Badges' && (limit ?? needs) !== undefined);
}

export const NoInput = z.strictObject({});
