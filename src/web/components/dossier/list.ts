/** All that have a dossier as a list: what they can be picked by, and what is known of their deals. */
import { type Entity, entitiesOf } from '../../../features/diligence/entities.ts';
import {
  backedBy,
  boughtBy,
  ledBy,
  standingAcquisitions,
} from '../../../features/diligence/portfolio.ts';
import { facetsOf, slugified } from '../../../features/selection/facets.ts';
import { Slices } from '../../../lib/slices.ts';
import type { Published } from '../../../published/published.ts';
import { compareLatestFirst } from '../../../registry/partial-date.ts';
import type { Registry } from '../../../registry/schema.ts';
import type { ListColumn, ListFacet, ListItem } from '../filtered-list.ts';
import { PATHS } from '../links.ts';

export const DOSSIER_KINDS = [
  { value: 'startup', label: 'Tracked startups' },
  { value: 'company', label: 'Acquirers and other companies' },
  { value: 'fund', label: 'Funds and other investors' },
] as const;

export const DOSSIER_COLUMNS: readonly ListColumn[] = [
  { name: 'latest', title: 'Latest deal', holds: 'date' },
  { name: 'raised', title: 'Rounds raised', holds: 'number' },
  { name: 'backed', title: 'Companies backed', holds: 'number' },
  { name: 'led', title: 'Rounds led', holds: 'number' },
  { name: 'bought', title: 'Companies bought', holds: 'number' },
];

const DEALS = [
  { value: 'raised', label: 'raised money' },
  { value: 'backed', label: 'backed others' },
  { value: 'led', label: 'led rounds' },
  { value: 'bought', label: 'bought others' },
  { value: 'was-bought', label: 'was bought' },
] as const;

/** @returns what the address of the list may pick by */
export function dossierFacets({ sectors }: Pick<Registry, 'sectors'>): ListFacet[] {
  const shared = facetsOf({ sectors }).filter(({ name }) => SHARED.includes(name));
  return [...shared, { name: 'deals', title: 'Deals', all: 'any', values: DEALS }];
}

/** Facets of the startups' lists. */
const SHARED: readonly string[] = ['sector', 'stage', 'status'];
export const DOSSIER_FACETS = [...SHARED, 'deals'];

/** All dossiers, once for each publication. */
export async function dossierItems(published: Published): Promise<ListItem[]> {
  const { all } = await published.derived(entitiesOf);
  const sectorOf = (slug: string) => published.companies.get(slug)?.sector;
  return new Slices().map(all, (entity) => dossierItem(entity, sectorOf));
}

/** @param sectorOf a tracked startup, by its slug */
function dossierItem(entity: Entity, sectorOf: (slug: string) => string | undefined): ListItem {
  const { slug, name, kind, formerly, company, stage, status, rounds, acquiredBy } = entity;
  const [backed, bought] = [backedBy(entity), boughtBy(entity)];
  // No known deal is not the same as none.
  const did = {
    raised: rounds.length || null,
    backed: backed.length || null,
    led: ledBy(entity) || null,
    bought: bought.length || null,
    'was-bought': acquiredBy.some(({ terminatedOn }) => terminatedOn === null) ? 1 : null,
  };
  const { 'was-bought': _, ...cells } = did;
  return {
    name,
    href: PATHS.diligence(slug),
    kind,
    slug,
    also: formerly,
    values: {
      sector: [...new Set([slug, ...backed, ...bought].flatMap((one) => sectorOf(one) ?? []))],
      deals: DEALS.flatMap(({ value }) => (did[value] ? [value] : [])),
      ...(company && {
        stage: [slugified(stage?.stage ?? null)],
        status: [status?.status ?? 'active'],
      }),
    },
    cells: { ...cells, latest: latestOf(entity) },
  };
}

/** The date of the last deal of any kind, as far as a source gives it. */
function latestOf(entity: Entity): string | null {
  const { rounds, investments, acquiredBy } = entity;
  const dates = [...rounds, ...investments, ...acquiredBy, ...standingAcquisitions(entity)].flatMap(
    ({ announcedOn }) => announcedOn ?? [],
  );
  return dates.toSorted(compareLatestFirst)[0] ?? null;
}
