/** Who invested and who acquired, made of the rows of deals. */
import { Slices } from '../../lib/slices.ts';
import type { Known } from './company-rows.ts';
import { distinct, latest, listOf, organizationRow, type Row, some } from './deal-row.ts';

type KnownBySlug = ReadonlyMap<string, Known>;

export async function fundRows(
  backings: readonly Row[],
  rounds: readonly Row[],
  known: KnownBySlug,
): Promise<Row[]> {
  const slices = new Slices();
  const together = new Map<string, Set<string>>();
  await slices.map(rounds, ({ cells }) => {
    const investors = listOf(cells['investors']);
    for (const one of investors) {
      const others = together.get(one) ?? new Set();
      for (const other of investors) if (other !== one) others.add(other);
      together.set(one, others);
    }
  });
  const byFund = Map.groupBy(backings, ({ cells }) => String(cells['fund']));
  return slices.map(byFund, ([fund, own]) => {
    const name = nameOf(fund, known);
    const inRounds = own.filter(({ cells }) => cells['role'] !== 'listed');
    const led = own.filter(({ cells }) => cells['role'] === 'lead');
    const backed = distinctIn(own, 'company');
    return organizationRow(fund, name, {
      name,
      companies: backed.length,
      rounds: inRounds.length,
      roundsLed: led.length,
      backed,
      led: some(distinctIn(led, 'company')),
      coinvestors: some([...(together.get(fund) ?? [])]),
      sectors: some(distinctIn(own, 'sector')),
      lastOn: latestDate(inRounds),
    });
  });
}

export async function acquirerRows(
  acquisitions: readonly Row[],
  known: KnownBySlug,
): Promise<Row[]> {
  const made = acquisitions.filter(({ cells }) => cells['state'] !== 'called-off');
  const byAcquirer = Map.groupBy(made, ({ cells }) => String(cells['acquirer']));
  return new Slices().map(byAcquirer, ([acquirer, own]) => {
    const name = nameOf(acquirer, known);
    return organizationRow(acquirer, name, {
      name,
      tracked: known.get(acquirer)?.company ? 'yes' : 'no',
      acquisitions: own.length,
      acquired: distinctIn(own, 'acquired'),
      sectors: some(distinctIn(own, 'sector')),
      lastOn: latestDate(own),
    });
  });
}

function nameOf(slug: string, known: KnownBySlug): string {
  return known.get(slug)?.name ?? slug;
}

function distinctIn(rows: readonly Row[], field: string): string[] {
  return distinct(rows.flatMap(({ cells }) => listOf(cells[field])));
}

function latestDate(rows: readonly Row[]): string | null {
  return latest(rows.map(({ date }) => ({ announcedOn: date })))?.announcedOn ?? null;
}
