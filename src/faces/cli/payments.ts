/** Opens what is sold, for the commands that serve it, and says how its books and rails stand. */
import type { Config } from '../../config.ts';
import type { RailSettings } from '../../payment-settings.ts';
import type { Audit } from '../../payments/audit.ts';
import { configuredRails, storePlace } from '../../payments/configured.ts';
import { PaymentEvents } from '../../payments/events.ts';
import { openPayments, type Payments } from '../../payments/payments.ts';
import type { Registry } from '../../registry/schema.ts';
import { openStore } from '../../store/store.ts';
import { counted, note } from '../../transports/cli/terminal.ts';

/** @throws BellwetherError `store-unavailable`, `settings-invalid` */
export async function configuredPayments(
  { payments: config, dataFolder, baseUrl, operator }: Config,
  { documents }: Registry,
): Promise<Payments> {
  for (const [rail, settings] of Object.entries({
    'Payment by x402': config.x402,
    'Payment on Solana': config.solana,
    'The checkout': config.checkout,
  }))
    noteMissing(rail, settings);
  const store = openStore(storePlace(config, dataFolder));
  const events = new PaymentEvents();
  const service = {
    baseUrl,
    operator: operator.name ?? 'Bellwether',
    pricing: documents.pricing,
  };
  const rails = await configuredRails(config, { store, watch: events.emit }, service);
  return openPayments(store, rails, events, {
    audited: noteFaults,
    failed: (reason) => note(`Payments: ${reason}`),
  });
}

function noteMissing(rail: string, settings: RailSettings<unknown>): void {
  if (!settings.isComplete && settings.missing.length > 0)
    note(`${rail} is off until ${settings.missing.join(', ')} is set.`);
}

/** Loud, since nothing is sold until somebody has looked. */
function noteFaults({ faults }: Audit): void {
  if (faults.length === 0) return;
  note(
    `PAYMENTS ARE SUSPENDED: the books have ${counted(faults.length, 'fault')}. Paid routes answer 503 until \`bellwether ledger audit\` finds none.`,
  );
  for (const { check, subject } of faults.slice(0, 10)) note(`  not so: ${check} (${subject})`);
}
