/** REST routes, one for each operation and its mirror, made from the definitions alone. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE, json } from '../../edition/artifacts.ts';
import type { Operation } from '../../operations/operation.ts';
import { answer } from './answer.ts';
import type { Body } from './body.ts';
import { linkHeaders, PUBLIC_HEADERS } from './headers.ts';
import { readOnly } from './read-only.ts';
import type { Snapshot } from './snapshot.ts';

export function operationRoutes(
  app: FastifyInstance,
  operations: readonly Operation[],
  snapshot: () => Snapshot,
): void {
  for (const operation of operations) {
    const { path, twin } = operation.rest;
    for (const route of twin === undefined ? [path] : [path, twin])
      readOnly(app, route, async (request, reply) => {
        const current = snapshot();
        const body = await operationBody(operation, request.query, current);
        const links = linkHeaders(operation, route, current.context.baseUrl);
        return send(request, reply, body, { ...PUBLIC_HEADERS, ...links });
      });
  }
}

/** The answer's body; throws ZodError for values that the operation does not take. */
async function operationBody(
  operation: Operation,
  values: unknown,
  snapshot: Snapshot,
): Promise<Body> {
  const input = operation.input.parse(values);
  if ('file' in operation) {
    const { edition, name } = operation.file(input, snapshot.context);
    return snapshot.file(edition, name);
  }
  const key = `${operation.name} ${JSON.stringify(input)}`;
  return snapshot.rendered(key, JSON_TYPE, async () =>
    json(await operation.run(input, snapshot.context)),
  );
}

/** Sends a body with validators, in the coding that the client prefers. */
export async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  extra: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const { status, headers, payload } = await answer(body, request.method, request.headers, extra);
  return reply.code(status).headers(headers).send(payload);
}
