import { basename } from 'node:path';
import { z } from 'zod';
import { PeriodInput } from '../lib/inputs.ts';
import { Sector, SignalsResponse } from '../pipeline/edition/record.ts';
import { OLD_AFTER_DAYS } from '../pipeline/edition/timing.ts';
import type { Published } from '../published/published.ts';
import { loadOperations } from './operation/all-operations.ts';
import { UNKNOWN_PERIOD } from './operation/misses.ts';
import { documented, operation, restOperations } from './operation/operation.ts';

const SectorCount = Sector.pick({ name: true, slug: true, startupCount: true, url: true });
const Format = z.object({
  name: z.string(),
  mediaType: z.string(),
  description: z.string(),
  url: z.url(),
});

/** Specification, section 4: the MCP tool for GET /api/signals.json. */
export default operation({
  name: 'get_signals_summary',
  summary: 'What is published for a period: dates, counts per sector, and where the full data is',
  description:
    'Start here. Gives the period, coverage, citation and licence, the startups per sector, and the address of the full data in every format.',
  tag: 'Signals',
  input: PeriodInput,
  output: z
    .object({
      meta: SignalsResponse.shape.meta.omit({ notCovered: true }).extend({
        isOld: z.boolean().meta({
          description: `Whether the current period ended more than ${OLD_AFTER_DAYS} days ago`,
        }),
        totalNotCovered: z.int().meta({ description: 'Tracked startups left out as unknown' }),
      }),
      formats: z.array(Format).meta({ description: 'The same period in full, by format' }),
      sectors: z.array(SectorCount),
    })
    .meta({ id: 'SignalsSummary' }),
  mcp: { title: 'Signals summary', analog: '/api/signals.json' },
  errors: documented(UNKNOWN_PERIOD),
  examples: [{}, { period: '2026-w20' }],
  run: async ({ period: asked }, { published }) => {
    const { editions } = published;
    const { meta, sectors } = await editions.signals(editions.resolve(asked));
    const { notCovered, ...rest } = meta;
    const formats = await published.derived(signalFormats);
    const query = asked === undefined ? '' : `?period=${encodeURIComponent(asked)}`;
    return {
      meta: { ...rest, isOld: editions.isOld, totalNotCovered: notCovered.length },
      formats: formats.map((format) => ({ ...format, url: `${format.url}${query}` })),
      sectors: sectors.map((sector) => SectorCount.parse(sector)),
    };
  },
});

/** Every published signals file that is available by period, derived from the operations. */
async function signalFormats({ addresses }: Published): Promise<z.infer<typeof Format>[]> {
  return restOperations(await loadOperations())
    .filter((each) => each.tag === 'Signals' && 'file' in each && 'period' in each.input.shape)
    .map(({ summary, rest: { path, type } }) => ({
      name: basename(path),
      mediaType: type,
      description: summary,
      url: addresses.at(path),
    }));
}
