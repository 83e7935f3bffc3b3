import type { AgentOptions } from '../json-rpc/run-operation.ts';

/** Shared by all transports of MCP. */
export type McpOptions = AgentOptions & {
  /** Over standard input: the client's credit key. */
  apiKey?: string | undefined;
};
