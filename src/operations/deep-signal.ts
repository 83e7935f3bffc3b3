import { z } from 'zod';
import { PeriodSlug, Startup } from '../edition/record.ts';
import { BellwetherError } from '../errors.ts';
import { TypedText } from './inputs.ts';
import { operation } from './operation.ts';

const { name, slug, sector, stage, geography, signalType, scores } = Startup.shape;
const Count = z.int().nonnegative();
const { composite } = scores.shape;

const DeepSignal = z
  .object({
    found: z.literal(true),
    name,
    sector,
    stage,
    geography,
    signalType,
    scores,
    rank: z.object({
      inSector: z.int().min(1),
      sectorTotal: z.int().min(1),
      sectorPercentile: z.int().min(0).max(100),
    }),
    thesis: z
      .string()
      .meta({ description: 'Two to four sentences; every number is in the record' }),
    comparables: z.array(
      z.object({
        name,
        slug,
        sector,
        similarity: z.number().min(0).max(1),
        composite,
        url: z.url(),
      }),
    ),
    history: z.array(
      z.object({
        period: PeriodSlug,
        commitVelocity14d: Count,
        commitVelocityChangeRatio: z.number().nullable(),
        contributors: Count,
        composite,
      }),
    ),
  })
  .meta({ id: 'DeepSignal', description: 'Specification, section 2' });

const NotFound = z.looseObject({ found: z.literal(false) });

/** Specification, section 4: the paid signal. */
export default operation({
  name: 'get_deep_signal',
  summary: 'Paid: one startup’s scores, sector rank, thesis, comparables and history',
  description:
    'Cannot be bought yet: every call answers payment-not-configured and costs nothing. Once it can be, a call costs 0.19 EUR from a prepaid credit key (100 credits for 19 EUR, sent as Authorization: Bearer), or 0.19 in a stablecoin for the single call through x402 without a key; credits can also be topped up with a stablecoin on Solana. Only a startup that is found is charged.',
  tag: 'Paid',
  input: z.strictObject({
    name: TypedText(100).meta({
      description: 'Display name, alias, slug or GitHub organization',
      example: 'langfuse',
    }),
  }),
  output: z.union([DeepSignal, NotFound]),
  mcp: { title: 'Deep signal', isPaid: true },
  errors: [{ status: 503, code: 'payment-not-configured', when: 'no way to pay is configured' }],
  examples: [{ name: 'langfuse' }],
  isLive: true,
  run: async () => {
    throw new BellwetherError(
      'payment-not-configured',
      'The deep signal cannot be bought here: no way to pay is configured. Nothing was charged. get_startup_signal gives the published signal free of charge.',
    );
  },
});
