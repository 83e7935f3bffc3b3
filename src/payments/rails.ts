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

type RailParts = { store: Store; watch: PaymentWatch };
type Service = { baseUrl: string; operator: string; pricing: Pricing };
type Pricing = Documents['pricing'];
type Settings<R extends 'solana' | 'checkout'> = Extract<
  PaymentConfig[R],
  { isComplete: true }
>['settings'];

/** Path for calls paid by x402 (specification, section 4). */
export const X402_PATH = '/api/agent/deep-signal/x402';

/** Decimals of the stablecoins on Solana; verified for each payment. */
const SOLANA_DECIMALS = 6;

/** The npm packages that each rail needs, optional in package.json. */
const LIBRARIES = {
  x402: '@x402/core @x402/evm viem',
  solana: '@solana/codecs-strings @solana/rpc @solana/transaction-messages @solana/transactions',
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
  parts: RailParts,
  service: Service,
): Promise<PaymentRails> {
  const rails: PaymentRails = { x402: undefined, solana: undefined, checkout: undefined };
  if (x402.isComplete) {
    const { configuredX402 } = await railModule('x402', () => import('./x402/rail.ts'));
    const { price } = tier(service.pricing, 'deep-signal-x402');
    const resource = `${service.baseUrl}${X402_PATH}`;
    rails.x402 = configuredX402(x402.settings, parts, { price, resource });
  }
  if (solana.isComplete)
    rails.solana = await configuredSolana(solana.settings, parts, service.pricing);
  if (checkout.isComplete)
    rails.checkout = await configuredCheckout(checkout.settings, parts, service);
  return rails;
}

async function configuredSolana(
  { rpcUrl, ...given }: Settings<'solana'>,
  { store, watch }: RailParts,
  pricing: Pricing,
): Promise<SolanaRail> {
  const { solanaNode } = await railModule('solana', () => import('./solana/transaction.ts'));
  const { price, credits } = tier(pricing, 'deep-signal-solana-pack-100');
  const settings = {
    ...given,
    decimals: SOLANA_DECIMALS,
    price: BigInt(Math.round(price * 10 ** SOLANA_DECIMALS)),
    credits,
  };
  return solanaRail({ store, node: solanaNode(rpcUrl, settings), settings, watch });
}

async function configuredCheckout(
  { smtpUrl, mailFrom, ...settings }: Settings<'checkout'>,
  { store, watch }: RailParts,
  { pricing, baseUrl, operator }: Service,
): Promise<Checkout> {
  const { checkout } = await railModule('checkout', () => import('./checkout/checkout.ts'));
  const { keyMailer } = await railModule('checkout', () => import('./checkout/mail.ts'));
  const mailer = keyMailer({ smtpUrl, from: mailFrom, baseUrl, operator });
  const pack = tier(pricing, 'deep-signal-pack-100');
  return checkout({ store, mailer, settings, pack, watch });
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
