/**
 * Parses messages, and validates with the protocol's own schemas what its library would answer
 * otherwise than with −32602: it reports most malformed parameters as an internal error.
 */
import { type SpecTypeName, specTypeSchemas } from '@modelcontextprotocol/server';
import {
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  Refusal,
  readMessage,
} from '../json-rpc/read-message.ts';

/** Requests that the library answers with an internal error (−32603) if parameters are malformed. */
export const VALIDATED: Readonly<Record<string, SpecTypeName>> = {
  initialize: 'InitializeRequest',
  'tools/list': 'ListToolsRequest',
  'resources/list': 'ListResourcesRequest',
  'resources/templates/list': 'ListResourceTemplatesRequest',
  'resources/read': 'ReadResourceRequest',
};
/** For any other request, only `_meta` is validated, which the library reports as −32600. */
const ANY_REQUEST: SpecTypeName = 'Request';

const SUBSCRIBE = 'subscriptions/listen';

/**
 * Parses one message from any transport. The parameters of notifications and responses are not
 * validated, since those are not answered.
 *
 * @throws Refusal with the code and id that JSON-RPC requires
 */
export function validateMessage(bytes: Uint8Array): unknown {
  const message = readMessage(bytes);
  const { id, method } = message;
  if (id === undefined || method === undefined) return message;
  // The library opens a stream for it, regardless of the server's capabilities.
  if (method === SUBSCRIBE)
    throw new Refusal(200, METHOD_NOT_FOUND, 'Nothing is pushed; a week is published once.', {
      id,
    });
  const type = (Object.hasOwn(VALIDATED, method) && VALIDATED[method]) || ANY_REQUEST;
  const { issues } = specTypeSchemas[type]['~standard'].validate(message);
  if (!issues) return message;
  // If the request could be read, its response has status 200, even if it is invalid.
  const faults = issues.map(({ path = [], message: fault }) => `${path.join('.')}: ${fault}`);
  throw new Refusal(200, INVALID_PARAMS, faults.join('; '), { id });
}
