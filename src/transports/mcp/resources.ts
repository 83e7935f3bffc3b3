/** Resources: the complete data of the current period, and the record of a startup. */
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type ResourceMetadata,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { LOCAL_CALLER } from '../../api/operation/context.ts';
import { agentProblem } from '../json-rpc/run-operation.ts';
import type { McpOptions } from './mcp-server.ts';
import { toolOperations } from './tool-definitions.ts';

const SUMMARY = 'signal://summary';
const TRENDING = 'signal://trending';
const STARTUP = 'signal://startup/{name}';
const MIME_TYPE = 'application/json';
const SIGNAL_TOOL = 'get_startup_signal';

/** The answer of get_startup_signal if there is no record. */
const NoRecord = z.object({
  found: z.literal(false),
  notes: z.array(z.string()),
  nearMisses: z.array(z.object({ slug: z.string() })),
});

/** @returns a function that registers all resources on a server */
export function resources(options: McpOptions): (server: McpServer) => void {
  const { context } = options;
  const signal = toolOperations(options.operations).find((tool) => tool.name === SIGNAL_TOOL);
  if (!signal) throw new TypeError(`there is no operation ${SIGNAL_TOOL}`);
  /** Refuses with the protocol's errors: only tools return errors as results. */
  const read = async (uri: URL, value: () => Promise<unknown>): Promise<ReadResourceResult> => {
    try {
      const found = await value();
      const text = typeof found === 'string' ? found : JSON.stringify(found);
      return { contents: [{ uri: uri.href, mimeType: MIME_TYPE, text }] };
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      const { status, code, detail } = agentProblem(error, options);
      const kind = status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
      throw new ProtocolError(kind, detail, { code });
    }
  };
  const whole = async () => {
    const { editions } = context().published;
    const { sha256 } = await editions.file(editions.latest, 'signals.json');
    return (await editions.store.read(sha256)).toString();
  };
  const trendingRecords = async () => {
    const { editions } = context().published;
    const { meta, trending } = await editions.signals(editions.latest);
    return { meta, trending };
  };
  const startup = async (uri: URL, name: string) => {
    const input = signal.input.parse({ company: name });
    const record = await signal.run(input, context(), LOCAL_CALLER);
    const missing = NoRecord.safeParse(record);
    if (missing.success) throw notFound(uri, missing.data);
    return record;
  };
  return (server) => {
    const add = (
      name: string,
      uri: string,
      value: () => Promise<unknown>,
      metadata: ResourceMetadata,
    ) =>
      server.registerResource(name, uri, { mimeType: MIME_TYPE, ...metadata }, (url) =>
        read(url, value),
      );
    add('summary', SUMMARY, whole, {
      title: 'All signals of the current period',
      description:
        'The whole of GET /api/signals.json: the trending 20 and every sector’s startups. Too much to read into a model; get_signals_summary and get_trending_startups are the short forms.',
      annotations: { audience: ['user'], priority: 0.1 },
    });
    add('trending', TRENDING, trendingRecords, {
      title: 'Trending startups of the current period',
      description: 'The full records of the trending startups, strongest signal first, at most 20.',
    });
    for (const { name, questions, mcp } of options.operations) {
      if (!questions || !mcp) continue;
      const rows = questions.rows.map(({ question, input }) => ({ question, arguments: input }));
      add(name, questions.uri, async () => ({ tool: name, questions: rows }), {
        title: `Questions for ${name}`,
        description: `Questions with the arguments of ${name} that answer them.`,
        annotations: { audience: ['assistant'], priority: 0.7 },
      });
    }
    server.registerResource(
      'startup',
      new ResourceTemplate(STARTUP, { list: undefined }),
      {
        title: 'One startup’s signal in the current period',
        description: 'By display name, alias, slug or GitHub organization, percent-encoded.',
        mimeType: MIME_TYPE,
      },
      (uri, { name }) => read(uri, () => startup(uri, decoded(String(name)))),
    );
  };
}

/**
 * The protocol's error for missing resources. Its data may only contain the address, so near misses
 * are in the message.
 */
function notFound(uri: URL, { notes, nearMisses }: z.infer<typeof NoRecord>) {
  const near = nearMisses.map(({ slug }) => `signal://startup/${slug}`).join(', ');
  const message = [...notes, ...(near === '' ? [] : [`Near misses: ${near}`])].join(' ');
  return new ResourceNotFoundError(uri.href, message);
}

/** A variable that cannot be decoded is used as it is. */
function decoded(variable: string): string {
  try {
    return decodeURIComponent(variable);
  } catch {
    return variable;
  }
}
