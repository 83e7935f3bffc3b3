/** Details of periods, read when they are rendered: names of releases and packages. */

import type { LedgerConnection } from '../ledger/connection.ts';
import type { Copy } from '../ledger/copies.ts';
import { storedRows } from '../measures/measured.ts';
import { packages } from '../measures/packages.ts';
import { releases } from '../measures/releases.ts';
import { replacedPackages } from '../measures/role-changes.ts';
import type { Exchange, Replacement } from '../signals/packages.ts';
import type { Named, PackageChange, Release } from '../signals/windows.ts';
import type { PeriodRange } from './ledger-plan.ts';

type Items<T> = { total: number; first: T[] };
type TaggedCopy = { copy: number; tag: string; day: number };

/** The details of one period, by set. */
export class PeriodDetails {
  readonly #releases = new Map<number, Items<TaggedCopy>>();
  readonly #exchanges = new Map<
    number,
    { copy: number } & Record<'left' | 'came', Items<PackageChange>>
  >();
  readonly #replaced = new Map<number, Replacement[]>();

  /** By week. */
  static async read(
    connection: LedgerConnection,
    weeks: PeriodRange,
  ): Promise<ReadonlyMap<number, PeriodDetails>> {
    const periods = new Map<number, PeriodDetails>();
    const periodIn = (week: unknown) =>
      periods.getOrInsertComputed(Number(week), () => new PeriodDetails());
    for (let week = weeks.first; week <= weeks.last; week++) periodIn(week);
    for await (const chunk of storedRows(connection, releases, weeks))
      for (const [set, week, total, copy, day, tag] of chunk.getRows())
        periodIn(week)
          .#releases.getOrInsertComputed(Number(set), () => none(Number(total)))
          .first.push({ copy: Number(copy), tag: String(tag), day: Number(day) });
    for await (const chunk of storedRows(connection, packages, weeks))
      for (const [set, week, total, copy, isAdded, day, name, sha] of chunk.getRows()) {
        const exchange = periodIn(week).#exchanges.getOrInsertComputed(Number(set), () => ({
          ...{ copy: Number(copy), left: none(0), came: none(0) },
        }));
        const items = exchange[Number(isAdded) === 1 ? 'came' : 'left'];
        items.total = Number(total);
        const commit = sha === '' ? null : String(sha);
        items.first.push({ name: String(name), day: Number(day), commit });
      }
    for await (const chunk of storedRows(connection, replacedPackages, weeks))
      for (const [set, week, copy, day, role, gone, came, sha] of chunk.getRows())
        periodIn(week)
          .#replaced.getOrInsertComputed(Number(set), () => [])
          .push({
            ...{ role: String(role), left: String(gone), came: String(came) },
            ...{ copy: Number(copy), day: Number(day), commit: sha === '' ? null : String(sha) },
          });
    return periods;
  }

  /** Newest first. @param copies the company's */
  releases(set: number, copies: readonly Copy[]): Named<Release> {
    const { total, first } = this.#releases.get(set) ?? none<TaggedCopy>(0);
    const name = ({ copy, tag, day }: TaggedCopy) => ({
      ...{ repository: copies[copy]?.repository ?? '', tag, day },
    });
    return { total, first: first.map(name) };
  }

  /** Undefined where no package left and none came. */
  packages(set: number): Exchange | undefined {
    return this.#exchanges.get(set);
  }

  /** Packages of the roles that changed hands, newest first. */
  replaced(set: number): readonly Replacement[] {
    return this.#replaced.get(set) ?? [];
  }
}

function none<T>(total: number): Items<T> {
  return { total, first: [] };
}
