/** Organizations as rows: facts about each as of today, investors, and acquirers. */
import { listed } from '../../lib/prose.ts';
import { compareLatestFirst } from '../../registry/partial-date.ts';
import type { Entity } from '../diligence/entities.ts';
import { dateOf, distinct, latest, moneyOf, type Row } from './deal-row.ts';

type Organization = Pick<Entity, 'slug' | 'name'>;

/** Its date and its sources are those of its dossier. */
function organizationRow({ slug, name }: Organization, cells: Row['cells']): Row {
  const named = { name, ...cells };
  return { key: slug, title: name, entities: [slug], date: null, sources: [], cells: named };
}

export function companyRow(entity: Entity): Row {
  const { company, rounds, formerNames } = entity;
  const isInForce = ({ terminatedOn }: { terminatedOn: string | null }) => terminatedOn === null;
  const bought = entity.acquisitionsMade.filter(isInForce);
  const valued = latest(entity.valuations);
  const last = entity.stage ? entity.stage.lastRound : latest(rounds);
  const investors = rounds.flatMap((round) => round.investors);
  const leads = investors.filter(({ role }) => role === 'lead');
  const backers = distinct([
    ...investors.map(({ organization }) => organization),
    ...entity.heldBy.map(({ fund }) => fund),
  ]);
  return organizationRow(entity, {
    kind: entity.kind,
    tracked: company ? 'yes' : 'no',
    ...(company && {
      sector: company.sector,
      stage: entity.stage?.stage ?? null,
      status: entity.status?.status ?? null,
      geography: company.geography,
      founded: company.founded,
    }),
    raised: moneyOf(rounds),
    rounds: rounds.length,
    backers,
    leads: distinct(leads.map(({ organization }) => organization)),
    backerCount: backers?.length ?? null,
    lastRound: last?.round ?? null,
    lastRoundOn: last ? dateOf(last) : null,
    lastRoundAmount: moneyOf(last ? [last] : []),
    valuation: moneyOf(valued ? [valued] : []),
    valuedOn: valued?.announcedOn ?? null,
    acquiredBy: latest(entity.acquiredBy.filter(isInForce))?.acquirer ?? null,
    acquired: distinct(bought.map(({ acquired }) => acquired)),
    acquisitions: bought.length,
    description: company?.description ?? null,
    // `Timescale (until 2025-06-17)`
    formerNames:
      formerNames.length === 0
        ? null
        : listed(formerNames.map(({ name, until }) => (until ? `${name} (until ${until})` : name))),
    website: entity.website,
    github: company?.github ?? null,
    repositoryCount: company?.repositories.length ?? null,
    repositories: company ? listed(company.repositories.map(({ name }) => name)) : null,
  });
}

/** @param backings the fund's, at least one */
export function fundRow(fund: Organization & Partial<Entity>, backings: readonly Row[]): Row {
  const inRounds = backings.filter(({ cells }) => cells['role'] !== 'listed');
  const led = backings.filter(({ cells }) => cells['role'] === 'lead');
  const backed = distinctIn(backings, 'company');
  const together = (fund.investments ?? []).flatMap(({ investors }) =>
    investors.map(({ organization }) => organization),
  );
  return organizationRow(fund, {
    companies: backed?.length ?? 0,
    rounds: inRounds.length,
    roundsLed: led.length,
    backed,
    led: distinctIn(led, 'company'),
    coinvestors: distinct(together.filter((slug) => slug !== fund.slug)),
    sectors: distinctIn(backings, 'sector'),
    lastOn: latestDate(inRounds),
  });
}

/** @param acquisitions the ones it made that were not called off */
export function acquirerRow(
  one: Organization & Partial<Entity>,
  acquisitions: readonly Row[],
): Row {
  return organizationRow(one, {
    tracked: one.company ? 'yes' : 'no',
    acquisitions: acquisitions.length,
    acquired: distinctIn(acquisitions, 'acquired'),
    sectors: distinctIn(acquisitions, 'sector'),
    lastOn: latestDate(acquisitions),
  });
}

function distinctIn(rows: readonly Row[], field: string): readonly string[] | null {
  return distinct(rows.flatMap(({ cells }) => (cells[field] == null ? [] : String(cells[field]))));
}

function latestDate(rows: readonly Row[]): string | null {
  return rows.map(({ date }) => date).toSorted(compareLatestFirst)[0] ?? null;
}
