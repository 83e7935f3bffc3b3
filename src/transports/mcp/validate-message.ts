/**
 * Parses messages and validates each method's parameters before the protocol's library sees them,
 * because the library reports a malformed request as an internal error, in words of its own.
 */
import { z } from 'zod';
import {
  faultsIn,
  INVALID_PARAMS,
  INVALID_REQUEST,
  Refusal,
  readJson,
} from '../json-rpc/read-message.ts';

const Text = z.string('must be text');
const Texts = z.array(Text, 'must be a list of texts');
/** A subscription repeats the id of its request in every notification. */
const MAX_ID_LENGTH = 200;
const Id = z.custom<string | number>(
  (value) =>
    typeof value === 'string' ? value.length <= MAX_ID_LENGTH : Number.isSafeInteger(value),
  `must be text of at most ${MAX_ID_LENGTH} characters, or a whole number`,
);
const Flag = z.boolean('must be true or false');
const open = <S extends z.ZodRawShape>(shape: S) => z.looseObject(shape, 'must be an object');
const Meta = open({ progressToken: Id.optional() }).optional();
const params = <S extends z.ZodRawShape>(shape: S) => open({ ...shape, _meta: Meta });

const NoParams = params({}).optional();
const ListParams = params({ cursor: Text.optional() }).optional();
const TextsByName = z.record(z.string(), Text, 'must be an object of texts');
const Reference = z.discriminatedUnion(
  'type',
  [
    open({ type: z.literal('ref/prompt'), name: Text }),
    open({ type: z.literal('ref/resource'), uri: Text }),
  ],
  'must be an object with the type ref/prompt and a name, or ref/resource and a uri',
);
const Implementation = open({ name: Text, version: Text, title: Text.optional() });

/** The supported methods of both generations of the protocol. */
const PARAMS: Readonly<Record<string, z.ZodType>> = {
  initialize: params({
    protocolVersion: Text,
    capabilities: open({}),
    clientInfo: Implementation,
  }),
  ping: NoParams,
  'server/discover': NoParams,
  'tools/list': ListParams,
  'resources/list': ListParams,
  'resources/templates/list': ListParams,
  'prompts/list': ListParams,
  'tools/call': params({ name: Text, arguments: open({}).optional() }),
  'resources/read': params({ uri: Text }),
  'prompts/get': params({ name: Text, arguments: TextsByName.optional() }),
  'completion/complete': params({
    ref: Reference,
    argument: open({ name: Text, value: Text }),
    context: open({ arguments: TextsByName.optional() }).optional(),
  }),
  'subscriptions/listen': params({
    notifications: open({
      toolsListChanged: Flag.optional(),
      promptsListChanged: Flag.optional(),
      resourcesListChanged: Flag.optional(),
      resourceSubscriptions: Texts.optional(),
    }),
  }),
};

/** JSON-RPC 2.0, sections 4 and 5, with ids and parameters restricted as in MCP. */
const Message = open({
  jsonrpc: z.literal('2.0', 'must be "2.0"'),
  id: Id.optional(),
  method: Text.optional(),
  params: z.looseObject({}, 'must be an object').optional(),
}).refine(
  ({ method, id, ...rest }) => method !== undefined || 'result' in rest || 'error' in rest,
  {
    path: ['method'],
    message: 'must be text',
  },
);

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
  const { id, method, params: given } = read.data;
  if (id === undefined || method === undefined) return message;
  const schema = (Object.hasOwn(PARAMS, method) && PARAMS[method]) || NoParams;
  const checked = schema.safeParse(given);
  if (checked.success) return message;
  // If the request could be read, its response has status 200, whatever is wrong with it.
  throw new Refusal(200, INVALID_PARAMS, `${faultsIn(checked.error, 'params')}.`, { id });
}
