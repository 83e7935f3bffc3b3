/**
 * Parses an A2A request, determines its method and version, and rejects invalid ones before any work.
 */
import { z } from 'zod';
import {
  faultsIn,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  type MessageId,
  Refusal,
  readJson,
} from '../json-rpc/read-message.ts';
import { a2aError, type Reason, SendParams, VERSIONS, type Version } from './protocol.ts';

export type SendRequest = { id: MessageId; version: Version; params: SendParams };

const SEND: Readonly<Record<Version, string>> = { '1.0': 'SendMessage', '0.3': 'message/send' };

const NO_TASKS = 'Every message is answered at once; no tasks are kept.';
const NO_STREAMS = 'Answers are not streamed; send the message without streaming.';
const NO_PUSH = 'Nothing is pushed; ask again, or read /feed.xml.';
const NO_CARD = 'The card at /.well-known/agent-card.json is all there is.';

type Unsupported = readonly [reason: Reason, why: string, methods: readonly string[]];

/** Methods of both versions that are not supported, with the reason. */
const UNSUPPORTED: readonly Unsupported[] = [
  ['TASK_NOT_FOUND', NO_TASKS, ['GetTask', 'CancelTask', 'tasks/get', 'tasks/cancel']],
  ['UNSUPPORTED_OPERATION', NO_TASKS, ['ListTasks']],
  [
    'UNSUPPORTED_OPERATION',
    NO_STREAMS,
    ['SendStreamingMessage', 'SubscribeToTask', 'message/stream', 'tasks/resubscribe'],
  ],
  [
    'PUSH_NOTIFICATION_NOT_SUPPORTED',
    NO_PUSH,
    [
      ...['Create', 'Get', 'Delete'].map((verb) => `${verb}TaskPushNotificationConfig`),
      'ListTaskPushNotificationConfigs',
      ...['set', 'get', 'list', 'delete'].map((verb) => `tasks/pushNotificationConfig/${verb}`),
    ],
  ],
  [
    'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
    NO_CARD,
    ['GetExtendedAgentCard', 'agent/getAuthenticatedExtendedCard'],
  ],
];

/** Methods of version 0.3 have a slash, those of 1.0 none. */
const versionOfMethod = (method: string): Version => (method.includes('/') ? '0.3' : '1.0');

const Id = z.custom<string | number>(
  (value) => typeof value === 'string' || Number.isFinite(value),
  'must be text or a number',
);
const Request = z.looseObject(
  {
    jsonrpc: z.literal('2.0', 'must be "2.0"'),
    id: Id,
    method: z.string('must be text'),
    params: z.looseObject({}, 'must be an object').optional(),
  },
  'must be an object',
);

/** @param header A2A-Version, if sent @throws Refusal for everything but a message to answer */
export function readRequest(bytes: Uint8Array, header: string | undefined): SendRequest {
  const message = readJson(bytes);
  const read = Request.safeParse(message);
  if (!read.success) {
    const id = z.object({ id: Id }).safeParse(message).data?.id ?? null;
    const why = `This is no JSON-RPC request: ${faultsIn(read.error)}.`;
    throw new Refusal(400, INVALID_REQUEST, why, { id });
  }
  const { id, method, params } = read.data;
  const version = versionOf(header, method);
  if (!version)
    throw a2aError(
      'VERSION_NOT_SUPPORTED',
      `Version ${header} is not spoken here; A2A-Version may be ${VERSIONS.join(' or ')}.`,
      { id, version: '1.0' },
    );
  const unsupported = UNSUPPORTED.find(([, , methods]) => methods.includes(method));
  if (unsupported && versionOfMethod(method) === version) {
    const [reason, why] = unsupported;
    throw a2aError(reason, why, { id, version });
  }
  if (method !== SEND[version]) {
    const why = `There is no such method in version ${version}; ${SEND[version]} sends a message.`;
    throw new Refusal(200, METHOD_NOT_FOUND, why, { id });
  }
  const sent = SendParams.safeParse(params);
  if (!sent.success)
    throw new Refusal(200, INVALID_PARAMS, `${faultsIn(sent.error, 'params')}.`, { id });
  refuseUnsupportedParams(sent.data, { id, version });
  return { id, version, params: sent.data };
}

/** Patch versions are ignored (specification 1.0, section 3.6). */
function versionOf(header: string | undefined, method: string): Version | undefined {
  if (header !== undefined && header.trim() !== '') {
    const asked = header.trim().split('.').slice(0, 2).join('.');
    return VERSIONS.find((version) => version === asked);
  }
  // Clients of 0.3 send no version. A client of 1.0 that omits it is recognized by its method.
  return versionOfMethod(method);
}

function refuseUnsupportedParams(
  { message, configuration }: SendParams,
  about: { id: MessageId; version: Version },
): void {
  if (message.taskId !== undefined && message.taskId !== '')
    throw a2aError('TASK_NOT_FOUND', NO_TASKS, about);
  const { pushNotificationConfig, taskPushNotificationConfig } = configuration ?? {};
  if (pushNotificationConfig != null || taskPushNotificationConfig != null)
    throw a2aError('PUSH_NOTIFICATION_NOT_SUPPORTED', NO_PUSH, about);
}
