import { z } from 'zod';
import { NoInput, operation } from '../../operations/operation.ts';

/** Specification, section 4: GET /api/v1/pricing.json. */
export default operation({
  name: 'get_pricing',
  summary: 'Price tiers, their currency, and whether each can be had here',
  tag: 'Meta',
  input: NoInput,
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
    url: z.url(),
  }),
  rest: { path: '/api/v1/pricing.json', type: 'application/json' },
  examples: [{}],
  run: async (_, { published: { registry, addresses, onSale } }) => {
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
      url: addresses.at('/pricing'),
    };
  },
});
