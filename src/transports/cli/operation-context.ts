/** What commands run operations with: published editions, stars, and how far the week is. */
import { ModelReader } from '../../features/answers/model-reader.ts';
import { storedStarCache } from '../../features/scout/star-cache.ts';
import { gitHubStars } from '../../features/scout/star-source.ts';
import { HostingService } from '../../hosting/hosting-service.ts';
import type { Config } from '../../lib/config/config.ts';
import { openOwnOverShipped } from '../../pipeline/ledger/ledger.ts';
import type { QueueWatch } from '../../pipeline/queue/queue-state.ts';
import { cycleIn } from '../../pipeline/schedule/cycle.ts';
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

/**
 * What operations need besides a publication and payments.
 *
 * @param store where stars are kept; undefined keeps them in memory
 */
export function sources(settings: Config, store?: Store) {
  const { gitHubTokens: tokens, gitHubApiUrl: apiUrl, dataFolder, schedule, reader } = settings;
  const hosting = new HostingService({
    ...{ tokens, apiUrl },
    timeoutMs: STARS_TIMEOUT_MS,
    isDirect: true,
  });
  const ledger = () => openOwnOverShipped(ownLedger(dataFolder), SHIPPED_LEDGER);
  return {
    stars: gitHubStars(hosting, store ? { cache: storedStarCache(store) } : {}),
    cycle: cycleIn(dataFolder, schedule.graceMs, ledger),
    reader: reader && new ModelReader(reader),
  };
}

/** What is asked of workers; undefined without the PostgreSQL that they share. */
export async function queueWatch({ payments }: Config): Promise<QueueWatch | undefined> {
  if (payments.databaseUrl === undefined) return undefined;
  // Loaded where it is used: most installations have no queue.
  const { QueueWatch } = await import('../../pipeline/queue/queue-state.ts');
  return new QueueWatch(payments.databaseUrl);
}
