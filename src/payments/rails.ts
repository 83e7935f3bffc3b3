/** The payment rails that the operator has configured, with the prices of the price list. */
import type { PaymentConfig } from '../lib/config/payment-config.ts';
import { BellwetherError } from '../lib/errors.ts';
import { optionalPackage } from '../lib/optional-package.ts';
import type { Documents } from '../registry/service-documents.ts';
import type { Store } from '../store/store.ts';
import type { Checkout } from './checkout/checkout.ts';
import type { PaymentWatch } from './payment-events.ts';
import { type SolanaRail, solanaRail } from './solana/rail.ts';
import type { X402Rail } from './x402/rail.ts';

export type PaymentRails = {
  x402: X402Rail | undefined;
  solana: SolanaRail | undefined;
  checkout: Checkout | undefined;
};

type Pricing = Documents['pricing'];

/** Path for calls paid by x402 (specification, section 4). */
export const X402_PATH = '/api/agent/deep-signal/x402';

/** Decimals of the stablecoins on Solana; verified for each payment. */
const SOLANA_DECIMALS = 6;

/** The npm packages that each rail needs, optional in package.json. */
const LIBRARIES = {
  x402: '@x402/core @x402/evm viem',
  solana: '@solana/codecs-strings @solana/rpc',
  checkout: 'nodemailer stripe',
} as const;

function railModule<Module>(
  rail: keyof typeof LIBRARIES,
  load: () => Promise<Module>,
): Promise<Module> {
  const install = `npm install --no-save --omit=dev ${LIBRARIES[rail]}`;
  return optionalPackage(load, `The rail ${rail} is configured`, install);
}

/**
 * Loads the libraries of the configured rails only.
 *
 * @throws BellwetherError `settings-invalid`, or `package-missing` if a library is not installed
 */
export async function configuredRails(
  { x402, solana, checkout }: PaymentConfig,
  { store, watch }: { store: Store; watch: PaymentWatch },
  { baseUrl, operator, pricing }: { baseUrl: string; operator: string; pricing: Pricing },
): Promise<PaymentRails> {
  const rails: PaymentRails = { x402: undefined, solana: undefined, checkout: undefined };
  if (x402.isComplete) {
    const { configuredX402 } = await railModule('x402', () => import('./x402/rail.ts'));
    const { price } = tier(pricing, 'deep-signal-x402');
    const sale = { price, resource: `${baseUrl}${X402_PATH}` };
    rails.x402 = configuredX402(x402.settings, { store, watch }, sale);
  }
  if (solana.isComplete) {
    const { solanaNode } = await railModule('solana', () => import('./solana/transaction.ts'));
    const { price: wholePrice, credits } = tier(pricing, 'deep-signal-solana-pack-100');
    const { rpcUrl, ...given } = solana.settings;
    const price = BigInt(Math.round(wholePrice * 10 ** SOLANA_DECIMALS));
    const settings = { ...given, decimals: SOLANA_DECIMALS, price, credits };
    rails.solana = solanaRail({ store, node: solanaNode(rpcUrl, settings), settings, watch });
  }
  if (checkout.isComplete) {
    const module = await railModule('checkout', () => import('./checkout/checkout.ts'));
    const { keyMailer } = await railModule('checkout', () => import('./checkout/mail.ts'));
    const { smtpUrl, mailFrom: from, ...settings } = checkout.settings;
    const mailer = keyMailer({ smtpUrl, from, baseUrl, operator });
    const pack = tier(pricing, 'deep-signal-pack-100');
    rails.checkout = module.checkout({ store, mailer, settings, pack, watch });
  }
  return rails;
}

function tier({ tiers }: Pricing, slug: string): { slug: string; price: number; credits: number } {
  const found = tiers.find((candidate) => candidate.slug === slug);
  if (found) return { slug, price: found.price, credits: found.credits ?? 0 };
  throw new BellwetherError('registry-invalid', `registry/pricing.yaml has no tier ${slug}.`);
}

/** Slugs of the price tiers that anyone can buy. Keys can also be issued manually. */
export function tiersOnSale(rails: PaymentRails | undefined): ReadonlySet<string> {
  return new Set([
    ...(rails?.checkout ? ['deep-signal-call', 'deep-signal-pack-100'] : []),
    ...(rails?.x402 ? ['deep-signal-x402'] : []),
    ...(rails?.solana ? ['deep-signal-solana-pack-100'] : []),
  ]);
}
