import { SignalsResponse } from '../pipeline/edition/record.ts';
import { bulkFile, periodFile } from './operation/kinds.ts';

/** Specification, section 4: GET /api/signals.json and its other formats. */
export default [
  periodFile({
    name: 'get_signals',
    file: 'signals.json',
    summary: 'All signals of a period: the trending 20 and every sector’s startups',
    description:
      'Each startup with its numbers, scores and rank. Startups that the period does not cover are named with the reason in meta.notCovered.',
    tag: 'Signals',
    output: SignalsResponse,
    hasMirror: true,
  }),
  periodFile({
    name: 'get_signals_csv',
    file: 'signals.csv',
    summary: 'All signals of a period as a table, one line a startup',
    description:
      'The columns are those of the records in signals.json. Null is an empty field: unknown is not zero.',
    tag: 'Signals',
  }),
  bulkFile({
    name: 'get_signals_parquet',
    file: 'signals.parquet',
    summary: 'All signals of the current period as a Parquet file',
    description: 'The columns of signals.csv; counts are integers, repositories a list of texts.',
    tag: 'Signals',
  }),
];
