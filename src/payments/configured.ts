/** The rails that the operator's settings allow, at the prices of the price list. */
import { join } from 'node:path';
import { BellwetherError } from '../lib/errors.ts';
import type { PaymentConfig } from '../payment-settings.ts';
import type { Documents } from '../registry/service-documents.ts';
import type { PaymentRails, RailParts } from './payments.ts';

type Pricing = Documents['pricing'];

/** Where a call that is paid by x402 is sent (specification, section 4). */
export const X402_PATH = '/api/agent/deep-signal/x402';

/** PostgreSQL where it is set, else the file in the data folder. */
export function storePlace(
  { databaseUrl }: Pick<PaymentConfig, 'databaseUrl'>,
  dataFolder: string,
): string {
  return databaseUrl ?? join(dataFolder, 'bellwether.sqlite');
}

/**
 * The libraries of a rail are only loaded where the rail is used.
 *
 * @throws BellwetherError `settings-invalid`
 */
export async function configuredRails(
  { x402, solana, checkout }: PaymentConfig,
  parts: RailParts,
  service: { baseUrl: string; operator: string; pricing: Pricing },
): Promise<PaymentRails> {
  const { baseUrl, operator, pricing } = service;
  const rails: PaymentRails = { x402: undefined, solana: undefined, checkout: undefined };
  if (x402.isComplete) {
    const { configuredX402 } = await import('./x402/configured.ts');
    const { price } = tier(pricing, 'deep-signal-x402');
    const resource = `${baseUrl}${X402_PATH}`;
    rails.x402 = configuredX402(x402.settings, parts, { price, resource });
  }
  if (solana.isComplete) {
    const { configuredSolana } = await import('./solana/configured.ts');
    rails.solana = configuredSolana(
      solana.settings,
      parts,
      tier(pricing, 'deep-signal-solana-pack-100'),
    );
  }
  if (checkout.isComplete) {
    const { configuredCheckout } = await import('./checkout/configured.ts');
    const pack = tier(pricing, 'deep-signal-pack-100');
    rails.checkout = configuredCheckout(checkout.settings, parts, { pack, baseUrl, operator });
  }
  return rails;
}

function tier({ tiers }: Pricing, slug: string): { slug: string; price: number; credits: number } {
  const found = tiers.find((candidate) => candidate.slug === slug);
  if (found) return { slug, price: found.price, credits: found.credits ?? 0 };
  throw new BellwetherError('registry-invalid', `registry/pricing.yaml has no tier ${slug}.`);
}
