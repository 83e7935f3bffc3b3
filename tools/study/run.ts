/**
 * The studies that the documents cite, from the shipped data: the same data gives the same figures.
 * Usage: npm run study (docs/method.md, docs/research.md), npm run study -- raise (docs/study.md)
 */
import { findingNumbers } from '../../src/features/research/certainty.ts';
import { allPeriods } from '../../src/features/research/finding-numbers.ts';
import { shippedPublication } from '../shipped.ts';
import { confirm } from './confirm.ts';
import { confirmationTable, groupGoalTable } from './goals.ts';
import { studyRaises } from './raise/run.ts';
import { currentPeriodWords, shuffledPeriods, studyOf } from './read-study.ts';
import { agreement, CHANGES, yearOfEditions } from './robustness.ts';

const SEED = 2026;
const SHUFFLES = 5;

const [study, ...args] = process.argv.slice(2);
if (study === 'raise') await studyRaises(args);
else await studyMethod();

async function studyMethod(): Promise<void> {
  console.log(`Current period: ${await currentPeriodWords()}.\n\n${await groupGoalTable()}\n`);

  const shuffles = [];
  for (let shuffle = 0; shuffle < SHUFFLES; shuffle++)
    shuffles.push(await shuffledPeriods(SEED + shuffle));
  console.log(confirmationTable(confirm(await studyOf('tracked first'), shuffles, SEED)));

  const published = await shippedPublication();
  const { period } = published.registry.findings;
  const year = await yearOfEditions(published, period);
  console.log('\n## Robustness, for registry/findings.yaml\n');
  for (const [slug, change] of Object.entries(CHANGES)) printNumbers(slug, agreement(year, change));
  console.log('\n## Findings, for the same file\n');
  const periods = await allPeriods(published, published.editions.resolve(period));
  for (const [slug, numbers] of Object.entries(findingNumbers(periods)))
    printNumbers(slug, numbers);
}

function printNumbers(slug: string, numbers: object): void {
  const members = Object.entries(numbers).map((pair) => pair.join(': '));
  console.log(`${slug}: { ${members.join(', ')} }`);
}
