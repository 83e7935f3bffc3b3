/** `bellwether publish`: from the ledger to signed editions. */
import type { ForecastEntry } from '../../features/forecasts/log.ts';
import { logWeek } from '../../features/markets/log-week.ts';
import { counted, listedWith } from '../../lib/prose.ts';
import { type PublishResult, publish, retryLostRaces } from '../../pipeline/edition/publish.ts';
import { defineCommand, note, show, withProgress } from './command.ts';
import { openProject, type Project } from './project.ts';

export function command() {
  return defineCommand(
    'publish',
    'Computes every weekly period that the ledger covers and publishes signed, immutable editions under DATA_DIR. Publishing again adds new periods; a published edition is left as it is, unless --correct gives a reason.',
    'bellwether publish',
    'bellwether publish --correct "a mirror repository was counted twice"',
    'BASE_URL=https://signals.example.org bellwether publish --json',
  )
    .option('--correct <why>', 'publish differing editions as corrected revisions, for this reason')
    .option('--json', 'as JSON')
    .action(async ({ correct, json }) => {
      const result = await publishEditions(await openProject(), correct);
      const { catalog, added, corrected, unchanged, differing } = result;
      const editions = catalog.editions.map(({ period }) => period);
      show(json, { editions, added, corrected, unchanged, differing }, () => [
        publicationWords(result),
      ]);
    });
}

/** @param correctFrom the first period that is corrected; all by default */
export async function publishEditions(
  project: Project,
  correction?: string,
  correctFrom?: string,
): Promise<PublishResult> {
  const inputs = await project.inputs();
  const result = await withProgress('Publishing', (update) =>
    publish({
      ...inputs,
      ...(correction !== undefined && { correction }),
      ...(correctFrom !== undefined && { correctFrom }),
      onProgress: (done, total) => update(`${done} of ${total} periods`),
    }),
  );
  const { differing } = result;
  if (differing.length > 0)
    note(
      `${counted(differing.length, 'edition')} would be different now and stay as published (${listedWith(differing, 5, 'of them').join('')}).\nTo publish them as corrected revisions, give the reason: bellwether publish --correct "…"`,
    );
  const logged = await logForecasts(project);
  if (logged.length > 0) note(`Logged the forecasts of ${counted(logged.length, 'market')}.`);
  return result;
}

/** Logs this week's forecasts from the current publication, except those that are logged already. */
export function logForecasts(project: Project): Promise<ForecastEntry[]> {
  return retryLostRaces(async () => {
    const { sign } = await project.signingKey();
    const published = await project.published();
    const publicKeys = published.editions.catalog.keys.map(({ publicKey }) => publicKey);
    return logWeek(published, { sign, publicKeys }, project.now());
  });
}

/** `107 editions, 2024-w31 to 2026-w33: 1 new, 0 corrected, …` */
export function publicationWords(result: PublishResult): string {
  const { catalog, added, corrected, unchanged, differing } = result;
  const first = catalog.editions[0];
  const last = catalog.editions.at(-1);
  const completed = catalog.editions.filter(
    ({ period, superseded }) =>
      corrected.includes(period) && superseded.at(-1)?.correction === 'completed',
  ).length;
  const whole = completed === 0 ? '' : `${completed} completed, `;
  return `${counted(catalog.editions.length, 'edition')}, ${first?.period} to ${last?.period}: ${added.length} new, ${whole}${corrected.length - completed} corrected, ${unchanged.length} unchanged, ${differing.length} left as published.`;
}
