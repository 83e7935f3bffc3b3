/**
 * The tables of docs/scouts.md: what scores made-up users get, and when a prediction is better than the
 * signal alone.
 *
 * Usage: npm run -s scouts
 */
import { trackRecord } from '../../src/features/scout/outcomes.ts';
import { STAGE_GROUPS } from '../../src/features/scout/validating-events.ts';
import { shippedPublication } from '../shipped.ts';
import { backTestTable } from './back-test.ts';
import { everythingTable, simulationTable } from './simulation.ts';

const published = await shippedPublication();
const record = await published.derived(trackRecord);
const { events, years } = record.hazard;
console.log(`${events} events in ${Math.round(years)} years of ${STAGE_GROUPS.length} groups\n`);
for (const { stage, aYear } of record.hazard.table())
  console.log(`| ${stage} | ${aYear.map((value) => value.toFixed(2)).join(' | ')} |`);
console.log(`\n${simulationTable(record).join('\n')}`);
console.log(`\n${everythingTable(record).join('\n')}`);
console.log(`\n${backTestTable(record, await published.editions.history()).join('\n')}`);
