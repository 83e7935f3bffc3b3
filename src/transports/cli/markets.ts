/** `bellwether markets`: the markets of the registry, and the log of their forecasts (docs/markets.md). */
import {
  type ForecastEntry,
  type Signer,
  verifyForecastLog,
} from '../../features/forecasts/log.ts';
import { logWeek } from '../../features/markets/log-week.ts';
import { today } from '../../lib/period.ts';
import { counted } from '../../lib/prose.ts';
import { retryLostRaces } from '../../pipeline/edition/publish.ts';
import { marketState } from '../../registry/markets.ts';
import { defineCommand, say, showTable } from './command.ts';
import { openProject, type Project } from './project.ts';

export function command() {
  const markets = defineCommand(
    'markets',
    'Markets are files in the registry, registry/markets/<slug>.yaml, that people edit and review. Each open market is forecast when an edition is published; the forecast is logged once, next to the editions, and never computed again.',
    'bellwether markets list --json',
    'bellwether markets verify --contains 4f1c…',
  );
  markets
    .command('list')
    .description('Show all markets with their states.')
    .option('--json', 'as JSON')
    .action(async ({ json }) => {
      const registry = await (await openProject()).registry();
      const listed = registry.markets.map((market) => {
        const { status, ruling } = marketState(market, today());
        const { slug, question, closes, backtest } = market;
        const outcome = ruling?.outcome ?? null;
        return { slug, status, outcome, closes, isBackTest: backtest === true, question };
      });
      showTable(json, listed, ({ slug, status, outcome, closes, isBackTest, question }) => [
        ...[slug, status, outcome ?? '', closes],
        `${isBackTest ? '(back-test) ' : ''}${question}`,
      ]);
    });
  markets
    .command('log')
    .description('Log missing forecasts of this week, as publishing does automatically.')
    .action(async () => say(loggedWords(await logForecasts(await openProject()))));
  markets
    .command('verify')
    .description(
      'Check that each entry of the log names the one before it, and that the log begins with what its signed head vouches for. Exits with 1 if not.',
    )
    .option('--contains <sha256>', 'a head that you kept: the log must once have ended with it')
    .action(async ({ contains }) => {
      const project = await openProject();
      const keys = await forecastKeys(project);
      const { entries, head } = await verifyForecastLog(
        project.store,
        keys,
        contains?.toLowerCase(),
      );
      const length = counted(entries.length, 'entry', 'entries');
      say(`${length} in an unbroken chain, signed. Head: ${head}`);
    });
  return markets;
}

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
