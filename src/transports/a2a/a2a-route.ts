/**
 * A2A over JSON-RPC: each POST is one message to the agent, and its response one message back. It is
 * stateless, so there are no tasks to get, cancel or subscribe to.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf } from '../http/caller.ts';
import { rpcRoute, sendJson } from '../json-rpc/rpc-route.ts';
import type { AgentOptions } from '../json-rpc/run-operation.ts';
import { A2A_PATH, isSkill } from './agent-card.ts';
import { readRequest, VERSION } from './protocol.ts';
import { readSkillCall, runSkill } from './run-skill.ts';

export function a2aRoute(app: FastifyInstance, options: AgentOptions): void {
  const { limiter } = options;
  const skills = options.operations.filter(isSkill);
  rpcRoute(app, A2A_PATH, {
    operations: skills,
    limiter,
    answer: async ({ bytes, request, reply, countCall }) => {
      const sent = readRequest(bytes, versionHeader(request));
      const call = readSkillCall(sent, skills);
      const operation = call.operation.name;
      await countCall(operation);
      const caller = { ...callerOf(request, reply, limiter), picksRail: true };
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
