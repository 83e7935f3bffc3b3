/** `bellwether collect`: from histories to the ledger (docs/operating.md). */
import { Option } from '@commander-js/extra-typings';
import { BellwetherError } from '../../lib/errors.ts';
import { heldDays } from '../../pipeline/schedule/company-ages.ts';
import type { Company } from '../../registry/schema.ts';
import { isShared, runCollection } from './collection.ts';
import { report } from './collection-report.ts';
import {
  COVERED_FROM,
  DEFAULT_JOBS,
  defineCommand,
  MAX_JOBS,
  parseAsOf,
  parseSince,
  upTo,
} from './command.ts';
import { stopSignal } from './interrupts.ts';
import { openProject, type Project } from './project.ts';

export function command() {
  return defineCommand(
    'collect',
    'Reads the commits of every tracked repository, from GitHub (GIT_BASE_URL) unless another source is named, and replaces the companies’ rows in the ledger under DATA_DIR. An interrupted run continues where it stopped; a repository that fails is reported, keeps the rows that it had, and never stops the others.',
    'bellwether collect --missing                    companies that lack a main repository',
    'bellwether collect                              all companies, from GitHub',
    'bellwether collect langfuse "Weights & Biases"  two of them',
    'bellwether collect chroma --local ~/src/chroma',
    'bellwether collect --recorded ./recorded --fresh --ledger data/ledger',
  )
    .argument('[companies...]', 'names or slugs; the default is all companies')
    .addOption(
      new Option('--recorded <folder>', 'read recorded histories instead').conflicts('local'),
    )
    .option('--local <folder>', 'read repositories on this machine: one, or a folder of owner/name')
    .option('--as-of <day>', 'with --local: the first day that is not complete', parseAsOf)
    .option('--since <day>', 'first day to read, or "all"', parseSince, COVERED_FROM)
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
    .option('--missing', 'only companies with a main repository that has never been collected')
    .action(async (names, options) => {
      const project = await openProject();
      if (options.jobs === 0 && !isShared(options, project))
        throw new BellwetherError(
          'no-collector',
          'With --jobs 0, only workers collect. That needs DATABASE_URL, and histories from the hosting service. Leave --jobs 0 out to collect in this process.',
        );
      const { companies: all } = await project.registry();
      const chosen = await Promise.all(names.map((name) => project.company(name)));
      const named = names.length === 0 ? all : chosen;
      const companies = options.missing ? await neverCollected(named, project) : named;
      using stopping = stopSignal();
      const { signal } = stopping;
      report(await runCollection(project, { companies, signal }, options));
    });
}

/** Companies with a main repository that the ledger lacks. @throws BellwetherError `nothing-missing` */
async function neverCollected(
  companies: readonly Company[],
  project: Project,
): Promise<readonly Company[]> {
  const held = await heldDays(await project.ledger());
  const lacking = companies.filter(({ slug, repositories }) =>
    repositories.some(({ name, role }) => role === 'main' && !held.get(slug)?.has(name)),
  );
  if (lacking.length > 0) return lacking;
  throw new BellwetherError(
    'nothing-missing',
    'Every main repository of these companies has been collected; leave out --missing.',
  );
}
