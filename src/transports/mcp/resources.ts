/** Resources: the complete data of the current period, and the record of a startup. */
import {
  type McpServer,
  type ReadResourceResult,
  type ResourceMetadata,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Startup } from '../../pipeline/edition/record.ts';
import type { Published } from '../../published/published.ts';
import { caller, type McpOptions, orProtocolError } from './operations.ts';

const SUMMARY = 'signal://summary';
const SUMMARY_TOP = 'signal://summary/top';
const TRENDING = 'signal://trending';
const STARTUP = 'signal://startup/{name}';
const MIME_TYPE = 'application/json';

/** The answer of get_startup_signal if there is no record. */
const NoRecord = z.object({
  found: z.literal(false),
  notes: z.array(z.string()),
  nearMisses: z.array(z.object({ slug: z.string() })),
});

function startupUri(slug: string): string {
  return `signal://startup/${encodeURIComponent(slug)}`;
}

/** Average for English and JSON. */
const BYTES_PER_TOKEN = 4;

/** Bytes of the summary, and `length`, which warns models of its size in tokens; none before a publication. */
async function sizeOf({ context }: McpOptions): Promise<{ size?: number; length?: string }> {
  let published: Published;
  try {
    published = context().published;
  } catch {
    return {};
  }
  const { bytes: size } = await wholeFile(published);
  const tokens = Math.round(size / BYTES_PER_TOKEN / 1_000) * 1_000;
  const length = ` (${Math.ceil(size / 1_000)} kB, about ${tokens.toLocaleString('en')} tokens)`;
  return { size, length };
}

function wholeFile({ editions }: Published) {
  return editions.file(editions.latest, 'signals.json');
}

/** @returns a function that registers all resources on a server */
export function resources(options: McpOptions): (server: McpServer) => Promise<void> {
  const { context } = options;
  const call = caller(options);
  const read = (uri: URL, value: () => Promise<unknown>): Promise<ReadResourceResult> =>
    orProtocolError(async () => {
      const found = await value();
      const text = typeof found === 'string' ? found : JSON.stringify(found);
      return { contents: [{ uri: uri.href, mimeType: MIME_TYPE, text }] };
    }, options);
  const current = () => {
    const { editions } = context().published;
    return editions.signals(editions.latest);
  };
  const whole = async () => {
    const { published } = context();
    const { sha256 } = await wholeFile(published);
    return (await published.editions.store.read(sha256)).toString();
  };
  const summaryTop = async () => ({
    ...Object(await call('get_signals_summary', {})),
    trending: (await current()).trending.map(inShort),
  });
  const trendingRecords = async () => {
    const { meta, trending } = await current();
    return { meta, trending };
  };
  const startup = async (uri: URL, name: string) => {
    const record = await call('get_startup_signal', { company: name });
    const missing = NoRecord.safeParse(record);
    if (missing.success) throw notFound(uri, missing.data);
    return record;
  };
  return async (server) => {
    const add = (
      name: string,
      uri: string,
      { title, description, ...more }: ResourceMetadata,
      value: () => Promise<unknown>,
    ) => {
      const metadata = { title, description, mimeType: MIME_TYPE, ...more };
      server.registerResource(name, uri, metadata, (url) => read(url, value));
    };
    const { size, length = '' } = await sizeOf(options);
    const summary = {
      title: 'All signals of the current period',
      description: `The whole of GET /api/signals.json: the trending 20 and every sector’s startups${length}. Too much to read into a model; ${SUMMARY_TOP} and get_signals_summary are the short forms.`,
      annotations: { audience: ['user'], priority: 0.1 },
      ...(size !== undefined && { size }),
    } satisfies ResourceMetadata;
    add('summary', SUMMARY, summary, whole);
    const short = {
      title: 'The current period in short',
      description:
        'Dates, coverage and counts per sector, as get_signals_summary gives them, and one line for each trending startup.',
      annotations: { audience: ['assistant', 'user'], priority: 0.9 },
    } satisfies ResourceMetadata;
    add('summary-top', SUMMARY_TOP, short, summaryTop);
    const trending = {
      title: 'Trending startups of the current period',
      description: 'The full records of the trending startups, strongest signal first, at most 20.',
    };
    add('trending', TRENDING, trending, trendingRecords);
    for (const { name, questions, mcp } of options.operations) {
      if (!questions || !mcp) continue;
      const asked = {
        title: `Questions for ${name}`,
        description: `Questions with the arguments of ${name} that answer them.`,
        annotations: { audience: ['assistant'], priority: 0.7 },
      } satisfies ResourceMetadata;
      const rows = questions.rows.map(({ question, input }) => ({ question, arguments: input }));
      add(name, questions.uri, asked, async () => ({ tool: name, questions: rows }));
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

function inShort({ scores, ...startup }: Startup, index: number) {
  const { name, slug, sector, commitVelocity14d, commitVelocityChange } = startup;
  const { signalType, signalStrength, signalSince, signalValue } = startup;
  return {
    rank: index + 1,
    ...{ name, slug, sector },
    composite: scores.composite,
    ...{ commitVelocity14d, commitVelocityChange },
    ...{ signalType, signalStrength, signalSince, signalValue },
  };
}

/**
 * The protocol's error for missing resources. Its data may only contain the address, so near misses
 * are in the message.
 */
function notFound(uri: URL, { notes, nearMisses }: z.infer<typeof NoRecord>) {
  const near = nearMisses.map(({ slug }) => startupUri(slug)).join(', ');
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
