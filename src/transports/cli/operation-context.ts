/** What commands run operations with besides a publication: stars, how far the week is, what is sold. */
import { ModelReader } from '../../features/answers/model-reader.ts';
import { storedStarCache } from '../../features/scout/star-cache.ts';
import { gitHubStars } from '../../features/scout/star-source.ts';
import { HostingService } from '../../hosting/hosting-service.ts';
import type { QueueWatch } from '../../pipeline/queue/queue-state.ts';
import { cycleIn } from '../../pipeline/schedule/cycle.ts';
import type { Store } from '../../store/store.ts';
import type { Project } from './project.ts';

/** Somebody waits for the answer. */
const STARS_TIMEOUT_MS = 5_000;

/**
 * What operations need besides a publication and payments.
 *
 * @param store where stars are kept; undefined keeps them in memory
 */
export function sources(project: Project, store?: Store) {
  const { settings } = project;
  const { gitHubTokens: tokens, gitHubApiUrl: apiUrl, dataFolder, schedule, reader } = settings;
  const hosting = new HostingService({
    ...{ tokens, apiUrl },
    timeoutMs: STARS_TIMEOUT_MS,
    isDirect: true,
  });
  return {
    stars: gitHubStars(hosting, store ? { cache: storedStarCache(store) } : {}),
    cycle: cycleIn(dataFolder, schedule.graceMs, () => project.ledgerIfAny()),
    reader: reader && new ModelReader(reader),
  };
}

/** What is asked of workers; undefined without the PostgreSQL that they share. */
export async function queueWatch({
  settings: { payments },
}: Project): Promise<QueueWatch | undefined> {
  if (payments.databaseUrl === undefined) return undefined;
  // Loaded where it is used: most installations have no queue.
  const { QueueWatch } = await import('../../pipeline/queue/queue-state.ts');
  return new QueueWatch(payments.databaseUrl);
}
