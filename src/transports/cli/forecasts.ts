/** `bellwether forecasts`: the log of forecasts, and how good they were (docs/markets.md). */

import { backTest, currentModel, houseRecord } from '../../features/forecasts/house-record.ts';
import { incompletenessNote } from '../../features/forecasts/incompleteness.ts';
import {
  type ForecastEntry,
  type Signer,
  verifyForecastLog,
} from '../../features/forecasts/log.ts';
import { ageRows } from '../../features/forecasts/model-table.ts';
import { backTestTable, reliabilityTable, verdictOf } from '../../features/forecasts/verdict.ts';
import { logWeek } from '../../features/markets/log-week.ts';
import type { Config } from '../../lib/config/config.ts';
import { dayOf } from '../../lib/period.ts';
import { count, counted } from '../../lib/prose.ts';
import { operatorKey } from '../../pipeline/edition/operator-key.ts';
import { retryLostRaces } from '../../pipeline/edition/shared/races.ts';
import type { Registry } from '../../registry/schema.ts';
import { openPublished } from './operation-context.ts';
import { Command } from './options.ts';
import { editionStore, onlyServes, openProject } from './project.ts';
import { note, say, sayJson } from './terminal.ts';

export function forecastsCommand(): Command {
  const forecasts = new Command('forecasts')
    .summary('log forecasts, check their log, and test the model')
    .description(
      'The house entry and the markets are forecast when an edition is published. Each forecast is logged once, next to the editions. Nothing in the log is ever computed again.',
    )
    .examples(
      'bellwether forecasts log',
      'bellwether forecasts verify',
      'bellwether forecasts backtest',
    );
  forecasts
    .command('log')
    .summary('log this week’s missing forecasts')
    .description(
      'Adds the house entry of the current edition and a forecast of each open market, unless the week already has them. Publishing does this automatically.',
    )
    .examples('bellwether forecasts log')
    .action(async () => {
      const { settings, registry } = await openProject();
      say(loggedWords(await logForecasts(settings, registry)));
    });
  forecasts
    .command('verify')
    .summary('check that no entry of the log was changed or dropped')
    .description(
      'Checks that each entry names the one before it, and that the log begins with what its signed head vouches for. Exits with 1 if not.',
    )
    .option('--contains <sha256>', 'a head that you kept: the log must once have ended with it')
    .examples('bellwether forecasts verify', 'bellwether forecasts verify --contains 4f1c…')
    .action(async ({ contains }: { contains?: string }) => {
      const { settings } = await openProject();
      const publicKeys = await forecastKeys(settings);
      const { entries, head } = await verifyForecastLog(
        editionStore(settings).folder,
        publicKeys,
        contains?.toLowerCase(),
      );
      say(
        `${counted(entries.length, 'entry', 'entries')} in an unbroken chain, signed. Head: ${head}`,
      );
    });
  forecasts
    .command('model')
    .summary('show the data that the hazard model is fitted on')
    .description(
      'Exposure, events and rates per year, by stage and by the time since the last event.',
    )
    .examples('bellwether forecasts model')
    .action(async () => {
      const { settings, registry } = await openProject();
      const model = await currentModel(await openPublished(settings, registry));
      say(
        '| stage | days since the last event | startup-years | raises | acquisitions | raises a year | acquisitions a year |',
      );
      say('| --- | --- | --- | --- | --- | --- | --- |');
      for (const { stage, daysAgo, years, raises, acquisitions, rates } of ageRows(model)) {
        const since = `${count(daysAgo.from)} to ${daysAgo.to === null ? '…' : count(daysAgo.to)}`;
        const perYear = [rates.raise, rates.acquisition].map((rate) => rate.toFixed(3));
        const cells = [stage, since, count(Math.round(years)), raises, acquisitions, ...perYear];
        say(`| ${cells.join(' | ')} |`);
      }
      note(incompletenessNote(registry));
    });
  forecasts
    .command('backtest')
    .summary('test the model on all past editions')
    .description(
      'Forecasts every covered startup at the end of each past week, from what had been announced by then, and scores it against the base rate by stage.',
    )
    .option('--json', 'as JSON')
    .examples('bellwether forecasts backtest', 'bellwether forecasts backtest --json')
    .action(async ({ json }: { json?: true }) => {
      const { settings, registry } = await openProject();
      const published = await openPublished(settings, registry);
      const tested = await backTest(published);
      const today = dayOf(Date.now() / 1000);
      if (json) {
        const { live, backfilled } = await houseRecord(published, today);
        sayJson({ backTest: tested, live, backfilled });
        return;
      }
      say(verdictOf(tested));
      if (!tested.scores) return;
      say(
        `\n${tested.from} to ${tested.to}, ${counted(tested.scores.companies, 'startup')}, ${counted(tested.scores.hits, 'forecast')} came true\n`,
      );
      say('| score | forecast | base rate by stage | skill (95%) |\n| --- | --- | --- | --- |');
      for (const line of backTestTable(tested.scores)) say(line);
      say('\n| forecast | forecasts | mean | came true |\n| --- | --- | --- | --- |');
      for (const line of reliabilityTable(tested.reliability)) say(line);
    });
  return forecasts;
}

/** What signs the log: the operator's key. @throws BellwetherError `signing-key-missing` */
export async function forecastSigner(settings: Config): Promise<Signer> {
  const { sign, publicKeyPem } = await operatorKey(editionStore(settings), settings.dataFolder);
  return { sign, publicKeys: [publicKeyPem, ...(await publishedKeys(settings))] };
}

export async function forecastKeys(settings: Config): Promise<readonly string[]> {
  if (await onlyServes(settings)) return publishedKeys(settings);
  return (await forecastSigner(settings)).publicKeys;
}

async function publishedKeys(settings: Config): Promise<string[]> {
  const keys = (await editionStore(settings).catalog())?.keys ?? [];
  return keys.map(({ publicKey }) => publicKey);
}

/** Logs what the week has not logged yet, of what is published now. */
export async function logForecasts(settings: Config, registry: Registry): Promise<ForecastEntry[]> {
  const store = editionStore(settings);
  const added = new Map<number, ForecastEntry>();
  await retryLostRaces(async () => {
    const published = await openPublished(settings, registry);
    const logged = await logWeek(published, await forecastSigner(settings), new Date());
    // Those that were not shared in time are logged again, or were by somebody else.
    for (const entry of logged) added.set(entry.number, entry);
    await store.share();
  });
  return [...added.values()];
}

export function loggedWords(added: readonly ForecastEntry[]): string {
  if (added.length === 0) return 'The week already has its forecasts; nothing was logged.';
  const house = added.find((entry) => entry.kind === 'house');
  const markets = added.filter(({ kind }) => kind === 'market').length;
  const parts = [
    ...(house
      ? [
          `the house entry for ${house.period} (${house.timing === 'live' ? 'live' : 'as a back-test, since the edition is old'})`,
        ]
      : []),
    ...(markets > 0 ? [counted(markets, 'market')] : []),
  ];
  return `Logged forecasts: ${parts.join(' and ')}.`;
}
