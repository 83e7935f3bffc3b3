/** How refusals are told: to the model as the result of its tool, to its host as a protocol error. */
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { problemOf } from '../../transports/http/problem.ts';
import type { McpParts } from './parts.ts';

type Fault = Pick<McpParts, 'onFault'>;

/** The problem that REST would answer with, for the model to read and mend what it asked. */
export function toolError(error: unknown, { onFault }: Fault): CallToolResult {
  const { type: _, title: __, ...problem } = problemOf(error);
  if (problem.code === 'internal-error') onFault(error);
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(problem) }] };
}

/** Resources, prompts and completions have no result for errors. */
export function protocolError(error: unknown, { onFault }: Fault): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const { status, code, detail } = problemOf(error);
  if (code === 'internal-error') onFault(error);
  const kind = status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(kind, detail, { code });
}
