/** What is known today of every organization of the dossiers, tracked or not. */
import { listed } from '../../lib/prose.ts';
import { Slices } from '../../lib/slices.ts';
import type { Company, Registry } from '../../registry/schema.ts';
import { stageOf } from '../../registry/stage.ts';
import { statusOf } from '../../registry/status.ts';
import type { ENTITY_KINDS } from '../diligence/entities.ts';
import {
  dateOf,
  distinct,
  latest,
  type Money,
  organizationRow,
  type Row,
  some,
  sumOf,
} from './deal-row.ts';

export type Known = {
  slug: string;
  name: string;
  kind: (typeof ENTITY_KINDS)[number];
  website: string | null;
  formerNames: Company['formerNames'];
  company?: Company;
};

const NO_MONEY: Money = { amounts: [] };

export function knownEntities({ companies, organizations }: Registry): Map<string, Known> {
  return new Map([
    ...organizations.map((one): [string, Known] => [one.slug, one]),
    ...companies.map((company): [string, Known] => [
      company.slug,
      {
        slug: company.slug,
        name: company.name,
        kind: 'startup',
        website: company.website,
        formerNames: company.formerNames,
        company,
      },
    ]),
  ]);
}

export async function companyRows(
  known: ReadonlyMap<string, Known>,
  { acquisitions, rounds, holdings, valuations }: Registry['deals'],
): Promise<Row[]> {
  const roundsOf = Map.groupBy(rounds, ({ company }) => company);
  const valuationsOf = Map.groupBy(valuations, ({ company }) => company);
  const holdingsIn = Map.groupBy(holdings, ({ company }) => company);
  const boughtBy = Map.groupBy(acquisitions, ({ acquirer }) => acquirer);
  const soldBy = Map.groupBy(acquisitions, ({ acquired }) => acquired);
  return new Slices().map([...known.values()], (one) => {
    const own = roundsOf.get(one.slug) ?? [];
    const valued = latest(valuationsOf.get(one.slug) ?? []);
    const bought = (boughtBy.get(one.slug) ?? []).filter(
      ({ terminatedOn }) => terminatedOn === null,
    );
    const profile = one.company && profileOn(one.company, own);
    const last = profile ? profile.lastRound : latest(own);
    const investors = own.flatMap((round) => round.investors);
    const backers = distinct([
      ...investors.map(({ organization }) => organization),
      ...(holdingsIn.get(one.slug) ?? []).map(({ fund }) => fund),
    ]);
    const sale = latest((soldBy.get(one.slug) ?? []).filter((deal) => deal.terminatedOn === null));
    return organizationRow(one.slug, one.name, {
      name: one.name,
      kind: one.kind,
      tracked: yesNo(one.company !== undefined),
      ...profile?.cells,
      raised: { amounts: own.flatMap(sumOf) },
      rounds: own.length,
      backers: some(backers),
      leads: some(
        distinct(
          investors.flatMap(({ organization, role }) => (role === 'lead' ? [organization] : [])),
        ),
      ),
      backerCount: backers.length === 0 ? null : backers.length,
      lastRound: last?.round ?? null,
      lastRoundOn: last ? dateOf(last) : null,
      lastRoundAmount: last ? { amounts: sumOf(last) } : NO_MONEY,
      valuation: valued ? { amounts: sumOf(valued) } : NO_MONEY,
      valuedOn: valued?.announcedOn ?? null,
      acquiredBy: sale?.acquirer ?? null,
      acquired: some(distinct(bought.map(({ acquired }) => acquired))),
      acquisitions: bought.length,
      description: one.company?.description ?? null,
      formerNames: formerNamesOf(one),
      website: one.website,
      github: one.company?.github ?? null,
      repositoryCount: one.company?.repositories.length ?? null,
      repositories: one.company ? listed(one.company.repositories.map(({ name }) => name)) : null,
    });
  });
}

/** What a tracked company is on a day. */
export function profileOn(company: Company, rounds: Registry['deals']['rounds'], day?: string) {
  const { stage, lastRound } = stageOf(company, { rounds }, day);
  const { status } = statusOf(company, day);
  const { sector, geography, founded } = company;
  return { lastRound, cells: { sector, stage, status, geography, founded } };
}

/** `Timescale (until 2025-06-17)` */
function formerNamesOf({ formerNames }: Known): string | null {
  const names = formerNames.map(({ name, until }) => (until ? `${name} (until ${until})` : name));
  return names.length === 0 ? null : listed(names);
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}
