/** What MCP is served from, and how resources, prompts and completions use it. */

import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { LOCAL_CALLER } from '../../api/operation/context.ts';
import { type AgentOptions, agentProblem } from '../json-rpc/run-operation.ts';

export type McpOptions = AgentOptions & {
  /** The credit key of the one client that there is over standard input. */
  apiKey?: string | undefined;
};

/** Runs an operation by its name, as the local caller. */
export type Call = (name: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>;

export function caller({ operations, context }: McpOptions): Call {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  return async (name, input) => {
    const operation = byName.get(name);
    if (!operation || !('run' in operation))
      throw new TypeError(`there is no operation ${name} that answers with a value`);
    return operation.run(operation.input.parse(input), context(), LOCAL_CALLER);
  };
}

/** Only tools have results for errors; everything else fails with an error of the protocol. */
export async function orProtocolError<T>(work: () => Promise<T>, options: McpOptions): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const { status, code, detail } = agentProblem(error, options);
    const kind = status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw new ProtocolError(kind, detail, { code });
  }
}
