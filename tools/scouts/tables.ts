/**
 * The tables of docs/scouts.md: what scores made-up users get, and when a prediction is better than the
 * signal alone.
 *
 * Usage: npm run -s scouts
 */

import { ageSteps } from '../../src/features/outcomes/hazard.ts';
import { STAGE_GROUPS } from '../../src/features/outcomes/outcome-events.ts';
import { trackRecord } from '../../src/features/scout/track-record.ts';
import { shippedPublication } from '../shipped.ts';
import { backTestTable } from './back-test.ts';
import { everythingTable, simulationTable } from './simulation.ts';

const DAYS_A_YEAR = 365.25;

const published = await shippedPublication();
const record = await published.derived(trackRecord);
const { events, days } = record.fittedOn;
console.log(`${events} events in ${Math.round(days / DAYS_A_YEAR)} years\n`);
for (const stage of STAGE_GROUPS) {
  const aYear = ageSteps(stage).map((_, age) => record.hazard.ahead(stage, age) * DAYS_A_YEAR);
  console.log(`| ${stage} | ${aYear.map((value) => value.toFixed(2)).join(' | ')} |`);
}
console.log(`\n${simulationTable(record).join('\n')}`);
console.log(`\n${everythingTable(record).join('\n')}`);
const table = await backTestTable(record, await published.editions.history());
console.log(`\n${table.join('\n')}`);
