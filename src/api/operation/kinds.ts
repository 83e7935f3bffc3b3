/** Builders for common kinds of operations. */
import { extname } from 'node:path';
import { z } from 'zod';
import { PeriodInput } from '../../lib/inputs.ts';
import { PARQUET_TYPE } from '../../pipeline/edition/all-periods.ts';
import { ALL_PERIODS } from '../../published/editions.ts';
import { SlugText } from '../../registry/schema.ts';
import type { OperationContext } from './context.ts';
import { UNKNOWN_PERIOD } from './misses.ts';
import { type Definition, documented, NoInput, type Operation, operation } from './operation.ts';

type Described = Pick<Definition<z.ZodObject>, 'name' | 'summary' | 'description' | 'tag' | 'mcp'>;

type JsonDocument = Described & {
  path: string;
  mirror?: string;
  aliases?: readonly string[];
  /** `application/json` by default. */
  type?: string;
  output: z.ZodType;
  document: (context: OperationContext) => unknown;
};

/** A JSON document that takes no input. */
export function jsonDocument(its: JsonDocument): Operation {
  const { path, mirror, aliases, type = 'application/json', document, ...described } = its;
  return operation({
    ...described,
    input: NoInput,
    rest: { path, ...(mirror && { mirror }), ...(aliases && { aliases }), type },
    examples: [{}],
    run: async (_, context) => document(context),
  });
}

export const slugInput = (description: string, example: string) =>
  z.strictObject({ slug: SlugText.meta({ description, example }) });

type PublishedFile = Described & {
  /** Name in the edition; also its path under `/api/`. */
  file: `${string}.${keyof typeof FORMATS}`;
  /** Name in the edition of a single period, if that is another. */
  periodFile?: string;
  hasMirror?: true;
  /** Without a period, it is the file of all periods instead of the current one's. */
  coversAll?: true;
  output?: z.ZodType;
};

const FORMATS = {
  json: { type: 'application/json', output: z.looseObject({}) },
  jsonl: { type: 'application/x-ndjson', output: z.string() },
  csv: { type: 'text/csv', output: z.string() },
  parquet: { type: PARQUET_TYPE, output: z.string().meta({ contentMediaType: PARQUET_TYPE }) },
};

/** A file that is published once and covers all periods. */
export function bulkFile(its: PublishedFile): Operation {
  return operation({
    ...sharedByFiles(its),
    input: NoInput,
    examples: [{}],
    file: () => ({ edition: ALL_PERIODS, name: its.file }),
  });
}

/** A file published for each period. */
export function periodFile(its: PublishedFile): Operation {
  return operation({
    ...sharedByFiles(its),
    input: PeriodInput,
    errors: documented(UNKNOWN_PERIOD),
    examples: [{}, { period: '2026-w20' }],
    file: ({ period }, { published: { editions } }) =>
      period === undefined && its.coversAll
        ? { edition: ALL_PERIODS, name: its.file }
        : { edition: editions.resolveAny(period), name: its.periodFile ?? its.file },
  });
}

function sharedByFiles(its: PublishedFile) {
  const { file, periodFile: _, hasMirror, coversAll: __, ...described } = its;
  const { type, output } = FORMATS[extname(file).slice(1) as keyof typeof FORMATS];
  return {
    output,
    ...described,
    rest: { path: `/api/${file}`, ...(hasMirror && { mirror: `/api/v1/${file}` }), type },
  };
}
