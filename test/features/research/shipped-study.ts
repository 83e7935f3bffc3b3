/** What the method is judged by, read once from the shipped ledger for all files that run together. */
import assert from 'node:assert/strict';
import {
  hiringRetention,
  readStudy,
  typedPeriods,
} from '../../../src/features/research/method/read-study.ts';
import { trackedCompanies } from '../../../src/pipeline/edition/ledger-plan.ts';
import { LedgerPeriods } from '../../../src/pipeline/edition/periods.ts';
import { openLedger, withLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { SHIPPED_LEDGER } from '../../../src/transports/cli/project.ts';
import { shippedRegistry } from '../../../tools/shipped-registry.ts';

let read: ReturnType<typeof readShipped> | undefined;

export function shippedStudy(): ReturnType<typeof readShipped> {
  read ??= readShipped();
  return read;
}

async function readShipped() {
  const ledger = await openLedger(SHIPPED_LEDGER);
  assert.ok(ledger);
  const tracked = trackedCompanies(await shippedRegistry());
  return withLedger(ledger, async (connection) => {
    const periods = await LedgerPeriods.read(connection, tracked);
    const rows = await readStudy(connection, periods);
    const typed = typedPeriods(periods);
    return { rows, typed, hiring: await hiringRetention(connection, periods, typed) };
  });
}
