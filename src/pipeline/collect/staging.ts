/**
 * Staging: the rows of finished companies are stored as text files until the run ends, then replace
 * the old rows in the ledger all at once. What an interrupted run staged is reused by the next.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bytesBelow, type PruneOptions, type Removable, removeUnless } from '../../lib/removal.ts';
import type { Ledger } from '../ledger/ledger.ts';
import {
  type CreatedRow,
  type LedgerRows,
  TABLE_DEFINITIONS,
  TABLES,
  type Table,
} from '../ledger/ledger-tables.ts';
import {
  mergeLedger,
  TRACKED_COLUMNS,
  TRACKED_FILE,
  tableLines,
  trackedLines,
} from '../ledger/merge-rows.ts';
import type { WriteOptions } from '../ledger/write-ledger.ts';

/**
 * A company's rows as text for each table, in the format of `tableLines`. Each can be iterated
 * repeatedly. `created` is missing because it comes from organizations' lists, not from histories.
 */
export type RowLines = Readonly<Record<Exclude<Table, 'created'>, Iterable<string>>>;

export function rowLines(rows: LedgerRows): RowLines {
  return {
    activity: tableLines('activity', rows.activity),
    excluded: tableLines('excluded', rows.excluded),
    releases: tableLines('releases', rows.releases),
    dependencies: tableLines('dependencies', rows.dependencies),
    repositories: tableLines('repositories', rows.repositories),
  };
}

/** Identifies the columns; rows staged by another version with other columns are discarded. */
export const LAYOUT = JSON.stringify([
  ...TABLES.map((table) => TABLE_DEFINITIONS[table].columns),
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

  async add(company: string, key: string, rows: LedgerRows): Promise<void> {
    await this.addLines(company, key, rowLines(rows), { created: rows.created, tracked: [] });
  }

  /**
   * Stages a company's rows atomically.
   *
   * @param others.tracked its repositories: those without rows here keep the ones that they had
   */
  async addLines(
    company: string,
    key: string,
    lines: RowLines,
    { created, tracked }: { created: CreatedRow[]; tracked: readonly string[] },
  ): Promise<void> {
    const temporary = join(this.#folder, `.${company}`);
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary, { recursive: true });
    for (const table of TABLES)
      await pipeline(
        Readable.from(table === 'created' ? tableLines(table, created) : lines[table]),
        createWriteStream(join(temporary, `${table}.csv`)),
      );
    await pipeline(
      Readable.from(trackedLines(company, tracked)),
      createWriteStream(join(temporary, TRACKED_FILE)),
    );
    await pipeline(Readable.from([keyInLayout(key)]), createWriteStream(join(temporary, 'key')));
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
