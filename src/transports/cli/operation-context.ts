/** The context in which commands run operations: stars, how far the week is, and sales as they are configured. */

import { setTimeout as delay } from 'node:timers/promises';
import { ModelReader } from '../../features/answers/model-reader.ts';
import { storedStarCache } from '../../features/scout/star-cache.ts';
import { gitHubStars } from '../../features/scout/star-source.ts';
import { HostingService } from '../../hosting/hosting-service.ts';
import { counted } from '../../lib/prose.ts';
import type { Audit } from '../../payments/audit.ts';
import { PaymentEvents, type PaymentWatch } from '../../payments/payment-events.ts';
import { openPayments } from '../../payments/payments.ts';
import { configuredRails, type PaymentRails } from '../../payments/rails.ts';
import { cycleIn } from '../../pipeline/schedule/cycle.ts';
import type { Store } from '../../store/store.ts';
import { note } from './command.ts';
import type { Project } from './project.ts';

/** Short, since a reader waits for the answer. */
const STARS_TIMEOUT_MS = 5_000;

/**
 * Sources that operations need in addition to a publication and payments.
 *
 * @param store where stars are kept; undefined keeps them in memory
 */
export function sources(project: Project, store?: Store) {
  const { settings } = project;
  const { gitHubTokens: tokens, gitHubApiUrl: apiUrl, dataFolder, schedule, reader } = settings;
  const timeoutMs = STARS_TIMEOUT_MS;
  const hosting = new HostingService({ tokens, apiUrl, timeoutMs, isDirect: true });
  return {
    stars: gitHubStars(hosting, store ? { cache: storedStarCache(store) } : {}),
    cycle: cycleIn(dataFolder, schedule.graceMs, () => project.ledgerIfAny()),
    reader: reader && new ModelReader(reader),
  };
}

const MAX_WAIT_MS = 1_000;

/**
 * Opens the books and rails, prints their state, and has all that operations need besides a publication.
 *
 * @param failed receives failures in the background
 * @throws BellwetherError `store-unavailable` where a file cannot be opened, `settings-invalid`
 */
export async function openSales(
  project: Project,
  failed = (reason: string) => note(`Payments: ${reason}`),
) {
  const store = await project.books();
  for (const line of railsInPart(project)) note(`${line}.`);
  const events = new PaymentEvents();
  const rails = await railsOn(store, project, events.emit);
  const payments = openPayments(store, rails, events, { audited: noteAudit, failed });
  // Usually the books are open by then; free operations do not wait any longer.
  await Promise.race([payments.books.opened, delay(MAX_WAIT_MS, undefined, { ref: false })]);
  return { payments, ...sources(project, store) };
}

/** The configured ways to pay, on these books. */
export async function railsOn(
  store: Store,
  project: Project,
  watch: PaymentWatch = () => undefined,
): Promise<PaymentRails> {
  const { pricing } = (await project.registry()).documents;
  const operator = project.operator.name ?? 'Bellwether';
  const seller = { baseUrl: project.baseUrl, operator, pricing };
  return configuredRails(project.settings.payments, { store, watch }, seller);
}

/** The ways to pay of which some settings are set: `solana is off until SOLANA_MINT is set` */
export function railsInPart({ settings: { payments } }: Project): string[] {
  const { x402, solana, checkout } = payments;
  return Object.entries({ x402, solana, checkout }).flatMap(([name, rail]) =>
    rail.isComplete || rail.missing.length === 0
      ? []
      : [`${name} is off until ${rail.missing.join(', ')} is set`],
  );
}

/** Faults are in capitals, since nothing is sold until the operator has looked at them. */
function noteAudit({ faults, debts }: Audit): void {
  if (debts.length > 0)
    note(
      `${counted(debts.length, 'answer')} paid for by x402 and not fetched yet; \`bellwether books debts\` lists them.`,
    );
  if (faults.length > 0)
    note(
      `PAYMENTS ARE SUSPENDED: the books have ${counted(faults.length, 'fault')}. Paid routes answer 503 until \`bellwether books audit\`, which names them, finds none.`,
    );
}
