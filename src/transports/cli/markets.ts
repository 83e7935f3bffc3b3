/** `bellwether markets`: the markets of the registry, and the log of their forecasts (docs/markets.md). */
import { verifyForecastLog } from '../../features/forecasts/log.ts';
import { today } from '../../lib/period.ts';
import { counted } from '../../lib/prose.ts';
import { marketState } from '../../registry/markets.ts';
import { columns, defineCommand, say, show } from './command.ts';
import { forecastKeys, logForecasts, loggedWords } from './forecast-log.ts';
import { openProject } from './project.ts';

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
      show(json, listed, () =>
        columns(
          listed.map(({ slug, status, outcome, closes, isBackTest, question }) => [
            ...[slug, status, outcome ?? '', closes],
            `${isBackTest ? '(back-test) ' : ''}${question}`,
          ]),
        ),
      );
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
