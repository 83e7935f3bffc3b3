/** What commands run operations with: published editions, stars, and what is sold. */
import { setTimeout as delay } from 'node:timers/promises';
import { ModelReader } from '../../features/answers/model-reader.ts';
import { storedStarCache } from '../../features/scout/star-cache.ts';
import { gitHubStars, type StarSource } from '../../features/scout/star-source.ts';
import { HostingService } from '../../hosting/hosting-service.ts';
import type { Config } from '../../lib/config/config.ts';
import { counted } from '../../lib/prose.ts';
import type { Audit } from '../../payments/audit.ts';
import { PaymentEvents } from '../../payments/events.ts';
import { openPayments, type Payments } from '../../payments/payments.ts';
import { configuredRails } from '../../payments/rails.ts';
import { openOwnOverShipped } from '../../pipeline/ledger/ledger.ts';
import type { QueueWatch } from '../../pipeline/queue/queue-state.ts';
import { type CycleSource, cycleIn } from '../../pipeline/schedule/cycle.ts';
import { Editions, notPublished } from '../../published/editions.ts';
import { Published } from '../../published/published.ts';
import type { Registry } from '../../registry/schema.ts';
import type { Store } from '../../store/store.ts';
import {
  configuredStore,
  freshEditionStore,
  ownLedger,
  SHIPPED_LEDGER,
  seller,
} from './project.ts';
import { note } from './terminal.ts';

/** @throws BellwetherError `not-published` */
export async function openPublished(settings: Config, registry: Registry): Promise<Published> {
  const editions = await Editions.open(await freshEditionStore(settings));
  if (!editions) throw notPublished();
  return new Published(editions, registry, settings.baseUrl, settings.operator);
}

/** Somebody waits for the answer. */
const STARS_TIMEOUT_MS = 5_000;

/** @param store where stars are kept; undefined keeps them in memory */
export function starSource({ gitHubTokens, gitHubApiUrl }: Config, store?: Store): StarSource {
  const limits = { timeoutMs: STARS_TIMEOUT_MS, isDirect: true };
  return gitHubStars(
    new HostingService({ tokens: gitHubTokens, apiUrl: gitHubApiUrl, ...limits }),
    store ? { cache: storedStarCache(store) } : {},
  );
}

/** The weekly cycle of the configured data folder. */
export function cycleSource({ dataFolder, schedule }: Config): CycleSource {
  return cycleIn(dataFolder, schedule.graceMs, () =>
    openOwnOverShipped(ownLedger(dataFolder), SHIPPED_LEDGER),
  );
}

/** What is asked of workers; undefined without the PostgreSQL that they share. */
export async function queueWatch({ payments }: Config): Promise<QueueWatch | undefined> {
  if (payments.databaseUrl === undefined) return undefined;
  // Loaded where it is used: most installations have no queue.
  const { QueueWatch } = await import('../../pipeline/queue/queue-state.ts');
  return new QueueWatch(payments.databaseUrl);
}

/** What reads questions that the rules decline; undefined unless it is set up. */
export function modelReader({ reader }: Config): ModelReader | undefined {
  return reader && new ModelReader(reader);
}

/** How long a start waits for the books. */
const MAX_WAIT_MS = 1_000;

/**
 * Opens what is sold, and prints the state of its books and rails.
 *
 * @param failed receives what fails in the background
 * @param store is closed with the books
 * @throws BellwetherError `store-unavailable` where a file cannot be opened, `settings-invalid`
 */
export async function configuredPayments(
  settings: Config,
  registry: Registry,
  failed = (reason: string) => note(`Payments: ${reason}`),
  store: Store = configuredStore(settings),
): Promise<Payments> {
  const config = settings.payments;
  for (const [name, rail] of Object.entries({
    'Payment by x402': config.x402,
    'Payment on Solana': config.solana,
    'The checkout': config.checkout,
  }))
    if (!rail.isComplete && rail.missing.length > 0)
      note(`${name} is off until ${rail.missing.join(', ')} is set.`);
  const events = new PaymentEvents();
  const parts = { store, watch: events.emit };
  const rails = await configuredRails(config, parts, seller(settings, registry));
  const payments = openPayments(store, rails, events, { audited: noteAudit, failed });
  // Usually the books are open by then; free operations do not wait any longer.
  await Promise.race([payments.books.opened, delay(MAX_WAIT_MS, undefined, { ref: false })]);
  return payments;
}

/** Faults are in capitals, since nothing is sold until the operator has looked at them. */
function noteAudit({ faults, debts }: Audit): void {
  if (debts.length > 0)
    note(
      `${counted(debts.length, 'answer')} paid for by x402 and not fetched yet; \`bellwether ledger debts\` lists them.`,
    );
  if (faults.length === 0) return;
  note(
    `PAYMENTS ARE SUSPENDED: the books have ${counted(faults.length, 'fault')}. Paid routes answer 503 until \`bellwether ledger audit\` finds none.`,
  );
  for (const { check, subject } of faults.slice(0, 10)) note(`  not so: ${check} (${subject})`);
}
