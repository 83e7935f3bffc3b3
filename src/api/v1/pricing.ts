import { z } from 'zod';
import { DATA_LICENSE, RESALE_TERMS } from '../../lib/terms.ts';
import { jsonDocument } from '../operation/kinds.ts';

/** Specification, section 4: GET /api/v1/pricing.json. */
export default jsonDocument({
  name: 'get_pricing',
  summary: 'Price tiers, their currency, and whether each can be had here',
  description:
    'Slugs of tiers are stable; prices may change. A tier that this instance has not configured says so.',
  tag: 'Meta',
  output: z.object({
    asOf: z.iso.datetime(),
    currency: z.string(),
    tiers: z.array(
      z.object({
        slug: z.string().meta({ description: 'Stable' }),
        name: z.string(),
        price: z.number().nonnegative(),
        currency: z.string(),
        unit: z.enum(['none', 'call', 'pack']),
        credits: z.int().positive().nullable(),
        available: z.boolean().meta({ description: 'Whether it can be had from this service now' }),
        description: z.string(),
      }),
    ),
    terms: z.object({
      license: z.url().meta({ description: 'Of the data' }),
      resale: z.string().meta({ description: 'What the operator asks for beside it' }),
    }),
    url: z.url(),
  }),
  path: '/api/v1/pricing.json',
  document: ({ published: { registry, addresses, onSale } }) => {
    const { asOf, currency, tiers } = registry.documents.pricing;
    return {
      asOf,
      currency,
      tiers: tiers.map((tier) => ({
        ...tier,
        currency: tier.currency ?? currency,
        credits: tier.credits ?? null,
        available: tier.price === 0 || onSale.has(tier.slug),
      })),
      terms: { license: DATA_LICENSE, resale: RESALE_TERMS },
      url: addresses.at('/pricing'),
    };
  },
});
