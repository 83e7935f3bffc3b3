/**
 * An operation: one thing that the service can do, defined once. Routes, the OpenAPI document, MCP
 * tools, the agent catalogs and `bellwether call` are derived from these definitions. To add an
 * operation, add a file under `src/api/`.
 */
import { z } from 'zod';
import type { Limit } from '../../lib/limits/token-bucket.ts';
import type { Derivation, Published } from '../../published/published.ts';
import type { Caller, OperationContext } from './context.ts';

/** An error that the operation may return. */
export type DocumentedError = {
  status: number;
  code: string;
  when: string;
  /** Input values that provoke it; those left out are the ones of the operation's first example. */
  example?: Readonly<Record<string, unknown>>;
  /** Schema of its body, if that is not a problem document. */
  body?: z.ZodType;
};

type ErrorText =
  | string
  | readonly [when: string, example: DocumentedError['example'], body?: z.ZodType];

/** @param errors what provokes each, by its status and code: `404 not-tracked` */
export function documented(errors: Readonly<Record<`${number} ${string}`, ErrorText>>) {
  return Object.entries(errors).map(([name, text]): DocumentedError => {
    const [status, code = ''] = name.split(' ');
    const [when, example, body]: Exclude<ErrorText, string> =
      typeof text === 'string' ? [text, undefined] : text;
    return {
      status: Number(status),
      code,
      when,
      ...(example && { example }),
      ...(body && { body }),
    };
  });
}

/** The default limit of computed routes (specification, section 8). */
export const STANDARD_LIMIT: Limit = { perMinute: 60, burst: 120 };

/** How long shared caches may keep a public answer (specification, section 8). */
export const EDGE_SECONDS = 3_600;

export type Method = 'GET' | 'POST';

type Rest<I extends z.ZodObject = z.ZodObject> = {
  /** GET by default. POST takes the input as a JSON object. */
  methods?: readonly Method[];
  /** `{name}` is replaced by the input of that name; other inputs are query parameters. */
  path: string;
  /** The stable path under `/api/v1/`, with the same body. */
  mirror?: string;
  /** Additional paths with the same body, where clients conventionally look for it. */
  aliases?: readonly string[];
  /** Media type, without parameters. */
  type: string;
  /** If the media type depends on the input. */
  media?: {
    types: readonly string[];
    /** The media type of an answer, and the file name for saving it. */
    of: (input: z.output<I>) => { type: string; file: string };
    /** Schemas of the bodies that are not plain text, by media type. */
    outputs?: Readonly<Record<string, z.ZodType>>;
  };
};

/** The operation's MCP tool, which has the operation's name. */
export type McpTool = {
  title: string;
  /** Arguments named differently from the input: `{ company: 'name' }`. */
  rename?: Readonly<Record<string, string>>;
  /** For operations without an address: the REST address that answers the same question. */
  analog?: string;
  /** Added by the tool to the operation's answer, as the member `summary`. */
  summary?: (published: Published) => Promise<Readonly<Record<string, unknown>>>;
  /** Structured content of a refused call, which some clients check as they check an answer. */
  refusal?: z.ZodObject;
};

type Effects = {
  /** Whether a repeated call with the same key and payment has no further effect. */
  isIdempotent: boolean;
  isOnChain: boolean;
};

export type Definition<I extends z.ZodObject> = {
  /** Snake case, unique; identifies the operation on every transport. */
  name: string;
  /** A shorter name for `bellwether call`. */
  command?: string;
  summary: string;
  /** Adds to the summary, in one to three sentences. */
  description: string;
  tag: keyof typeof TAGS;
  input: I;
  /** Alternative input names that every transport accepts, each mapped to the input's own name. */
  aliases?: Readonly<Record<string, string>>;
  /** Schema of the body; a string schema if the body is not JSON. */
  output: z.ZodType;
  rest?: Rest<I>;
  mcp?: McpTool;
  /** Undefined if a call has no side effects (specification, section 4: annotations). */
  effects?: Effects;
  /** Slow computations that its answers depend on; run in advance. */
  prepares?: readonly Derivation<unknown>[];
  /** Undefined for files and documents, which cost almost nothing to serve. */
  limit?: Limit;
  /** The credential that the caller must send; answers are then private to the caller. */
  needs?: 'credit-key' | 'x402-payment' | 'member-key';
  /** Whether it uses the transactional store. Commands open the store only for such operations. */
  usesStore?: true;
  /** Limit for a credit key, used instead of the limit for the caller's address. */
  keyLimit?: Limit;
  replyHeaders?: Readonly<Record<string, string>>;
  errors?: readonly DocumentedError[];
  /** Questions with the inputs that answer them: a resource for agents, and a table of the reference. */
  questions?: { uri: string; rows: readonly { question: string; input: z.input<I> }[] };
  /** Inputs that succeed on the shipped data; shown by every transport, and run by tests. */
  examples: readonly [z.input<I>, ...z.input<I>[]];
};

/** Sections of the reference, in order. */
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

/** An operation that returns a published file. */
type FileOperation<I extends z.ZodObject> = Definition<I> & {
  file: (input: z.output<I>, context: OperationContext) => { edition: string; name: string };
};

/** An operation that computes its answer: a value to send as JSON, or finished text. */
type ValueOperation<I extends z.ZodObject> = Definition<I> & {
  run: (input: z.output<I>, context: OperationContext, caller: Caller) => Promise<unknown>;
  /**
   * The bytes of the answer's JSON, where they lie ready in a published file: parsing them and writing them
   * again takes longer than sending them. Undefined if the answer has to be computed.
   */
  ready?: (input: z.output<I>, context: OperationContext) => Promise<Buffer | undefined>;
  /** The answer depends on more than the publication and the input, so it is not cached. */
  isLive?: true;
  /** For a live operation: how long shared caches may keep its answer, which otherwise none may. */
  edgeSeconds?: number;
  /**
   * For a live operation: identifies the state, beyond publication and input, that the answer depends
   * on. The answer is rendered once for each stamp. Undefined if the state is not known without
   * computing the answer.
   */
  stamp?: (input: z.output<I>, context: OperationContext) => Promise<string | undefined>;
};

/** Either kind; the input's type is known only after parsing. */
export type Operation = FileOperation<z.ZodObject> | ValueOperation<z.ZodObject>;

export type RestOperation = Operation & { rest: Rest };

/** Defines an operation, checking that its handler accepts what its schema produces. */
export function operation<I extends z.ZodObject>(
  definition: FileOperation<I> | ValueOperation<I>,
): Operation {
  // Safe: a handler is only called with the output of its own input schema.
  return definition as unknown as Operation;
}

export function restOperations(operations: readonly Operation[]): RestOperation[] {
  return operations.filter((candidate): candidate is RestOperation => 'rest' in candidate);
}

/** All paths of an operation: its own, its mirror, and its aliases. */
export function routesOf({ rest: { path, mirror, aliases = [] } }: RestOperation): string[] {
  return [path, ...(mirror === undefined ? [] : [mirror]), ...aliases];
}

/**
 * Whether unknown parameters are rejected. They are if an answer is computed, so that a misspelt
 * parameter is never silently ignored. They are not on files, documents, feeds and images, whose
 * addresses are shared by programs that append their own parameters (`utm_source`, `v=2`).
 */
export function refusesUnknown({ tag, limit, needs }: Operation): boolean {
  return tag === 'Paid' || (tag !== 'Badges' && (limit ?? needs) !== undefined);
}

export const NoInput = z.strictObject({});
