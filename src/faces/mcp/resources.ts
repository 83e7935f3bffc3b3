/** Resources: the current period's data in full, and one startup's record by its name. */
import {
  type McpServer,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Published } from '../../published/published.ts';
import { completeStartup } from './completion.ts';
import { protocolError } from './errors.ts';
import { caller, type McpParts } from './parts.ts';

const SUMMARY = 'signal://summary';
const TRENDING = 'signal://trending';
const STARTUP = 'signal://startup/{name}';
export const MIME_TYPE = 'application/json';

/** What the startup operation answers when it has no record to give. */
export const NoRecord = z.object({
  found: z.literal(false),
  notes: z.array(z.string()),
  nearMisses: z.array(z.object({ slug: z.string() })),
});

export function startupUri(slug: string): string {
  return `signal://startup/${encodeURIComponent(slug)}`;
}

/** The resources that change with a publication. */
export async function changingResources({ editions }: Published): Promise<string[]> {
  const startups = await editions.startups(editions.latest);
  return [SUMMARY, TRENDING, ...[...startups.keys()].map(startupUri)];
}

/** @returns a function that gives a server all resources */
export function resources(parts: McpParts): (server: McpServer) => void {
  const { context } = parts;
  const call = caller(parts);
  const read = async (uri: URL, value: () => Promise<unknown>): Promise<ReadResourceResult> => {
    try {
      const text = JSON.stringify(await value());
      return { contents: [{ uri: uri.href, mimeType: MIME_TYPE, text }] };
    } catch (error) {
      throw protocolError(error, parts);
    }
  };
  const current = () => {
    const { editions } = context().published;
    return editions.signals(editions.latest);
  };
  const startup = async (uri: URL, name: string) => {
    const record = await call('get_startup_signal', { company: name });
    const missing = NoRecord.safeParse(record);
    if (missing.success) throw notFound(uri, missing.data);
    return record;
  };
  const template = new ResourceTemplate(STARTUP, {
    list: undefined,
    complete: {
      name: async (text) => {
        try {
          return (await completeStartup(text, context())).map(({ slug }) => slug);
        } catch (error) {
          throw protocolError(error, parts);
        }
      },
    },
  });
  return (server) => {
    server.registerResource(
      'summary',
      SUMMARY,
      {
        title: 'All signals of the current period',
        description:
          'The whole of GET /api/signals.json: the trending 20 and every sector’s startups. Several hundred kilobytes; get_signals_summary says the same in short.',
        mimeType: MIME_TYPE,
      },
      (uri) => read(uri, current),
    );
    server.registerResource(
      'trending',
      TRENDING,
      {
        title: 'Trending startups of the current period',
        description:
          'The full records of the trending startups, strongest signal first, at most 20.',
        mimeType: MIME_TYPE,
      },
      (uri) =>
        read(uri, async () => {
          const { meta, trending } = await current();
          return { meta, trending };
        }),
    );
    server.registerResource(
      'startup',
      template,
      {
        title: 'One startup’s signal in the current period',
        description: 'By display name, alias, slug or GitHub organization, percent-encoded.',
        mimeType: MIME_TYPE,
      },
      (uri, { name }) => read(uri, () => startup(uri, decoded(String(name)))),
    );
  };
}

/** The protocol's own error, whose data is the address alone; near misses are in its message. */
function notFound(uri: URL, { notes, nearMisses }: z.infer<typeof NoRecord>) {
  const near = nearMisses.map(({ slug }) => startupUri(slug)).join(', ');
  const message = [...notes, ...(near === '' ? [] : [`Near misses: ${near}`])].join(' ');
  return new ResourceNotFoundError(uri.href, message);
}

/** What is not well encoded stands for itself, and is found or not. */
function decoded(variable: string): string {
  try {
    return decodeURIComponent(variable);
  } catch {
    return variable;
  }
}
