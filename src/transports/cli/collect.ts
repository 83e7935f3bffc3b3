import { resolve } from 'node:path';
import { Option } from 'commander';
import { BellwetherError } from '../../lib/errors.ts';
import { recordingSource } from '../../pipeline/collect/sources.ts';
import { CompanyIndex } from '../../published/find-company.ts';
import type { Company } from '../../registry/schema.ts';
import { type CollectionOptions, runCollection } from './collection.ts';
import { neverCollected, printPlan } from './collection-plan.ts';
import { report } from './collection-report.ts';
import { historySource, type SourceOptions, sharedWork } from './history-sources.ts';
import { untilInterrupted } from './interrupts.ts';
import {
  COVERED_FROM,
  Command,
  DEFAULT_JOBS,
  MAX_JOBS,
  parseAsOf,
  parseSince,
  upTo,
} from './options.ts';
import { openProject, type Project } from './project.ts';

type CollectOptions = SourceOptions &
  CollectionOptions & {
    plan?: true;
    missing?: true;
  };

export function collectCommand(): Command {
  return new Command('collect')
    .summary('read companies’ histories into the ledger')
    .description(
      'Reads the commits of every tracked repository, from GitHub (GIT_BASE_URL) unless another source is named, and replaces the companies’ rows in the ledger under DATA_DIR. An interrupted run continues where it stopped; a repository that fails is reported, keeps the rows that it had, and never stops the others.',
    )
    .argument('[companies...]', 'names or slugs; the default is all companies')
    .addOption(
      new Option('--recorded <folder>', 'read recorded histories instead').conflicts('local'),
    )
    .option('--local <folder>', 'read repositories on this machine: one, or a folder of owner/name')
    .option('--as-of <day>', 'with --local: the first day that is not complete', parseAsOf)
    .addOption(
      new Option(
        '--commits-only',
        'copy commits without paths: smaller, but without file kinds and .mailmap',
      ).conflicts(['local', 'recorded']),
    )
    .option('--since <day>', 'first day to read, or "all"', parseSince, COVERED_FROM)
    .option(
      '--record <folder>',
      'also record the histories in this folder, for others to collect from',
    )
    .option(
      '--jobs <number>',
      'repositories at the same time; with DATABASE_URL, companies; 0 leaves all work to workers',
      upTo(MAX_JOBS, 0),
      DEFAULT_JOBS,
    )
    .option('--ledger <folder>', 'write the ledger to this folder')
    .option(
      '--fresh',
      'start from an empty ledger, without the shipped rows and those of other companies',
    )
    .addOption(
      new Option(
        '--plan',
        'collect nothing: list the repositories, what is new of each, and its size where it is known',
      ).conflicts(['local', 'recorded', 'record', 'fresh']),
    )
    .option('--missing', 'only companies with a main repository that has never been collected')
    .examples(
      'bellwether collect --plan --missing             the companies that lack a main repository',
      'bellwether collect                              all companies, from GitHub',
      'bellwether collect langfuse "Weights & Biases"  two of them',
      'bellwether collect chroma --local ~/src/chroma',
      'bellwether collect --recorded ./recorded --fresh --ledger data/ledger',
    )
    .action(async (names: string[], options: CollectOptions) => {
      const project = await openProject();
      const isShared = sharedWork(options, project) !== undefined;
      if (options.jobs === 0 && !isShared)
        throw new BellwetherError(
          'nobody-collects',
          'With --jobs 0, only workers collect. That needs DATABASE_URL, and histories from the hosting service. Leave --jobs 0 out to collect in this process.',
        );
      const { companies: all } = await project.registry();
      const companies = await wanted(chosen(names, all), options, project);
      if (options.plan) return printPlan(companies, project);
      const read = await historySource(companies, options, project);
      const { record } = options;
      const source = record === undefined ? read : recordingSource(read, resolve(record));
      const result = await untilInterrupted((signal) =>
        runCollection({ companies, source, signal }, options, project),
      );
      await report(result, project);
    });
}

/** With `--missing`, only companies of which a main repository has never been collected. */
async function wanted(
  companies: readonly Company[],
  { missing }: CollectOptions,
  project: Project,
): Promise<readonly Company[]> {
  if (!missing) return companies;
  const never = await neverCollected(companies, project);
  const lacking = companies.filter(({ slug }) => never.has(slug));
  if (lacking.length > 0) return lacking;
  throw new BellwetherError(
    'nothing-missing',
    'Every main repository of these companies has been collected; leave out --missing.',
  );
}

function chosen(names: readonly string[], all: readonly Company[]): readonly Company[] {
  if (names.length === 0) return all;
  const index = new CompanyIndex(all);
  return names.map((name) => {
    const lookup = index.find(name);
    if (lookup.found) return lookup.company;
    const near = lookup.nearMisses.map(({ slug }) => slug).join(', ');
    throw new BellwetherError(
      'unknown-company',
      `No tracked company is called ${JSON.stringify(name)}.${near === '' ? '' : ` Similar: ${near}.`}`,
    );
  });
}
