/**
 * Digests of weeks that were made before, with what they were made of: a collection changes the files
 * of few years, and the rows of all other weeks need not be read again.
 */

import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { sha256, writeFileAtomically } from '../../lib/atomic-files.ts';
import { parsedJson } from '../../lib/parse-json.ts';
import { isoDay, lastDayOf } from '../../lib/period.ts';
import { type Ledger, ledgerFingerprint } from './ledger.ts';
import { partsOf } from './ledger-manifest.ts';
import { partInName } from './ledger-parts.ts';
import type { Table } from './ledger-tables.ts';

const Kept = z.object({
  format: z.literal(1),
  /** By table and week index; null for a week without rows. */
  weeks: z.record(
    z.string(),
    z.record(z.string(), z.object({ of: z.string(), digest: z.string().nullable() })),
  ),
});
type Kept = z.infer<typeof Kept>;

export class KeptDigests {
  readonly #path: string;
  readonly #kept: Kept;
  readonly #ledger: Ledger;
  readonly #common: string;
  readonly #parts = new Map<Table, Map<string, string[]>>();
  #isChanged = false;

  private constructor(path: string, kept: Kept, ledger: Ledger, companies: readonly string[]) {
    this.#path = path;
    this.#kept = kept;
    this.#ledger = ledger;
    const { beneath, manifest, erased } = ledger;
    // Whose rows come from beneath is a matter of the whole ledger.
    const under = beneath && [ledgerFingerprint(beneath), partsOf(manifest, 'repositories')];
    this.#common = sha256(JSON.stringify([companies, erased, under]));
  }

  /** A file that cannot be read is as good as none. @param companies slugs of those that are tracked */
  static async open(
    path: string,
    ledger: Ledger,
    companies: readonly string[],
  ): Promise<KeptDigests> {
    const text = await readFile(path, 'utf8').catch(() => 'null');
    const parsed = Kept.safeParse(parsedJson(text));
    const kept = parsed.success ? parsed.data : { format: 1 as const, weeks: {} };
    return new KeptDigests(path, kept, ledger, companies);
  }

  /** Undefined where the week's rows may be others than they were. */
  digestOf(table: Table, week: number): string | null | undefined {
    const known = this.#kept.weeks[table]?.[week];
    return known?.of === this.#filesOf(table, week) ? known.digest : undefined;
  }

  keep(table: Table, week: number, digest: string | null): void {
    const weeks = this.#kept.weeks[table] ?? {};
    this.#kept.weeks[table] = weeks;
    weeks[week] = { of: this.#filesOf(table, week), digest };
    this.#isChanged = true;
  }

  /** Keeps them for the next publication; losing them costs nothing but time. */
  async save(): Promise<void> {
    if (this.#isChanged)
      await writeFileAtomically(this.#path, JSON.stringify(this.#kept), { flush: false });
  }

  /** Identifies the files that the rows of a week can be in, and whose rows count. */
  #filesOf(table: Table, week: number): string {
    const years = this.#parts.get(table) ?? this.#partsByYear(table);
    this.#parts.set(table, years);
    const lastDay = lastDayOf(week);
    const own = new Set([isoDay(lastDay - 6), isoDay(lastDay)].map((day) => day.slice(0, 4)));
    const files = [...years].flatMap(([year, hashes]) =>
      own.has(year) || !/^\d/.test(year) ? hashes : [],
    );
    return sha256(JSON.stringify([this.#common, files]));
  }

  /** SHA-256 of a table's files by year; those of any day under another name. */
  #partsByYear(table: Table): Map<string, string[]> {
    const years = new Map<string, string[]>();
    for (const part of partsOf(this.#ledger.manifest, table)) {
      const year = partInName(table, part.file);
      years.set(year, [...(years.get(year) ?? []), part.sha256]);
    }
    return years;
  }
}
