/** What the MCP face is made of, whichever way its messages come in. */
import type { Policy } from '../../lib/limits/limiter.ts';
import { LOCAL_CALLER, type Operation, type OperationContext } from '../../operations/operation.ts';

export type McpParts = {
  operations: readonly Operation[];
  /**
   * What the current publication answers with; asked for at every call, so that a running server
   * takes up new publications.
   *
   * @throws BellwetherError `not-published`
   */
  context: () => OperationContext;
  /** The credit key of the one client there is, where there is one. */
  apiKey?: string | undefined;
  /** Counts paid calls for a key; absent where nobody is limited. */
  take?: (policy: Policy, client: string) => Promise<void>;
  /** Told of faults of ours; whoever asked is only told that there was one. */
  onFault: (error: unknown) => void;
};

/** Runs an operation by its name: the same function that its other faces run. */
export type Call = (name: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>;

export function caller({ operations, context }: McpParts): Call {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  return async (name, input) => {
    const operation = byName.get(name);
    if (!operation || !('run' in operation))
      throw new TypeError(`there is no operation ${name} that answers with a value`);
    return operation.run(operation.input.parse(input), context(), LOCAL_CALLER);
  };
}
