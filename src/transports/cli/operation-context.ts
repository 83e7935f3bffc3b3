/** What commands run operations with: published editions, stars, and how far the week is. */
import { ModelReader } from '../../features/answers/model-reader.ts';
import { storedStarCache } from '../../features/scout/star-cache.ts';
import { gitHubStars, type StarSource } from '../../features/scout/star-source.ts';
import { HostingService } from '../../hosting/hosting-service.ts';
import type { Config } from '../../lib/config/config.ts';
import { openOwnOverShipped } from '../../pipeline/ledger/ledger.ts';
import type { QueueWatch } from '../../pipeline/queue/queue-state.ts';
import { type CycleSource, cycleIn } from '../../pipeline/schedule/cycle.ts';
import { Editions, notPublished } from '../../published/editions.ts';
import { Published } from '../../published/published.ts';
import type { Registry } from '../../registry/schema.ts';
import type { Store } from '../../store/store.ts';
import { freshEditionStore, ownLedger, SHIPPED_LEDGER } from './project.ts';

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
