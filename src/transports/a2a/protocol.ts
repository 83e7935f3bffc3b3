/**
 * Two versions of A2A: 0.3 (https://a2a-protocol.org/v0.3.0/specification/) and 1.0
 * (https://a2a-protocol.org/v1.0.0/specification/). They have the same content in different forms.
 */
import { z } from 'zod';
import { type MessageId, Refusal } from '../json-rpc/read-message.ts';

export const VERSIONS = ['1.0', '0.3'] as const;
export type Version = (typeof VERSIONS)[number];

export const OUTPUT_MODES = ['application/json', 'text/plain'];

/** Part of a message, independent of the version. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'data'; data: unknown }
  | { kind: 'file'; url: string; mediaType: string; name: string };

const Text = z.string('must be text');
const Optional = Text.optional();
const open = <S extends z.ZodRawShape>(shape: S) => z.looseObject(shape, 'must be an object');

/** 0.3 has a `kind` field, 1.0 a member for each kind. */
const PartSchema = open({
  kind: Optional,
  text: Optional,
  data: z.unknown().optional(),
});
export const SendParams = open({
  message: open({
    messageId: Text,
    role: z.enum(['user', 'ROLE_USER'], 'must be user (version 0.3) or ROLE_USER (version 1.0)'),
    contextId: Optional,
    taskId: Optional,
    parts: z.array(PartSchema, 'must be a list of parts').min(1, 'must hold a part'),
  }),
  configuration: open({
    /** 0.3 */
    pushNotificationConfig: z.unknown().optional(),
    /** 1.0 */
    taskPushNotificationConfig: z.unknown().optional(),
  }).optional(),
});
export type SendParams = z.infer<typeof SendParams>;

/** Text or data; undefined for anything else, such as a file. */
export function readPart(part: SendParams['message']['parts'][number]): Part | undefined {
  if (part.text !== undefined && (part.kind ?? 'text') === 'text')
    return { kind: 'text', text: part.text };
  if (part.data !== undefined && (part.kind ?? 'data') === 'data')
    return { kind: 'data', data: part.data };
  return undefined;
}

export type Reply = {
  messageId: string;
  contextId: string;
  parts: readonly Part[];
  metadata: Readonly<Record<string, unknown>>;
};

/** The result of sending a message: another message, without a task. */
export function writeReply({ parts, ...reply }: Reply, version: Version): unknown {
  if (version === '0.3')
    return { kind: 'message', role: 'agent', ...reply, parts: parts.map(writePart03) };
  return { message: { role: 'ROLE_AGENT', ...reply, parts: parts.map(writePart10) } };
}

function writePart03(part: Part): unknown {
  if (part.kind !== 'file') return part;
  const { url: uri, mediaType: mimeType, name } = part;
  return { kind: 'file', file: { uri, mimeType, name } };
}

function writePart10(part: Part): unknown {
  if (part.kind === 'text') return { text: part.text, mediaType: 'text/plain' };
  if (part.kind === 'data') return { data: part.data, mediaType: 'application/json' };
  return { url: part.url, mediaType: part.mediaType, filename: part.name };
}

/** The codes are the same in both versions (1.0, section 9.5; 0.3, section 8). */
const ERRORS = {
  TASK_NOT_FOUND: -32_001,
  PUSH_NOTIFICATION_NOT_SUPPORTED: -32_003,
  UNSUPPORTED_OPERATION: -32_004,
  CONTENT_TYPE_NOT_SUPPORTED: -32_005,
  EXTENDED_AGENT_CARD_NOT_CONFIGURED: -32_007,
  VERSION_NOT_SUPPORTED: -32_009,
} as const;
export type Reason = keyof typeof ERRORS;

/** Version 1.0 requires the reason as `google.rpc.ErrorInfo`. */
export function a2aError(
  reason: Reason,
  message: string,
  { id, version }: { id: MessageId; version: Version },
): Refusal {
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'a2a-protocol.org',
  };
  return new Refusal(200, ERRORS[reason], message, {
    id,
    ...(version === '1.0' && { data: [info] }),
  });
}
