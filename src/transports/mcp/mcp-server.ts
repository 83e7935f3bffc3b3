/** The MCP server: tools and resources, for every supported revision of the protocol. */
import { McpServer } from '@modelcontextprotocol/server';
import packageJson from '../../../package.json' with { type: 'json' };
import type { AgentOptions } from '../json-rpc/run-operation.ts';
import { resources } from './resources.ts';
import { tools } from './tools.ts';

const INSTRUCTIONS = `Bellwether publishes weekly engineering-acceleration signals of startups, counted from public git history: commit velocity over 14 days, contributors, new repositories, a signal type, and scores from 0 to 100.

Begin with get_signals_summary: it names the current period and the sectors. For one startup use get_startup_signal, for a sector search_startups_by_sector, for the week's breakouts get_trending_startups, for owners, deals and backers get_diligence_dossier, for a GitHub user's early stars get_scout_receipts, for how numbers are made get_methodology. For everything else that can be counted, filtered, ranked, compared or followed over time, deals included, use query_signals. Most tools take an earlier ISO week as period.

A company is found with certainty or not at all: found:false comes with near misses, and none of them should be taken for the company that was asked for. Null is unknown, not zero. Cite the url of each record and its period. Data: CC BY 4.0, with the citation that get_signals_summary gives. get_deep_signal is sold by the call; everything else is free.`;

/** Shared by all transports of MCP. */
export type McpOptions = AgentOptions & {
  /** Over standard input: the client's credit key. */
  apiKey?: string | undefined;
};

/** The same freshness as over HTTP (docs/api.md). */
const CACHE_HINT = { ttlMs: 300_000, cacheScope: 'public' } as const;
const CACHED = [
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
] as const;

/** @returns a function that creates the server for a connection or request */
export function mcpServers(options: McpOptions): () => Promise<McpServer> {
  let registrations: readonly ((server: McpServer) => void)[] | undefined;
  return async () => {
    const server = new McpServer(
      {
        name: packageJson.name,
        title: 'Bellwether',
        version: packageJson.version,
        description: packageJson.description,
      },
      {
        instructions: INSTRUCTIONS,
        capabilities: {
          tools: { listChanged: false },
          resources: { listChanged: false, subscribe: false },
        },
        cacheHints: Object.fromEntries(CACHED.map((method) => [method, CACHE_HINT])),
      },
    );
    // Built for the first request, so that a service without MCP clients never builds them.
    registrations ??= [tools(options), resources(options)];
    for (const register of registrations) register(server);
    return server;
  };
}
