/** `bellwether markets`: opens, locks and rules on markets of the registry (docs/markets.md). */
import { type Command, Option } from '@commander-js/extra-typings';
import { verifyForecastLog } from '../../features/forecasts/log.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { today } from '../../lib/period.ts';
import { counted } from '../../lib/prose.ts';
import { DEAL_SOURCE_KINDS, READ_AS } from '../../registry/deals.ts';
import {
  lockMarket,
  type NewRuling,
  openMarket,
  reopenMarket,
  ruleOnMarket,
} from '../../registry/edit-market.ts';
import { loadRegistry } from '../../registry/load-registry.ts';
import { MARKET_ASKS, MARKET_OUTCOMES, marketState } from '../../registry/markets.ts';
import { defineCommand, note, say, show } from './command.ts';
import { forecastKeys, logForecasts, loggedWords } from './forecast-log.ts';
import { openProject, REGISTRY_FOLDER } from './project.ts';

export function command() {
  const markets = defineCommand(
    'markets',
    'Markets are files in the registry, registry/markets/<slug>.yaml. These commands write them, and refuse to write a faulty file. Review and publish them like any other change to the registry. Each open market is forecast when an edition is published; the forecast is logged once, next to the editions, and never computed again.',
    'bellwether markets list --json',
    'bellwether markets open modal-round-2027-q2 --asks round --company modal --closes 2027-06-30 --question "Will Modal announce a priced round by 30 June 2027?"',
    'bellwether markets open coverage-2027-w20 --asks coverage --edition 2027-w20 --at-least 150 --closes 2027-05-23 --question "Will the edition of week 20 of 2027 cover at least 150 startups?"',
    'bellwether markets lock modal-round-2027-q1',
    'bellwether markets resolve modal-round-2027-q1 --outcome no --resolver "Editor of the registry" --reason "No announcement was found by 14 April."',
    'bellwether markets reopen modal-round-2027-q1 --reason "The source was withdrawn."',
    'bellwether markets verify --contains 4f1c…',
  );
  addEditing(markets);
  addRuling(markets);
  addLog(markets);
  return markets;
}

function registryOption() {
  return new Option('--registry <folder>', 'the registry').default(REGISTRY_FOLDER);
}

function addEditing(markets: Command): void {
  markets
    .command('list')
    .description('Show all markets with their states.')
    .option('--json', 'as JSON')
    .addOption(registryOption())
    .action(async ({ json, registry }) => {
      const listed = (await loadRegistry(registry)).markets.map((market) => {
        const { status, ruling } = marketState(market, today());
        const { slug, question, closes, backtest } = market;
        const outcome = ruling?.outcome ?? null;
        return { slug, status, outcome, closes, isBackTest: backtest === true, question };
      });
      show(json, listed, () =>
        listed.map(
          ({ slug, status, outcome, closes, isBackTest, question }) =>
            `${slug.padEnd(44)} ${status.padEnd(9)} ${(outcome ?? '').padEnd(5)} ${closes}  ${isBackTest ? '(back-test) ' : ''}${question}`,
        ),
      );
    });
  markets
    .command('open <slug>')
    .description('Open a market. Its first forecast is logged with the next publication.')
    .requiredOption('--question <text>', 'one line that names the startups and the day')
    .addOption(new Option('--asks <kind>').choices(MARKET_ASKS).makeOptionMandatory())
    .option('--company <slug...>', 'the startups asked about')
    .option('--edition <week>', 'for coverage: the edition, like 2027-w12')
    .option('--at-least <number>', 'for coverage: how many startups', Number)
    .requiredOption('--closes <day>', 'the last day that counts, UTC')
    .option('--on <day>', 'the day of opening', today())
    .addOption(registryOption())
    .action(async (slug, { company: companies, on: opened, registry, ...given }) => {
      const slugs = (await loadRegistry(registry)).companies.map((company) => company.slug);
      const market = { ...given, opened, ...(companies && { companies }) };
      say(`${slug} is open: ${openMarket(registry, slug, market, new Set(slugs))}.`);
      note('Publish, or run bellwether markets log, so that its first forecast is logged.');
    });
  markets
    .command('lock <slug>')
    .description('Stop forecasting a market before it closes.')
    .option('--on <day>', 'the day of it', today())
    .addOption(registryOption())
    .action((slug, { on, registry }) => {
      say(`${slug} is locked from ${on}: ${lockMarket(registry, slug, on)}.`);
    });
}

function addRuling(markets: Command): void {
  markets
    .command('resolve <slug>')
    .description(
      'Record what a resolver read in a public document. If a second resolver rules differently, the market is disputed and has no outcome until a ruling with --final says why.',
    )
    .addOption(new Option('--outcome <answer>').choices(MARKET_OUTCOMES).makeOptionMandatory())
    .requiredOption('--resolver <role>', 'who rules: a role or a pseudonym, never a person’s name')
    .requiredOption('--reason <text>', 'one line')
    .option('--announced-on <day>', 'for yes: the date of the document')
    .option('--source <address>', 'the public document; yes needs one')
    .option('--title <text>', 'of the document')
    .option('--publisher <text>', 'of the document')
    .option('--published-on <day>', 'of the document')
    .option('--says <text>', 'what it says, in your own words')
    .addOption(
      new Option('--kind <kind>', 'of the document')
        .choices(DEAL_SOURCE_KINDS)
        .default('press-release' as const),
    )
    .addOption(
      new Option('--read-as <form>', 'what was read of it')
        .choices(READ_AS)
        .default('original' as const),
    )
    .option('--final', 'settle a disagreement between resolvers')
    .option('--on <day>', 'the day of the ruling', today())
    .addOption(registryOption())
    .action((slug, { registry, ...given }) => {
      const path = ruleOnMarket(registry, slug, rulingFrom(given));
      say(`${given.resolver} ruled ${given.outcome} on ${slug}: ${path}.`);
    });
  markets
    .command('reopen <slug>')
    .description('Take back the rulings on a market, for a reason. They stay on record.')
    .requiredOption('--reason <text>', 'one line')
    .option('--on <day>', 'the day of it', today())
    .addOption(registryOption())
    .action((slug, { on, reason, registry }) => {
      say(`The rulings on ${slug} are taken back: ${reopenMarket(registry, slug, on, reason)}.`);
    });
}

function addLog(markets: Command): void {
  markets
    .command('log')
    .description(
      'Log this week’s missing forecasts of open markets. Publishing does this automatically.',
    )
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
      const { folder } = project.store;
      const { entries, head } = await verifyForecastLog(folder, keys, contains?.toLowerCase());
      const length = counted(entries.length, 'entry', 'entries');
      say(`${length} in an unbroken chain, signed. Head: ${head}`);
    });
}

type Given = Omit<NewRuling, 'sources'> & {
  [Name in 'source' | 'title' | 'publisher' | 'publishedOn' | 'says']?: string;
} & { kind: (typeof DEAL_SOURCE_KINDS)[number]; readAs: (typeof READ_AS)[number] };

function rulingFrom(given: Given): NewRuling {
  const { source, title, publisher, says, kind, readAs, publishedOn = null, ...ruling } = given;
  if (source === undefined) return ruling;
  if (title === undefined || publisher === undefined || says === undefined)
    throw new BellwetherError('usage', '--source also needs --title, --publisher and --says.');
  const document = { url: source, title, publisher, kind, readAs, publishedOn, says };
  return { ...ruling, sources: [{ ...document, checked: ruling.on }] };
}
