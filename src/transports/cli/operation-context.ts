/** The context in which commands run operations: stars, how far the week is, what is sold. */

import { ModelReader } from '../../features/answers/model-reader.ts';
import { storedStarCache } from '../../features/scout/star-cache.ts';
import { gitHubStars } from '../../features/scout/star-source.ts';
import { HostingService } from '../../hosting/hosting-service.ts';
import { memoizeFor } from '../../lib/memoize.ts';
import { cycleIn } from '../../pipeline/schedule/cycle.ts';
import type { Store } from '../../store/store.ts';
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

const QUEUE_FRESH_MS = 10_000;

/** A reader of the workers' queue; undefined without the PostgreSQL that they share. */
export async function queueState({ settings: { payments } }: Project) {
  const url = payments.databaseUrl;
  if (url === undefined) return undefined;
  // Loaded where it is used: most installations have no queue.
  const { readQueueState } = await import('../../pipeline/queue/queue-state.ts');
  return memoizeFor(QUEUE_FRESH_MS, () => readQueueState(url));
}
