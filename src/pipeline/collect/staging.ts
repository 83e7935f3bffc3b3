/**
 * Staging: the rows of finished companies are stored as text files until the run ends, then replace
 * the old rows in the ledger all at once. What an interrupted run staged is reused by the next.
 */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesBelow, type PruneOptions, type Removable, removeUnless } from '../../lib/removal.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { columnsOf, type LedgerRows, TABLES, type Table } from '../ledger/ledger-tables.ts';
import { mergeLedger, TRACKED_COLUMNS, tableText, trackedText } from '../ledger/merge-rows.ts';
import type { WriteOptions } from '../ledger/write-ledger.ts';
import type { CompanyToCollect } from './collect-companies.ts';

/**
 * A company's rows as text for each table (`tableText`), and the repositories that it is tracked by: those
 * without rows keep the ones that they had.
 */
export type RowTexts = Readonly<Record<Table | 'tracked', string>>;

export function rowTexts({ slug, repositories }: CompanyToCollect, rows: LedgerRows): RowTexts {
  const texts = TABLES.map((table) => [table, tableText(table, rows[table])]);
  // Every table is there, which the compiler cannot see of entries.
  const tables = Object.fromEntries(texts) as Record<Table, string>;
  const names = repositories.map(({ name }) => name);
  return { ...tables, tracked: trackedText(slug, names) };
}

/** Identifies the columns; rows staged by another version with other columns are discarded. */
export const LAYOUT = JSON.stringify([
  ...TABLES.map((table) => columnsOf(table).map(({ name, type }) => `${name} ${type}`)),
  TRACKED_COLUMNS,
]);

/** Stages older than this are abandoned. Runs are only resumed on the same day. */
const ABANDONED_MS = 2 * 86_400_000;

/** The finished companies of a run, in their own folder. */
export class Stage {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Companies that an interrupted run with the same key has finished. */
  async finished(key: string): Promise<Set<string>> {
    const companies = new Set<string>();
    for (const company of await this.#companies()) {
      const staged = await readFile(join(this.#folder, company, 'key'), 'utf8').catch(() => '');
      if (staged === keyInLayout(key)) companies.add(company);
      else await rm(join(this.#folder, company), { recursive: true, force: true });
    }
    return companies;
  }

  /** Stages a company's rows atomically. */
  async add(company: string, key: string, texts: RowTexts): Promise<void> {
    const temporary = join(this.#folder, `.${company}`);
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary, { recursive: true });
    for (const [table, text] of Object.entries(texts))
      await writeFile(join(temporary, `${table}.csv`), text);
    await writeFile(join(temporary, 'key'), keyInLayout(key));
    await rm(join(this.#folder, company), { recursive: true, force: true });
    await rename(temporary, join(this.#folder, company));
  }

  /**
   * Writes a ledger: the rows of the staged companies, and those of `base` for all others. Tracked
   * repositories that were not read keep the rows that they have there. Undefined, without writing
   * anything, if no company is staged.
   */
  async commit(
    folder: string,
    base: Ledger | undefined,
    options?: Omit<WriteOptions, 'replaced'>,
  ): Promise<Ledger | undefined> {
    const companies = await this.#companies();
    if (companies.length === 0) return undefined;
    const ledger = await mergeLedger(folder, base, companies, this.#folder, options);
    await rm(this.#folder, { recursive: true, force: true });
    return ledger;
  }

  async #companies(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.filter((name) => !name.startsWith('.')).sort();
  }
}

/** Abandoned stages, which no run would resume a day later. Call it while holding their lock. */
export async function pruneStages(
  folders: readonly string[],
  { isDryRun, now }: PruneOptions,
): Promise<readonly Removable[]> {
  const removable: Removable[] = [];
  for (const folder of folders)
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const { mtimeMs } = await stat(path);
      if (Math.abs(now.getTime() - mtimeMs) < ABANDONED_MS) continue;
      const why = 'an interrupted collection left it';
      removable.push({ path, bytes: await bytesBelow(path), why });
    }
  return removeUnless(isDryRun, removable);
}

function keyInLayout(key: string): string {
  return `${key}\n${LAYOUT}`;
}
