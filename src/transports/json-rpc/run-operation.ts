/** Runs an operation for a message of MCP or A2A, whose results have metadata instead of headers. */
import { type Caller, type OperationContext, Reply } from '../../api/operation/context.ts';
import type { Operation } from '../../api/operation/operation.ts';
import type { Limiter } from '../../lib/limits/limiter.ts';
import { problemOf } from '../http/problem.ts';

/** What MCP and A2A are served from. */
export type AgentOptions = {
  operations: readonly Operation[];
  /**
   * What the current publication answers with; asked for at every call, so that a running server
   * takes up new publications.
   *
   * @throws BellwetherError `not-published`
   */
  context: () => OperationContext;
  /** Undefined where nobody is limited. */
  limiter?: Limiter | undefined;
  /** Receives faults of ours, of which clients see only that there was one. */
  onFault: (error: unknown) => void;
};

type Metadata = Readonly<Record<string, unknown>>;

/** @returns the answer's body, and metadata if the operation replied with headers */
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

/** The settlement, where x402 has it (https://docs.x402.org, "MCP transport"), and the balance. */
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

/** The problem that REST would answer with, for an agent to read; faults of ours are reported. */
export function agentProblem(error: unknown, { onFault }: Pick<AgentOptions, 'onFault'>) {
  const { type: _, title: __, ...problem } = problemOf(error);
  if (problem.code === 'internal-error') onFault(error);
  return problem;
}
