import { bulkFile, periodFile } from './operation/kinds.ts';

const everything = (format: 'json' | 'parquet', shape: string) =>
  bulkFile({
    name: `get_dataset_${format}`,
    file: `dataset.${format}`,
    summary: `Every record of every period, ${shape}`,
    description: 'The records of dataset.jsonl: one for each startup and period that was covered.',
    tag: 'Signals',
  });

/** Specification, section 4: GET /api/dataset.jsonl and its other formats. */
export default [
  periodFile({
    name: 'get_dataset',
    file: 'dataset.jsonl',
    summary: 'Every record of every period, one JSON object a line',
    description: 'Each line is a Startup. With a period, only the records of that period.',
    tag: 'Signals',
    hasMirror: true,
    coversAll: true,
  }),
  periodFile({
    name: 'get_dataset_csv',
    file: 'dataset.csv',
    periodFile: 'signals.csv',
    summary: 'Every record of every period, as a table, one line a startup and period',
    description: 'The records of dataset.jsonl. With a period, only the lines of that period.',
    tag: 'Signals',
    coversAll: true,
  }),
  everything('json', 'as one JSON document'),
  everything('parquet', 'as a Parquet file'),
];
