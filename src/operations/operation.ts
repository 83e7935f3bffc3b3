/**
 * An operation: one thing that the service can do, defined once. Routes, the OpenAPI document, MCP
 * tools, the agent catalogs and `bellwether call` are derived from these definitions; adding an
 * operation is adding a file here.
 */
import { z } from 'zod';
import type { Policy } from '../lib/limits/limiter.ts';
import type { Limit } from '../lib/limits/token-bucket.ts';
import type { Payments } from '../payments/payments.ts';
import type { SentPayment } from '../payments/x402/messages.ts';
import type { Published } from '../published/published.ts';
import type { StarSource } from '../scout/star-source.ts';

/** Descriptions of the service that are derived from all operations together. */
export type Catalog = 'openapi' | 'agent-card' | 'agent-tools';

/** What operations work with. */
export type OperationContext = {
  published: Published;
  /** Starring histories of the hosting service's users. */
  stars: StarSource;
  /** Made by the face that knows all operations. */
  describe: (catalog: Catalog) => unknown;
  /** Undefined where nothing is sold. */
  payments: Payments | undefined;
};

/** Who asks, as far as operations that are paid for need to know. */
export type Caller = {
  /** A credit key, as it came: of the Authorization header, or of the client's environment. */
  key: string | undefined;
  /** As it came, which need not be text everywhere. */
  idempotencyKey: unknown;
  payment: SentPayment | undefined;
  /** Whether the face has one address for all rails, and the caller's context picks one. */
  picksRail: boolean;
  /**
   * Counts the call on a policy.
   *
   * @param client whom it is counted for; the caller's address without it
   * @throws BellwetherError `rate-limited`
   */
  take: (policy: Policy, client?: string) => Promise<void>;
};

/** Somebody on the operator's own machine, with nothing to pay with. */
export const LOCAL_CALLER: Caller = {
  key: undefined,
  idempotencyKey: undefined,
  payment: undefined,
  picksRail: true,
  take: async () => undefined,
};

/** An answer that says more than its body, in headers where the face has them. */
export class Reply {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: unknown, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}

/** A published file, named by its edition and its name in there. */
export type FileReference = { edition: string; name: string };

/** An error that the operation can answer with. */
export type DocumentedError = {
  status: number;
  code: string;
  when: string;
  /** Values that provoke it; others are taken from the operation's first example. */
  example?: Readonly<Record<string, unknown>>;
  /** Of its body, where that is no problem document. */
  body?: z.ZodType;
};

/** Of computed routes that have no limit of their own (specification, section 8). */
export const STANDARD_LIMIT: Limit = { perMinute: 60, burst: 120 };

export type Method = 'GET' | 'POST';

export type Rest = {
  /** GET alone without them; POST takes the input as a JSON object. */
  methods?: readonly Method[];
  /** `{name}` stands for the input of that name; the others are in the query. */
  path: string;
  /** The stable mirror under `/api/v1/`, with the same body. */
  twin?: string;
  /** Further addresses with the same body, where clients look for it by convention. */
  conventional?: readonly string[];
  /** Media type without parameters. */
  type: string;
  /** Other names that the query takes, and the input that each means. */
  aliases?: Readonly<Record<string, string>>;
};

/** The MCP tool that the operation is; it has the operation's name. */
export type McpTool = {
  title: string;
  /** Arguments that are called otherwise than the input: `{ company: 'name' }`. */
  rename?: Readonly<Record<string, string>>;
  /** The REST address that answers the same question, where the operation has none of its own. */
  analog?: string;
  /** Read-only without it (specification, section 4). */
  isPaid?: true;
};

type Definition<I extends z.ZodObject> = {
  /** Snake case, unique: the operation's identity on every face. */
  name: string;
  summary: string;
  description?: string;
  tag: keyof typeof TAGS;
  input: I;
  /** Of the body; text for bodies that are not JSON. */
  output: z.ZodType;
  rest?: Rest;
  mcp?: McpTool;
  /** Absent where an answer costs next to nothing: files and documents. */
  limit?: Limit;
  /** What the caller must bring; its answers are for the caller alone. */
  needs?: 'credit-key' | 'x402-payment';
  /** Of what the caller brought, instead of its address. */
  keyLimit?: Limit;
  /** Headers of its answers beyond the usual, and what they say. */
  replyHeaders?: Readonly<Record<string, string>>;
  errors?: readonly DocumentedError[];
  /** Inputs that give an answer, on the shipped data; shown on every face, and tried in tests. */
  examples: readonly [z.input<I>, ...z.input<I>[]];
};

/** Sections of the reference, in their order. */
export const TAGS = {
  Signals: 'The published numbers, and files of all of them',
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
  file: (input: z.output<I>, context: OperationContext) => FileReference;
};

/** Computes its answer: a value for JSON, else the finished text. */
type ValueOperation<I extends z.ZodObject> = Definition<I> & {
  run: (input: z.output<I>, context: OperationContext, caller: Caller) => Promise<unknown>;
  /** The answer depends on more than the publication and the input: it is never kept. */
  isLive?: true;
};

/** Either kind, with an input that is only known when it is parsed. */
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

/** Operations that have an address. */
export function restOperations(operations: readonly Operation[]): RestOperation[] {
  return operations.filter((candidate): candidate is RestOperation => 'rest' in candidate);
}

/** The addresses of an operation: its path, its mirror, and those by convention. */
export function routesOf({ rest: { path, twin, conventional = [] } }: RestOperation): string[] {
  return [path, ...(twin === undefined ? [] : [twin]), ...conventional];
}

/** Input of operations that take nothing. */
export const NoInput = z.strictObject({});
