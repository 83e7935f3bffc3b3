/** `bellwether research`: the numbers of the technical report, and the choice of scores. */

import { findingNumbers } from '../../features/research/certainty.ts';
import { allPeriods } from '../../features/research/finding-numbers.ts';
import { type Comparison, compare } from '../../features/research/method/compare.ts';
import { type TypeGoalRow, typeGoalRows } from '../../features/research/method/goals.ts';
import {
  hiringRetention,
  readStudy,
  typedPeriods,
} from '../../features/research/method/read-study.ts';
import { comparisonTables, typeGoalTable } from '../../features/research/method/report.ts';
import { agreement, CHANGES, yearOfEditions } from '../../features/research/robustness.ts';
import { typeGoals } from '../../features/research/type-goals.ts';
import { parsePeriod, weekIndex } from '../../lib/period.ts';
import { trackedCompanies } from '../../pipeline/edition/ledger-plan.ts';
import { LedgerPeriods } from '../../pipeline/edition/periods.ts';
import { queryLedger } from '../../pipeline/ledger/ledger.ts';
import { openPublished } from './operation-context.ts';
import { Command, upTo } from './options.ts';
import { currentLedger, openProject } from './project.ts';
import { ProgressLine, say, sayJson, seconds } from './terminal.ts';

export function researchCommand(): Command {
  return new Command('research')
    .summary('compute the numbers of the technical report and of the choice of scores')
    .description('Computes the numbers of the technical report; the default is its findings.')
    .examples('bellwether research', 'bellwether research method')
    .addCommand(findingsCommand(), { isDefault: true })
    .addCommand(methodCommand());
}

function findingsCommand(): Command {
  return new Command('findings')
    .summary('compute the findings, and how far scores depend on constants')
    .description(
      'Computes the findings of registry/findings.yaml, with 95% intervals and the figures that chance gives, and how far scores depend on the method’s constants. Uses the published editions up to the period that the file names, and prints lines to copy into that file.',
    )
    .examples('bellwether research findings')
    .action(async () => {
      const { settings, registry } = await openProject();
      const published = await openPublished(settings, registry);
      const last = published.editions.resolve(registry.findings.period);
      const periods = await allPeriods(published, last);
      for (const [slug, numbers] of Object.entries(findingNumbers(periods)))
        say(line(slug, numbers));
      const year = await yearOfEditions(published, last);
      for (const [slug, change] of Object.entries(CHANGES))
        say(line(slug, agreement(year, change)));
    });
}

function line(slug: string, numbers: Readonly<Record<string, number>>): string {
  const entries = Object.entries(numbers).map(([name, value]) => `${name}: ${value}`);
  return `${slug}: { ${entries.join(', ')} }`;
}

/** With these the comparison in docs/method.md was made. */
const SEED = 2026;
const RESAMPLES = 200;
const SHUFFLES = 5;
/** The last week that the choice may see. */
const CHOOSE_UNTIL = '2025-w40';

type MethodOptions = { seed: number; resamples: number; shuffles: number; json?: true };

function methodCommand(): Command {
  return new Command('method')
    .summary('compare the formulas that the scores were chosen from')
    .description(
      `Compares the candidates for the growth and composite scores on a random half of the companies up to ${CHOOSE_UNTIL}, computes the chosen formula on the other half and the later weeks too, and prints the figures next to the goals of docs/method.md, with 95% intervals (by resampling companies) and with the figures that chance gives (the weeks of every company shuffled). The same ledger and seed give the same figures.`,
    )
    .option(
      '--seed <number>',
      'chooses the half, the resamples and the shuffles',
      upTo(2 ** 31),
      SEED,
    )
    .option('--resamples <number>', 'resamples for the intervals', upTo(10_000), RESAMPLES)
    .option('--shuffles <number>', 'ledgers with shuffled weeks', upTo(1000), SHUFFLES)
    .option('--json', 'print everything as JSON')
    .examples('bellwether research method', 'bellwether research method --json')
    .action(async ({ json, ...options }: MethodOptions) => {
      const { types, ...comparison } = await compared(options);
      if (json) sayJson({ ...comparison, types });
      else say(`${comparisonTables(comparison)}\n\n${typeGoalTable(types)}`);
    });
}

async function compared(
  options: Omit<MethodOptions, 'json'>,
): Promise<Comparison & { types: TypeGoalRow[] }> {
  const { settings, registry } = await openProject();
  const ledger = await currentLedger(settings);
  const started = performance.now();
  const progress = await ProgressLine.begin('Reading the ledger');
  try {
    const { rows, types } = await queryLedger(ledger, async (connection) => {
      const periods = await LedgerPeriods.read(connection, trackedCompanies(registry));
      const typed = typedPeriods(periods);
      const hiring = await hiringRetention(connection, periods, typed);
      const types = typeGoalRows(typeGoals(typed), hiring);
      return { rows: await readStudy(connection, periods), types };
    });
    const chooseUntil = weekIndex(parsePeriod(CHOOSE_UNTIL)?.lastDay ?? 0);
    const comparison = await compare(rows, {
      ...options,
      chooseUntil,
      onProgress: (text) => progress.update(text),
    });
    progress.done(`Compared in ${seconds(started)}`);
    return { ...comparison, types };
  } catch (error) {
    progress.failed('The comparison stopped');
    throw error;
  }
}
