/**
 * A2A over JSON-RPC: each POST is one message to the agent, and its response one message back. Text is a
 * question; data names a skill and its input. It is stateless, so there are no tasks to get, cancel or
 * subscribe to.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller, OperationContext } from '../../api/operation/context.ts';
import type { Operation } from '../../api/operation/operation.ts';
import { PaymentRequiredError } from '../../payments/x402/messages.ts';
import { callerOf } from '../http/caller.ts';
import { problemOf } from '../http/problem.ts';
import { faultsIn, INVALID_PARAMS, Refusal } from '../json-rpc/read-message.ts';
import { rpcRoute, sendJson } from '../json-rpc/rpc-route.ts';
import { type AgentOptions, agentProblem, runOperation } from '../json-rpc/run-operation.ts';
import { A2A_PATH, isSkill } from './agent-card.ts';
import {
  a2aError,
  dataPart,
  type Part,
  readRequest,
  type SendRequest,
  textPart,
  VERSION,
} from './protocol.ts';

export function a2aRoute(app: FastifyInstance, options: AgentOptions): void {
  const skills = options.operations.filter(isSkill);
  rpcRoute(app, A2A_PATH, {
    operations: skills,
    answer: async ({ bytes, request, reply, countCall }) => {
      const sent = readRequest(bytes, versionHeader(request));
      const call = readSkillCall(sent, skills);
      const operation = call.operation.name;
      await countCall(operation);
      const caller = { ...callerOf(request, reply), picksRail: true };
      const { parts, metadata } = await runSkill(call, caller, options);
      const message = {
        role: 'ROLE_AGENT',
        messageId: randomUUID(),
        contextId: sent.message.contextId || randomUUID(),
        parts,
        metadata: { 'bellwether/operation': operation, ...metadata },
      };
      reply.header('a2a-version', VERSION);
      return sendJson(reply, JSON.stringify({ jsonrpc: '2.0', id: sent.id, result: { message } }));
    },
  });
}

/** From the header or, where a client cannot set one, the query (section 3.6.1). */
function versionHeader({ headers, query }: FastifyRequest): string | undefined {
  const version = headers['a2a-version'] ?? Object(query)['A2A-Version'];
  return version === undefined ? undefined : String(version);
}

const QUESTION = 'answer_question';

type SkillCall = { operation: Operation; input: Readonly<Record<string, unknown>> };
type Answer = { parts: Part[]; metadata?: Readonly<Record<string, unknown>> };

const Data = z.object(
  {
    operation: z.string('must be the name of a skill'),
    input: z.record(z.string(), z.unknown(), 'must be an object').default({}),
  },
  'must be an object with an operation and its input',
);

/**
 * The operation that a message asks for, with its parsed input.
 *
 * @throws Refusal if there is no such skill, or the input is invalid
 */
function readSkillCall({ message, id }: SendRequest, skills: readonly Operation[]): SkillCall {
  const { parts } = message;
  const isReadable = parts.every(({ text, data }) => text !== undefined || data !== undefined);
  if (!isReadable) throw a2aError('CONTENT_TYPE_NOT_SUPPORTED', id);
  const invalid = (why: string) => new Refusal(200, INVALID_PARAMS, why, { id });
  const { operation: name, input } = asked(parts, invalid);
  const operation = skills.find((skill) => skill.name === name);
  if (!operation) {
    const names = skills.map((skill) => skill.name).join(', ');
    throw invalid(`data.operation must be one of ${names}.`);
  }
  const read = operation.input.safeParse(input);
  if (read.success) return { operation, input: read.data };
  const allowed = Object.keys(operation.input.shape).join(', ') || 'nothing';
  throw invalid(`${problemOf(read.error).detail}; ${name} takes ${allowed}.`);
}

function asked(
  parts: SendRequest['message']['parts'],
  invalid: (why: string) => Refusal,
): z.infer<typeof Data> {
  const [part, ...more] = parts.filter(({ text }) => text === undefined);
  if (more.length > 0) throw invalid('A message may hold one part of data.');
  if (!part) {
    const q = parts.map(({ text }) => text).join('\n');
    return { operation: QUESTION, input: { q: q.replace(/\s+/g, ' ') } };
  }
  const { data, error } = Data.safeParse(part.data);
  if (data) return data;
  throw invalid(`${faultsIn(error, 'data')}.`);
}

/** Runs the skill. If the operation fails, the answer is the problem document, for the agent. */
async function runSkill(
  { operation, input }: SkillCall,
  caller: Caller,
  options: AgentOptions,
): Promise<Answer> {
  const context = options.context();
  if ('file' in operation) return { parts: [fileLink({ operation, input }, context)] };
  try {
    const { body, ...answer } = await runOperation(operation, input, context, caller);
    return { ...answer, parts: partsOf(body, operation) };
  } catch (error) {
    const refusal = (code: string, text: string, data: unknown) => ({
      parts: [textPart(text), dataPart(data)],
      metadata: { 'bellwether/code': code },
    });
    if (error instanceof PaymentRequiredError) {
      const how = 'This is paid for: with a credit key as Bearer, or by x402 as the data says.';
      return refusal('payment-required', how, { ...error.requirements });
    }
    const problem = agentProblem(error, options);
    return refusal(problem.code, problem.detail, problem);
  }
}

/** The address of a published file, which is not included in the message itself. */
function fileLink({ operation, input }: SkillCall, { published }: OperationContext): Part {
  const { rest, name } = operation;
  if (!rest) throw new TypeError(`${name} answers with a file and has no address`);
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  const url = `${published.addresses.at(rest.path)}${query.size > 0 ? `?${query}` : ''}`;
  return { url, mediaType: rest.type, filename: name };
}

const Answered = z.object({ answer: z.string() });

/** The wording of an answer, if it has one, comes first as text; the complete answer is data. */
function partsOf(value: unknown, { rest }: Operation): Part[] {
  if (typeof value === 'string' && rest?.type !== 'application/json') return [textPart(value)];
  const words = Answered.safeParse(value).data?.answer;
  return [...(words === undefined ? [] : [textPart(words)]), dataPart(value)];
}
