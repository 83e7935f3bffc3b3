/**
 * Compares the formulas that the scores were chosen from, computes the figures of docs/method.md, and
 * measures how far scores depend on the constants of the method. Reads the shipped ledger: the same
 * ledger gives the same figures.
 */
import { findingNumbers } from '../../src/features/research/certainty.ts';
import { allPeriods } from '../../src/features/research/finding-numbers.ts';
import { parsePeriod, weekIndex } from '../../src/lib/period.ts';
import { shippedPublication } from '../shipped.ts';
import { compare } from './compare.ts';
import { groupGoalTable } from './groups.ts';
import { currentPeriodWords, shippedStudy } from './read-study.ts';
import { comparisonTables } from './report.ts';
import { agreement, CHANGES, yearOfEditions } from './robustness.ts';

/** The last week that the choice may see. */
const CHOOSE_UNTIL = '2025-w40';

export async function chooseMethod(): Promise<void> {
  console.log(`Current period: ${await currentPeriodWords()}.\n`);
  const { rows } = await shippedStudy();
  const chooseUntil = weekIndex(parsePeriod(CHOOSE_UNTIL)?.lastDay ?? 0);
  const comparison = compare(rows, { seed: 2026, chooseUntil, resamples: 200, shuffles: 5 });
  console.log(comparisonTables(comparison));
  console.log(`\n${await groupGoalTable()}`);

  console.log('\n## Robustness, for registry/findings.yaml\n');
  const published = await shippedPublication();
  const year = await yearOfEditions(published, published.registry.findings.period);
  for (const [slug, change] of Object.entries(CHANGES)) {
    const { correlation, kept } = agreement(year, change);
    console.log(`${slug}: { correlation: ${correlation}, kept: ${kept} }`);
  }

  console.log('\n## Findings, for the same file\n');
  const { period } = published.registry.findings;
  const numbers = findingNumbers(await allPeriods(published, published.editions.resolve(period)));
  for (const [slug, found] of Object.entries(numbers)) {
    const members = Object.entries(found).map((pair) => pair.join(': '));
    console.log(`${slug}: { ${members.join(', ')} }`);
  }
}
