/**
 * Parses messages, and validates with the protocol's own schemas what its library would answer
 * otherwise than with −32602: it reports most malformed parameters as an internal error.
 */
import { type SpecTypeName, specTypeSchemas } from '@modelcontextprotocol/server';
import { z } from 'zod';
import {
  faultsIn,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  Refusal,
  readJson,
} from '../json-rpc/read-message.ts';

/** Requests that the library answers with an internal error (−32603) if parameters are malformed. */
export const VALIDATED: Readonly<Record<string, SpecTypeName>> = {
  initialize: 'InitializeRequest',
  'tools/list': 'ListToolsRequest',
  'resources/list': 'ListResourcesRequest',
  'resources/templates/list': 'ListResourceTemplatesRequest',
  'prompts/list': 'ListPromptsRequest',
  'resources/read': 'ReadResourceRequest',
  'prompts/get': 'GetPromptRequest',
};
/** Of any other request, only `_meta` is validated, which the library reports as −32600. */
const ANY_REQUEST: SpecTypeName = 'Request';

const SUBSCRIBE = 'subscriptions/listen';

const MAX_ID_LENGTH = 200;
const Id = z.custom<string | number>(
  (value) =>
    typeof value === 'string' ? value.length <= MAX_ID_LENGTH : Number.isSafeInteger(value),
  `must be text of at most ${MAX_ID_LENGTH} characters, or a whole number`,
);

/** JSON-RPC 2.0, sections 4 and 5, with ids and parameters restricted as in MCP. */
const Message = z
  .looseObject(
    {
      jsonrpc: z.literal('2.0', 'must be "2.0"'),
      id: Id.optional(),
      method: z.string('must be text').optional(),
      params: z.looseObject({}, 'must be an object').optional(),
    },
    'must be an object',
  )
  .refine((read) => read.method !== undefined || 'result' in read || 'error' in read, {
    path: ['method'],
    message: 'must be text',
  });

/**
 * Parses one message from any transport. The parameters of notifications and responses are not
 * validated, since those are not answered.
 *
 * @throws Refusal with the code and id that JSON-RPC requires
 */
export function readMessage(bytes: Uint8Array): unknown {
  const message = readJson(bytes);
  const read = Message.safeParse(message);
  if (!read.success) {
    const why = `This is no JSON-RPC request: ${faultsIn(read.error)}.`;
    const id = z.object({ id: Id }).safeParse(message).data?.id ?? null;
    throw new Refusal(400, INVALID_REQUEST, why, { id });
  }
  const { id, method } = read.data;
  if (id === undefined || method === undefined) return message;
  // The library opens a stream for it, whatever the server is capable of.
  if (method === SUBSCRIBE)
    throw new Refusal(200, METHOD_NOT_FOUND, 'Nothing is pushed; a week is published once.', {
      id,
    });
  const type = (Object.hasOwn(VALIDATED, method) && VALIDATED[method]) || ANY_REQUEST;
  const { issues } = specTypeSchemas[type]['~standard'].validate(message);
  if (!issues) return message;
  // If the request could be read, its response has status 200, whatever is wrong with it.
  const faults = issues.map(({ path = [], message: fault }) => `${path.join('.')}: ${fault}`);
  throw new Refusal(200, INVALID_PARAMS, faults.join('; '), { id });
}
