/**
 * Staging: finished companies wait as text files until a run ends, then all of them replace their
 * old rows in the ledger at once. What an interrupted run staged is found again by the next.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvRecord } from '../csv.ts';
import { sqlString, withEngine } from '../ledger/duckdb.ts';
import { type LedgerRows, TABLE_DEFINITIONS, TABLES, type Table } from '../ledger/schema.ts';
import { attachLedger, type Ledger, writeLedger } from '../ledger/store.ts';
import { isoDay } from '../period.ts';

/** Finished companies of a run, under a folder of their own. */
export class Stage {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Companies that an earlier, interrupted run finished with the same key. */
  async finished(key: string): Promise<Set<string>> {
    const companies = new Set<string>();
    for (const company of await this.#companies()) {
      const staged = await readFile(join(this.#folder, company, 'key'), 'utf8').catch(() => '');
      if (staged === key) companies.add(company);
      else await rm(join(this.#folder, company), { recursive: true, force: true });
    }
    return companies;
  }

  /** Puts a company's rows aside; it appears only once all of them are written. */
  async add(company: string, key: string, rows: LedgerRows): Promise<void> {
    const temporary = join(this.#folder, `.${company}`);
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary, { recursive: true });
    for (const table of TABLES)
      await pipeline(
        Readable.from(csvLines(table, rows[table])),
        createWriteStream(join(temporary, `${table}.csv`)),
      );
    await pipeline(Readable.from([key]), createWriteStream(join(temporary, 'key')));
    await rm(join(this.#folder, company), { recursive: true, force: true });
    await rename(temporary, join(this.#folder, company));
  }

  /** Writes a ledger: the staged companies' rows, and of all other companies those of `base`. */
  async commit(folder: string, base: Ledger | undefined): Promise<Ledger> {
    const companies = await this.#companies();
    const ledger = await withEngine(async (connection) => {
      if (base) await attachLedger(connection, base);
      for (const table of TABLES)
        await connection.run(
          `CREATE VIEW new_${table} AS ${this.#rowsOf(table, companies, base !== undefined)}`,
        );
      return writeLedger(connection, folder);
    });
    await rm(this.#folder, { recursive: true, force: true });
    return ledger;
  }

  async #companies(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.filter((name) => !name.startsWith('.')).sort();
  }

  #rowsOf(table: Table, companies: readonly string[], withBase: boolean): string {
    const { columns } = TABLE_DEFINITIONS[table];
    const parts: string[] = [];
    if (withBase) {
      const others = companies.map(sqlString).join(', ') || "''";
      parts.push(`SELECT * FROM ${table} WHERE company NOT IN (${others})`);
    }
    if (companies.length > 0) {
      const files = companies.map((name) => sqlString(join(this.#folder, name, `${table}.csv`)));
      const types = columns.map((column) => {
        const [name, type] = column.split(' ');
        return `${sqlString(name ?? '')}: ${sqlString(type ?? '')}`;
      });
      parts.push(
        `SELECT * FROM read_csv([${files.join(', ')}], header = true, delim = ',', quote = '"',
           escape = '"', auto_detect = false, columns = {${types.join(', ')}})`,
      );
    }
    const none = columns.map(
      (column) => `NULL::${column.split(' ')[1]} AS ${column.split(' ')[0]}`,
    );
    return parts.join(' UNION ALL ') || `SELECT ${none.join(', ')} WHERE false`;
  }
}

function* csvLines<T extends Table>(table: T, rows: LedgerRows[T]): Generator<string> {
  const columns = TABLE_DEFINITIONS[table].columns.map((column) => {
    const [name = '', type] = column.split(' ');
    return { name, isDay: type === 'DATE' };
  });
  yield csvRecord(columns.map(({ name }) => name));
  for (const row of rows as readonly Record<string, string | number | null>[])
    yield csvRecord(
      columns.map(({ name, isDay }) => {
        const value = row[name] ?? null;
        return isDay && typeof value === 'number' ? isoDay(value) : value;
      }),
    );
}
