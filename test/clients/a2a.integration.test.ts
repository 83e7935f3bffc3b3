/** The A2A protocol's own client finds the agent by its card, and asks it a question. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { skip } from './installed.ts';
import './loopback-only.ts';
import { type OwnService, serveAtOwnAddress } from './serve.ts';

describe('A2A', { skip }, () => {
  let served: OwnService;
  before(async () => {
    served = await serveAtOwnAddress();
  });
  after(() => served.stop());

  it('answers a message of a client that knows only the address', async () => {
    const { Role } = await import('@a2a-js/sdk');
    const a2a = await import('@a2a-js/sdk/client');
    const legacyCompat = { enabled: true };
    const factory = new a2a.ClientFactory({
      transports: [
        new a2a.JsonRpcTransportFactory({ legacyCompat }),
        new a2a.RestTransportFactory({ legacyCompat }),
      ],
      cardResolver: new a2a.DefaultAgentCardResolver({ legacyCompat }),
    });
    const client = await factory.createFromUrl(served.origin);
    const answer = await client.sendMessage({
      tenant: '',
      configuration: undefined,
      metadata: undefined,
      message: {
        messageId: crypto.randomUUID(),
        role: Role.ROLE_USER,
        parts: [
          {
            content: { $case: 'text', value: 'acorn' },
            metadata: undefined,
            filename: '',
            mediaType: 'text/plain',
          },
        ],
        contextId: '',
        taskId: '',
        extensions: [],
        metadata: undefined,
        referenceTaskIds: [],
      },
    });
    assert.match(JSON.stringify(answer), /acorn/i);
  });
});
