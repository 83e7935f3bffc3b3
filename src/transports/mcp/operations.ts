/** What the MCP transport needs, and how resources, prompts and completions call operations. */

import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { LOCAL_CALLER } from '../../api/operation/context.ts';
import { type AgentOptions, agentProblem } from '../json-rpc/run-operation.ts';

export type McpOptions = AgentOptions & {
  /** Over standard input: the client's credit key. */
  apiKey?: string | undefined;
};

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

/** Converts errors to protocol errors. Only tools return errors as results. */
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
