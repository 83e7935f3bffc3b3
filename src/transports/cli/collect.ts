/** `bellwether collect`: from histories to the ledger (docs/operating.md). */
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { BellwetherError } from '../../lib/errors.ts';
import { dayOf, parseDay } from '../../lib/period.ts';
import { report, runCollection } from './collection.ts';
import { COVERED_FROM, DEFAULT_JOBS, defineCommand, MAX_JOBS, upTo } from './command.ts';
import { stopSignal } from './interrupts.ts';
import { openProject } from './project.ts';

export function command() {
  return defineCommand(
    'collect',
    'Reads the commits of every tracked repository, from GitHub (GIT_BASE_URL) unless another source is named, and replaces the companies’ rows in the ledger under DATA_DIR. An interrupted run continues where it stopped; a repository that fails is reported, keeps the rows that it had, and never stops the others.',
    'bellwether collect                              all companies, from GitHub',
    'bellwether collect langfuse "Weights & Biases"  two of them',
    'bellwether collect chroma --local ~/src/chroma',
    'bellwether collect --recorded ./recorded --fresh --ledger data/ledger',
  )
    .argument('[companies...]', 'names or slugs; the default is all companies')
    .addOption(new Option('--recorded <folder>', 'read recorded histories').conflicts('local'))
    .option('--local <folder>', 'read repositories on this machine: one, or a folder of owner/name')
    .option('--as-of <day>', 'with --local: the first day that is not complete', parseAsOf)
    .option('--since <day>', 'first day to read, or "all"', parseSince, COVERED_FROM)
    .option(
      '--jobs <number>',
      'repositories at once; 0: none here',
      upTo(MAX_JOBS, 0),
      DEFAULT_JOBS,
    )
    .option('--ledger <folder>', 'write the ledger to this folder')
    .option('--fresh', 'start from an empty ledger, without the shipped rows')
    .action(async (names, options) => {
      const project = await openProject();
      if (options.jobs === 0 && project.settings.payments.databaseUrl === undefined)
        throw new BellwetherError('no-collector', 'With --jobs 0, workers need DATABASE_URL.');
      const named = await Promise.all(names.map((name) => project.company(name)));
      const companies = names.length === 0 ? (await project.registry()).companies : named;
      using stopping = stopSignal();
      const work = { companies, signal: stopping.signal };
      report(await runCollection(project, work, options));
    });
}

function parseSince(text: string): string {
  if (text !== 'all') parseDayOption(text);
  return text;
}

function parseAsOf(text: string): number {
  return parseDayOption(text) * 86_400;
}

function parseDayOption(text: string): number {
  try {
    const day = parseDay(text);
    if (day <= dayOf(Date.now() / 1000)) return day;
  } catch {
    // Refused below.
  }
  throw new InvalidArgumentError('It must be a day like 2024-06-01, not later than today.');
}
