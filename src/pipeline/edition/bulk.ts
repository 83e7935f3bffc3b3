/** Everything that was ever published of startups, in one file a format, for those who take it all. */
import { parquetFile } from '../ledger/table-file.ts';
import {
  type Artifact,
  CSV_HEADER,
  CSV_TYPE,
  csvLines,
  JSON_TYPE,
  json,
  NDJSON_TYPE,
} from './artifacts.ts';
import { COLUMNS, type RankedStartup, rankedStartups } from './columns.ts';
import type { SignalsResponse } from './record.ts';

/** Registered with IANA in 2024. */
export const PARQUET_TYPE = 'application/vnd.apache.parquet';

export class BulkFiles {
  readonly #datasets: Buffer[] = [];
  readonly #tables: Buffer[] = [];
  /** Lines of JSON, a text a period, for the engine that writes Parquet. */
  readonly #rows: string[] = [];
  readonly #periods: string[] = [];
  #latest: SignalsResponse['meta'] | undefined;
  #total = 0;

  /** Takes up a period; the oldest comes first. @param dataset its `dataset.jsonl` */
  add(signals: SignalsResponse, dataset: Buffer): void {
    const startups = rankedStartups(signals);
    this.#datasets.push(dataset);
    this.#tables.push(Buffer.from(csvLines(startups)));
    this.#rows.push(jsonRows(startups));
    this.#periods.push(signals.meta.period.slug);
    this.#latest = signals.meta;
    this.#total += startups.length;
  }

  async artifacts(): Promise<Artifact[]> {
    return [
      { name: 'dataset.jsonl', type: NDJSON_TYPE, body: Buffer.concat(this.#datasets) },
      { name: 'dataset.json', type: JSON_TYPE, body: this.#document() },
      {
        name: 'dataset.csv',
        type: CSV_TYPE,
        body: Buffer.concat([Buffer.from(CSV_HEADER), ...this.#tables]),
      },
      {
        name: 'dataset.parquet',
        type: PARQUET_TYPE,
        body: await parquetFile(COLUMNS, this.#rows),
      },
      {
        name: 'signals.parquet',
        type: PARQUET_TYPE,
        body: await parquetFile(COLUMNS, this.#rows.slice(-1)),
      },
    ];
  }

  /** One JSON document, still with a record a line. */
  #document(): Buffer {
    const [first, last] = [this.#periods[0] ?? null, this.#periods.at(-1) ?? null];
    const { license, method, methodVersion } = this.#latest ?? {};
    const meta = {
      name: 'Bellwether engineering-acceleration signals, all periods',
      periods: { first, last, total: this.#periods.length },
      totalRecords: this.#total,
      license,
      method,
      methodVersion,
    };
    const parts = this.#datasets.flatMap((dataset) => {
      const records = dataset.toString('utf8').trimEnd().replaceAll('\n', ',\n');
      return records === '' ? [] : [records];
    });
    const separated = parts.flatMap((part, index) => [
      Buffer.from(index === 0 ? '' : ',\n'),
      Buffer.from(part),
    ]);
    return Buffer.concat([
      Buffer.from(`{"meta":${JSON.stringify(meta)},"records":[\n`),
      ...separated,
      Buffer.from('\n]}\n'),
    ]);
  }
}

function jsonRows(startups: readonly RankedStartup[]): string {
  return startups
    .map(({ startup, ranks }) =>
      json(Object.fromEntries(COLUMNS.map(({ name, value }) => [name, value(startup, ranks)]))),
    )
    .join('');
}
