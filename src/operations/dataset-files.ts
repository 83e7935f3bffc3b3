import { z } from 'zod';
import { ALL_PERIODS } from '../published/editions.ts';
import { NoInput, type Operation, operation } from './operation.ts';

/** The whole dataset beside `dataset.jsonl`, once a format. */
export default [
  everything('json', 'application/json', 'as one JSON document', z.looseObject({})),
  everything('csv', 'text/csv', 'as a table, one line a startup and period', z.string()),
  everything('parquet', 'application/vnd.apache.parquet', 'as a Parquet file', z.string()),
];

function everything(format: string, type: string, shape: string, output: z.ZodType): Operation {
  const name = `dataset.${format}`;
  return operation({
    name: `get_dataset_${format}`,
    summary: `Every record of every period, ${shape}`,
    tag: 'Signals',
    input: NoInput,
    output,
    rest: { path: `/api/${name}`, type },
    examples: [{}],
    file: () => ({ edition: ALL_PERIODS, name }),
  });
}
