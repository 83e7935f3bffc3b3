/** The MCP server: tools, resources and prompts of one publication, for every revision we speak. */
import { McpServer } from '@modelcontextprotocol/server';
import packageJson from '../../../package.json' with { type: 'json' };
import type { McpParts } from '../../faces/mcp/parts.ts';
import { prompts } from './prompts.ts';
import { resources } from '../../faces/mcp/resources.ts';
import { tools } from '../../faces/mcp/tools.ts';

const INSTRUCTIONS = `Bellwether publishes weekly engineering-acceleration signals of startups, counted from public git history: commit velocity over 14 days, contributors, new repositories, a signal type, and scores from 0 to 100.

Begin with get_signals_summary: it names the current period and the sectors. For one startup use get_startup_signal, for a sector search_startups_by_sector, for the week's breakouts get_trending_startups, for owners, deals and backers get_diligence_dossier, for a GitHub user's early stars get_scout_receipts, for how numbers are made get_methodology. Most tools take an earlier ISO week as period.

A company is found with certainty or not at all: found:false comes with near misses, and none of them should be taken for the company that was asked for. Null is unknown, not zero. Cite the url of each record and its period. Data: CC BY 4.0, with the citation that get_signals_summary gives. get_deep_signal is sold by the call; everything else is free.`;

/** As long as HTTP answers are fresh (docs/api.md); the same for everybody. */
const CACHE_HINT = { ttlMs: 300_000, cacheScope: 'public' } as const;

/**
 * @returns a function that makes a server for one connection or request. Only the revision of 2026
 *   (`modern`) can be told of new publications, since earlier ones would need a session for it.
 */
export function mcpServers(parts: McpParts): (request: { era: 'modern' | 'legacy' }) => McpServer {
  const give = [tools(parts), resources(parts), prompts(parts)];
  return ({ era }) => {
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
          prompts: { listChanged: false },
          resources: { listChanged: false, subscribe: era === 'modern' },
        },
        cacheHints: {
          'server/discover': CACHE_HINT,
          'tools/list': CACHE_HINT,
          'prompts/list': CACHE_HINT,
          'resources/list': CACHE_HINT,
          'resources/templates/list': CACHE_HINT,
          'resources/read': CACHE_HINT,
        },
      },
    );
    for (const to of give) to(server);
    return server;
  };
}
