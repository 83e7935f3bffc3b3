/** The log of the markets' forecasts, as commands write and check it. */
import type { ForecastEntry, Signer } from '../../features/forecasts/log.ts';
import { logWeek } from '../../features/markets/log-week.ts';
import { counted } from '../../lib/prose.ts';
import { retryLostRaces } from '../../pipeline/edition/publish.ts';
import type { Project } from './project.ts';

/** The operator's key, which signs the log. @throws BellwetherError `signing-key-missing` */
async function forecastSigner(project: Project): Promise<Signer> {
  const { sign, publicKeyPem } = await project.signingKey();
  return { sign, publicKeys: [publicKeyPem, ...(await publishedKeys(project))] };
}

export async function forecastKeys(project: Project): Promise<readonly string[]> {
  if (await project.onlyServes()) return publishedKeys(project);
  return (await forecastSigner(project)).publicKeys;
}

async function publishedKeys({ store }: Project): Promise<string[]> {
  const keys = (await store.catalog())?.keys ?? [];
  return keys.map(({ publicKey }) => publicKey);
}

/** Logs this week's forecasts from the current publication, except those that are logged already. */
export async function logForecasts(project: Project): Promise<ForecastEntry[]> {
  const added = new Map<number, ForecastEntry>();
  await retryLostRaces(async () => {
    const published = await project.published();
    const logged = await logWeek(published, await forecastSigner(project), project.now());
    // Entries that lost the race are logged again, or are another process's by now.
    for (const entry of logged) added.set(entry.number, entry);
  });
  return [...added.values()];
}

export function loggedWords(added: readonly ForecastEntry[]): string {
  if (added.length === 0) return 'The week already has its forecasts; nothing was logged.';
  return `Logged the forecasts of ${counted(added.length, 'market')}.`;
}
