import { z } from 'zod';
import { LimitInput, PeriodInput, TypedText } from '../lib/inputs.ts';
import { PeriodSlug, Sector, SignalsResponse } from '../pipeline/edition/record.ts';
import { unknownSector } from '../published/unknown-sector.ts';
import { foldKey } from '../registry/fold.ts';
import { Found, UNKNOWN_PERIOD } from './operation/misses.ts';
import { documented, operation, STANDARD_LIMIT } from './operation/operation.ts';

const MAX_STARTUPS = 100;

/** Specification, section 4: the MCP tool of this name. */
export default operation({
  name: 'search_startups_by_sector',
  summary: 'The startups of one sector with their signals, highest composite score first',
  description:
    'The sector is found by name or slug; case and punctuation are ignored. An unknown sector is an error that lists the known ones.',
  tag: 'Signals',
  input: PeriodInput.extend({
    sector: TypedText(80).meta({ description: 'Name or slug of a sector', example: 'ai-agents' }),
    limit: LimitInput(MAX_STARTUPS, 20).meta({ description: 'How many startups at most' }),
  }),
  output: z
    .object({
      ...Found,
      period: z.object({ slug: PeriodSlug, name: z.string() }),
      citation: SignalsResponse.shape.meta.shape.citation,
      sector: Sector.omit({ startups: true }),
      startups: Sector.shape.startups.max(MAX_STARTUPS),
    })
    .meta({ id: 'SectorStartups' }),
  rest: { path: '/api/sector', type: 'application/json' },
  mcp: { title: 'Startups of a sector' },
  limit: STANDARD_LIMIT,
  errors: documented({
    ...UNKNOWN_PERIOD,
    '404 unknown-sector': [
      'no startup is in it; the error lists those available',
      { sector: 'no such sector' },
    ],
  }),
  examples: [{ sector: 'ai-agents' }, { sector: 'Data Engineering', limit: 5 }],
  run: async ({ sector: text, limit, period: asked }, { published: { editions } }) => {
    const { meta, sectors } = await editions.signals(editions.resolve(asked));
    const { period, citation } = meta;
    const key = foldKey(text);
    const meant = sectors.find(({ name, slug }) => [name, slug].map(foldKey).includes(key));
    if (!meant) throw unknownSector(text, sectors);
    const { startups, ...sector } = meant;
    return { found: true, period, citation, sector, startups: startups.slice(0, limit) };
  },
});
