/** `bellwether markets log` and `verify`: the log of the markets' forecasts (docs/markets.md). */

import {
  type ForecastEntry,
  type Signer,
  verifyForecastLog,
} from '../../features/forecasts/log.ts';
import { logWeek } from '../../features/markets/log-week.ts';
import { counted } from '../../lib/prose.ts';
import { retryLostRaces } from '../../pipeline/edition/shared/races.ts';
import { Command } from './options.ts';
import { openProject, type Project } from './project.ts';
import { note, say } from './terminal.ts';

/** The former name of these commands. */
export function forecastsCommand(): Command {
  const forecasts = new Command('forecasts')
    .summary('the former name of markets log and markets verify')
    .examples('bellwether forecasts verify')
    .hook('preAction', (_, command) =>
      note(
        `bellwether forecasts ${command.name()} is called bellwether markets ${command.name()} now.`,
      ),
    );
  return addLogCommands(forecasts);
}

export function addLogCommands(parent: Command): Command {
  const called = `bellwether ${parent.name()}`;
  parent
    .command('log')
    .summary('log this week’s missing forecasts')
    .description(
      'Adds a forecast of each open market to the log, unless the week already has it. Publishing does this automatically.',
    )
    .examples(`${called} log`)
    .action(async () => {
      say(loggedWords(await logForecasts(await openProject())));
    });
  parent
    .command('verify')
    .summary('check that no entry of the log was changed or dropped')
    .description(
      'Checks that each entry names the one before it, and that the log begins with what its signed head vouches for. Exits with 1 if not.',
    )
    .option('--contains <sha256>', 'a head that you kept: the log must once have ended with it')
    .examples(`${called} verify`, `${called} verify --contains 4f1c…`)
    .action(async ({ contains }: { contains?: string }) => {
      const project = await openProject();
      const { entries, head } = await verifyForecastLog(
        project.store.folder,
        await forecastKeys(project),
        contains?.toLowerCase(),
      );
      say(
        `${counted(entries.length, 'entry', 'entries')} in an unbroken chain, signed. Head: ${head}`,
      );
    });
  return parent;
}

/** The operator's key, which signs the log. @throws BellwetherError `signing-key-missing` */
export async function forecastSigner(project: Project): Promise<Signer> {
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

/** Logs what the week has not logged yet, of what is published now. */
export async function logForecasts(project: Project): Promise<ForecastEntry[]> {
  const added = new Map<number, ForecastEntry>();
  await retryLostRaces(async () => {
    const published = await project.published();
    const logged = await logWeek(published, await forecastSigner(project), project.now());
    // Those that were not shared in time are logged again, or were by somebody else.
    for (const entry of logged) added.set(entry.number, entry);
    await project.store.share();
  });
  return [...added.values()];
}

export function loggedWords(added: readonly ForecastEntry[]): string {
  if (added.length === 0) return 'The week already has its forecasts; nothing was logged.';
  return `Logged the forecasts of ${counted(added.length, 'market')}.`;
}
