/** Every organization that the service can answer about, and what the registry says of it. */

import type { NearMiss } from '../lookup/find-company.ts';
import type { Published } from '../published/published.ts';
import type { Acquisition, Deals, FundingRound } from '../registry/deals.ts';
import { foldKey } from '../registry/fold.ts';
import type { Company } from '../registry/schema.ts';

export type Entity = {
  name: string;
  /** The company, where it is a tracked one. */
  company: Company | undefined;
  acquiredBy: readonly Acquisition[];
  acquisitionsMade: readonly Acquisition[];
  /** Rounds that it raised. */
  rounds: readonly FundingRound[];
  /** Rounds of others that it took part in. */
  portfolio: readonly FundingRound[];
};

export type EntityLookup =
  | { found: true; entity: Entity }
  | { found: false; nearMisses: NearMiss[] };

export class Entities {
  readonly #published: Published;
  readonly #byKey = new Map<string, Entity>();

  constructor(published: Published) {
    this.#published = published;
    const { companies, deals } = published.registry;
    for (const company of companies) this.#add(company.name, deals, company);
    for (const name of namesIn(deals)) if (!this.#byKey.has(foldKey(name))) this.#add(name, deals);
  }

  /** In the order of their names. */
  get all(): Entity[] {
    return [...new Set(this.#byKey.values())].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** A name is either certain, or only near: one organization is never answered with another. */
  find(text: string): EntityLookup {
    const exact = this.#byKey.get(foldKey(text));
    if (exact) return { found: true, entity: exact };
    const lookup = this.#published.companies.find(text);
    if (!lookup.found) return lookup;
    const entity = this.#byKey.get(foldKey(lookup.company.name));
    return entity ? { found: true, entity } : { found: false, nearMisses: [lookup.company] };
  }

  /** An entity under its name and, of a tracked company, its slug and aliases. */
  #add(name: string, { acquisitions, rounds }: Deals, company?: Company): void {
    const names = company ? [name, company.slug, ...company.aliases] : [name];
    const keys = new Set(names.map(foldKey));
    const isIt = (organization: string) => keys.has(foldKey(organization));
    const entity: Entity = {
      name,
      company,
      acquiredBy: acquisitions.filter(({ acquired }) => isIt(acquired)),
      acquisitionsMade: acquisitions.filter(({ acquirer }) => isIt(acquirer)),
      rounds: rounds.filter((round) => isIt(round.company)),
      portfolio: rounds.filter(({ investors }) =>
        investors.some(({ organization }) => isIt(organization)),
      ),
    };
    for (const key of keys) this.#byKey.set(key, entity);
  }
}

/** Made once a publication. */
export function entitiesOf(published: Published): Entities {
  return new Entities(published);
}

function namesIn({ acquisitions, rounds, valuations }: Deals): string[] {
  return [
    ...acquisitions.flatMap(({ acquirer, acquired }) => [acquirer, acquired]),
    ...rounds.flatMap(({ company, investors }) => [
      company,
      ...investors.map(({ organization }) => organization),
    ]),
    ...valuations.map(({ company }) => company),
  ];
}
