/** MCP over standard input and output: one client, one connection. */
import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Published } from '../../published/published.ts';
import type { McpParts } from './parts.ts';
import { changingResources } from './resources.ts';
import { mcpServers } from '../../transports/mcp/mcp-server.ts';

export type McpConnection = {
  /** Tells the client, where it waits for it, which resources have changed. */
  announce(published: Published): Promise<void>;
  close(): Promise<void>;
};

/** @param onRefused told of what came in and was no message */
export function mcpOverStdio(parts: McpParts, onRefused: (error: Error) => void): McpConnection {
  const make = mcpServers(parts);
  let subscribable: McpServer | undefined;
  const connection = serveStdio(
    (request) => {
      const server = make(request);
      if (request.era === 'modern') subscribable = server;
      return server;
    },
    { onerror: onRefused },
  );
  return {
    announce: async (published) => {
      if (!subscribable?.isConnected()) return;
      for (const uri of await changingResources(published))
        await subscribable.server.sendResourceUpdated({ uri });
    },
    close: () => connection.close(),
  };
}
