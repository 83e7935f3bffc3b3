/**
 * Messages that the protocol's library does not answer with −32602, so that the service validates them
 * first. A case that fails here has been fixed in the library: remove it from `validate-message.ts`.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { VALIDATED } from '../../../src/transports/mcp/validate-message.ts';

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'test', version: '1' });
  server.registerTool('tool', { inputSchema: z.object({}) }, () => ({ content: [] }));
  server.registerResource('resource', 'test://resource', {}, () => ({ contents: [] }));
  return server;
});

async function errorCode(method: string, params: unknown): Promise<unknown> {
  const response = await handler.fetch(
    new Request('http://localhost/', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }),
  );
  const text = await response.text();
  const message = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
  return message.error?.code;
}

describe('the library of the protocol', () => {
  for (const method of Object.keys(VALIDATED))
    it(`answers malformed parameters of ${method} with an internal error`, async () => {
      // No list has a cursor that is a number, and all others need at least one text.
      assert.equal(await errorCode(method, { cursor: 1 }), -32603);
    });

  it('answers a malformed _meta as if the message were no request', async () => {
    assert.equal(await errorCode('ping', { _meta: 1 }), -32600);
  });

  it('answers malformed parameters of tools/call with −32602', async () => {
    assert.equal(await errorCode('tools/call', { name: 1 }), -32602);
  });
});
