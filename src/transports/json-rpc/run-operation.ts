/** Runs an operation for a message of MCP or A2A, whose results have metadata, not headers. */
import { type Caller, type OperationContext, Reply } from '../../api/operation/context.ts';
import type { Operation } from '../../api/operation/operation.ts';
import type { Limiter } from '../../lib/limits/limiter.ts';
import { problemOf } from '../http/problem.ts';

export type AgentOptions = {
  operations: readonly Operation[];
  /**
   * The context of the current publication; called for every message, so that a running server uses
   * new publications.
   *
   * @throws BellwetherError `not-published`
   */
  context: () => OperationContext;
  /** Undefined if rate limits are off. */
  limiter?: Limiter | undefined;
  /** Called with internal errors, whose details clients do not see. */
  onFault: (error: unknown) => void;
};

type Metadata = Readonly<Record<string, unknown>>;

/** @returns the answer's body, with metadata if the operation returned headers */
export async function runOperation(
  operation: Extract<Operation, { run: unknown }>,
  input: Readonly<Record<string, unknown>>,
  context: OperationContext,
  caller: Caller,
): Promise<{ body: unknown; metadata?: Metadata }> {
  const answered = await operation.run(input, context, caller);
  if (!(answered instanceof Reply)) return { body: answered };
  return { body: answered.body, metadata: metadataOf(answered.headers) };
}

/** The settlement, as in x402's "MCP transport" (https://docs.x402.org), and the balance. */
function metadataOf(headers: Reply['headers']): Metadata {
  const settlement = headers['payment-response'] ?? headers['x-payment-response'];
  const balance = headers['x-credits-balance'];
  return {
    ...(settlement !== undefined && {
      'x402/payment-response': JSON.parse(Buffer.from(settlement, 'base64').toString('utf8')),
    }),
    ...(balance !== undefined && { 'bellwether/credits-balance': Number(balance) }),
  };
}

/** The problem that REST would return, for an agent to read. Internal errors are reported. */
export function agentProblem(error: unknown, { onFault }: Pick<AgentOptions, 'onFault'>) {
  const { type: _, title: __, ...problem } = problemOf(error);
  if (problem.code === 'internal-error') onFault(error);
  return problem;
}
