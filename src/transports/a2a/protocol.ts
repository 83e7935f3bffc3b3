/** Requests and replies of A2A 1.0 over JSON-RPC (https://a2a-protocol.org/v1.0.0/specification/). */
import { z } from 'zod';
import {
  faultsIn,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  type MessageId,
  Refusal,
  readMessage,
} from '../json-rpc/read-message.ts';

export const VERSION = '1.0';
export const OUTPUT_MODES = ['application/json', 'text/plain'];
const SEND = 'SendMessage';

const Text = z.string('must be text');
const open = <S extends z.ZodRawShape>(shape: S) => z.looseObject(shape, 'must be an object');

const SendParams = open({
  message: open({
    messageId: Text,
    role: z.literal('ROLE_USER', 'must be ROLE_USER'),
    contextId: Text.optional(),
    taskId: Text.optional(),
    parts: z
      .array(
        open({ text: Text.optional(), data: z.unknown().optional() }),
        'must be a list of parts',
      )
      .min(1, 'must hold a part'),
  }),
  configuration: open({ taskPushNotificationConfig: z.unknown().optional() }).optional(),
});
export type SendRequest = { id: MessageId; message: z.infer<typeof SendParams>['message'] };

/** Section 9.5. */
const ERRORS = {
  TASK_NOT_FOUND: [-32_001, 'Every message is answered at once; no tasks are kept.'],
  PUSH_NOTIFICATION_NOT_SUPPORTED: [-32_003, 'Nothing is pushed; ask again, or read /feed.xml.'],
  UNSUPPORTED_OPERATION: [-32_004, 'No tasks are kept or streamed; a message is answered at once.'],
  CONTENT_TYPE_NOT_SUPPORTED: [-32_005, 'A part must be text or data.'],
  EXTENDED_AGENT_CARD_NOT_CONFIGURED: [
    -32_007,
    'The card at /.well-known/agent-card.json is all there is.',
  ],
  VERSION_NOT_SUPPORTED: [
    -32_009,
    `Another version is not spoken here; A2A-Version is ${VERSION}.`,
  ],
} as const;
type Reason = keyof typeof ERRORS;

const UNSUPPORTED: readonly (readonly [methods: RegExp, reason: Reason])[] = [
  [/^(?:Get|Cancel)Task$/, 'TASK_NOT_FOUND'],
  [/^(?:ListTasks|SendStreamingMessage|SubscribeToTask)$/, 'UNSUPPORTED_OPERATION'],
  [/TaskPushNotificationConfigs?$/, 'PUSH_NOTIFICATION_NOT_SUPPORTED'],
  [/^GetExtendedAgentCard$/, 'EXTENDED_AGENT_CARD_NOT_CONFIGURED'],
];

/** The protocol requires the reason as `google.rpc.ErrorInfo`. */
export function a2aError(reason: Reason, id: MessageId): Refusal {
  const [code, message] = ERRORS[reason];
  const type = 'type.googleapis.com/google.rpc.ErrorInfo';
  const data = [{ '@type': type, reason, domain: 'a2a-protocol.org' }];
  return new Refusal(200, code, message, { id, data });
}

/** @param version A2A-Version, if sent @throws Refusal for everything but a message to answer */
export function readRequest(bytes: Uint8Array, version: string | undefined): SendRequest {
  const { id, method, params } = readMessage(bytes);
  if (id === undefined || method === undefined) {
    const why = 'This is no JSON-RPC request: it needs a method and an id.';
    throw new Refusal(400, INVALID_REQUEST, why, { id: id ?? null });
  }
  // Patch versions are ignored (section 3.6).
  if (!/^(?:|1\.0(?:\..*)?)$/.test(version?.trim() ?? ''))
    throw a2aError('VERSION_NOT_SUPPORTED', id);
  const unsupported = UNSUPPORTED.find(([methods]) => methods.test(method));
  if (unsupported) throw a2aError(unsupported[1], id);
  if (method !== SEND) {
    const why = `There is no such method in version ${VERSION}; ${SEND} sends a message.`;
    throw new Refusal(200, METHOD_NOT_FOUND, why, { id });
  }
  const { data, error } = SendParams.safeParse(params);
  if (!data) throw new Refusal(200, INVALID_PARAMS, `${faultsIn(error, 'params')}.`, { id });
  const { message, configuration } = data;
  if (message.taskId) throw a2aError('TASK_NOT_FOUND', id);
  if (configuration?.taskPushNotificationConfig != null)
    throw a2aError('PUSH_NOTIFICATION_NOT_SUPPORTED', id);
  return { id, message };
}

/** Part of a reply; that of a request has text or data. */
export type Part =
  | { text: string; mediaType: 'text/plain' }
  | { data: unknown; mediaType: 'application/json' }
  | { url: string; mediaType: string; filename: string };

export const textPart = (text: string): Part => ({ text, mediaType: 'text/plain' });
export const dataPart = (data: unknown): Part => ({ data, mediaType: 'application/json' });
