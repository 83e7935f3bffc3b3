/** `bellwether markets`: opens, locks and rules on markets of the registry (docs/markets.md). */

import { Option } from 'commander';
import { BellwetherError } from '../../lib/errors.ts';
import { today } from '../../lib/period.ts';
import { DEAL_SOURCE_KINDS, READ_AS } from '../../registry/deals.ts';
import {
  lockMarket,
  type NewMarket,
  type NewRuling,
  openMarket,
  reopenMarket,
  ruleOnMarket,
} from '../../registry/edit-market.ts';
import { loadRegistry } from '../../registry/load-registry.ts';
import { MARKET_ASKS, MARKET_OUTCOMES, marketState } from '../../registry/markets.ts';
import { addLogCommands } from './market-log.ts';
import { Command } from './options.ts';
import { REGISTRY_FOLDER } from './project.ts';
import { note, say, sayJson } from './terminal.ts';

type OpenOptions = {
  question: string;
  asks: NewMarket['asks'];
  company?: string[];
  edition?: string;
  atLeast?: number;
  closes: string;
  on: string;
  registry: string;
};

type RuleOptions = {
  outcome: NewRuling['outcome'];
  resolver: string;
  reason: string;
  announcedOn?: string;
  source?: string;
  title?: string;
  publisher?: string;
  publishedOn?: string;
  kind: 'press-release' | 'filing' | 'both-sides';
  readAs: (typeof READ_AS)[number];
  says?: string;
  final?: true;
  on: string;
  registry: string;
};

export function marketsCommand(): Command {
  const markets = new Command('markets')
    .summary('open, lock and resolve prediction markets, and check the log of their forecasts')
    .description(
      'Markets are files in the registry, registry/markets/<slug>.yaml. These commands write them, and refuse to write a faulty file. Review and publish them like any other change to the registry. Each open market is forecast when an edition is published; the forecast is logged once, next to the editions, and never computed again.',
    )
    .examples(
      'bellwether markets list',
      'bellwether markets open modal-round-2027-q2 --asks round --company modal --closes 2027-06-30 --question "Will Modal announce a priced round by 30 June 2027?"',
    );
  markets
    .command('list')
    .description('Show all markets with their states.')
    .option('--json', 'as JSON')
    .addOption(registryOption())
    .examples('bellwether markets list')
    .action(async ({ json, registry }: { json?: true; registry: string }) => {
      const { markets: all } = await loadRegistry(registry);
      const listed = all.map((market) => {
        const { status, ruling } = marketState(market, today());
        const { slug, question, closes, backtest } = market;
        return {
          slug,
          status,
          outcome: ruling?.outcome ?? null,
          closes,
          isBackTest: backtest === true,
          question,
        };
      });
      if (json) sayJson(listed);
      else
        for (const { slug, status, outcome, closes, isBackTest, question } of listed)
          say(
            `${slug.padEnd(44)} ${status.padEnd(9)} ${(outcome ?? '').padEnd(5)} ${closes}  ${isBackTest ? '(back-test) ' : ''}${question}`,
          );
    });
  markets
    .command('open')
    .argument('<slug>', 'its address, like modal-round-2027-q2')
    .description(
      'Open a market. Its first forecast is logged with the next publication, or by markets log.',
    )
    .requiredOption('--question <text>', 'one line that names the startups and the day')
    .addOption(
      new Option('--asks <kind>', 'what is asked').choices(MARKET_ASKS).makeOptionMandatory(),
    )
    .option('--company <slug...>', 'the startups asked about')
    .option('--edition <week>', 'for coverage: the edition, like 2027-w12')
    .option('--at-least <number>', 'for coverage: how many startups', Number)
    .requiredOption('--closes <day>', 'the last day that counts, UTC')
    .option('--on <day>', 'the day of opening', today())
    .addOption(registryOption())
    .examples(
      'bellwether markets open modal-round-2027-q2 --asks round --company modal --closes 2027-06-30 --question "Will Modal announce a priced round by 30 June 2027?"',
      'bellwether markets open coverage-2027-w20 --asks coverage --edition 2027-w20 --at-least 150 --closes 2027-05-23 --question "Will the edition of week 20 of 2027 cover at least 150 startups?"',
    )
    .action(async (slug: string, { company, on, registry, ...given }: OpenOptions) => {
      const { companies } = await loadRegistry(registry);
      const path = openMarket(
        registry,
        slug,
        { ...given, opened: on, ...(company && { companies: company }) },
        new Set(companies.map((one) => one.slug)),
      );
      say(`${slug} is open: ${path}.`);
      note('Publish, or run bellwether markets log, so that its first forecast is logged.');
    });
  markets
    .command('lock')
    .argument('<slug>')
    .description('Stop forecasting a market before it closes.')
    .option('--on <day>', 'the day of it', today())
    .addOption(registryOption())
    .examples('bellwether markets lock modal-round-2027-q1')
    .action((slug: string, { on, registry }: { on: string; registry: string }) => {
      say(`${slug} is locked from ${on}: ${lockMarket(registry, slug, on)}.`);
    });
  markets.addCommand(resolveCommand());
  addLogCommands(markets);
  markets
    .command('reopen')
    .argument('<slug>')
    .description('Take back the rulings on a market, for a reason. They stay on record.')
    .requiredOption('--reason <text>', 'one line')
    .option('--on <day>', 'the day of it', today())
    .addOption(registryOption())
    .examples('bellwether markets reopen modal-round-2027-q1 --reason "The source was withdrawn."')
    .action(
      (
        slug: string,
        { on, reason, registry }: { on: string; reason: string; registry: string },
      ) => {
        say(`The rulings on ${slug} are taken back: ${reopenMarket(registry, slug, on, reason)}.`);
      },
    );
  return markets;
}

function resolveCommand(): Command {
  return new Command('resolve')
    .argument('<slug>')
    .summary('rule on a market, with the public document')
    .description(
      'Records what a resolver read. If a second resolver rules differently, the market is disputed and has no outcome until a ruling with --final says why.',
    )
    .addOption(
      new Option('--outcome <answer>', 'the answer').choices(MARKET_OUTCOMES).makeOptionMandatory(),
    )
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
        .default('press-release'),
    )
    .addOption(
      new Option('--read-as <form>', 'what was read of it').choices(READ_AS).default('original'),
    )
    .option('--final', 'settle a disagreement between resolvers')
    .option('--on <day>', 'the day of the ruling', today())
    .addOption(registryOption())
    .examples(
      'bellwether markets resolve modal-round-2027-q1 --outcome no --resolver "Editor of the registry" --reason "No announcement was found by 14 April."',
    )
    .action((slug: string, { registry, ...given }: RuleOptions) => {
      const path = ruleOnMarket(registry, slug, rulingOf(given));
      say(`${given.resolver} ruled ${given.outcome} on ${slug}: ${path}.`);
    });
}

function rulingOf(given: Omit<RuleOptions, 'registry'>): NewRuling {
  const { outcome, resolver, reason, on, announcedOn, final, source, title, publisher, says } =
    given;
  const ruling = {
    ...{ outcome, on, resolver, reason },
    ...(announcedOn !== undefined && { announcedOn }),
    ...(final && { final }),
  };
  if (source === undefined) return ruling;
  if (title === undefined || publisher === undefined || says === undefined)
    throw new BellwetherError('usage', '--source also needs --title, --publisher and --says.');
  const { kind, readAs, publishedOn = null } = given;
  return {
    ...ruling,
    sources: [{ url: source, title, publisher, kind, readAs, publishedOn, checked: on, says }],
  };
}

function registryOption(): Option {
  return new Option('--registry <folder>', 'the registry').default(REGISTRY_FOLDER);
}
