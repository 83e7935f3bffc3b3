/**
 * Every organization that has a dossier, with the registry's facts about it. Names must match
 * exactly, without correcting typing errors, because facts about the wrong organization are worse
 * than none.
 */
import { compareNames } from '../../lib/compare.ts';
import { Slices } from '../../lib/slices.ts';
import { NameIndex, type NearMiss } from '../../published/name-index.ts';
import { ofRegistry } from '../../published/per-registry.ts';
import type { Published } from '../../published/published.ts';
import { disputedSince, type Notice } from '../../registry/notices.ts';
import type { Organization } from '../../registry/organizations.ts';
import type { Company, Registry } from '../../registry/schema.ts';
import { stageOf } from '../../registry/stage.ts';
import { statusOf } from '../../registry/status.ts';

export const ENTITY_KINDS = ['startup', 'company', 'fund'] as const;

/** An organization that has a dossier, with the registry's facts about it. */
export type Entity = ReturnType<typeof entityOf>;

export type EntityLookup =
  | { found: true; entity: Entity }
  | { found: false; nearMisses: NearMiss[] };

export class Entities {
  readonly #index: NameIndex<Entity>;
  readonly #notices: readonly Notice[];
  /** Sorted by name. */
  readonly all: readonly Entity[];

  private constructor(
    index: NameIndex<Entity>,
    notices: readonly Notice[],
    all: readonly Entity[],
  ) {
    this.#index = index;
    this.#notices = notices;
    this.all = all;
  }

  static async of(registry: Registry): Promise<Entities> {
    const slices = new Slices();
    const organizations = [
      ...registry.companies.map((company) => ({
        ...company,
        kind: 'startup' as const,
        company,
      })),
      ...registry.organizations.map((organization) => ({ ...organization, company: undefined })),
    ];
    const deals = dealsByParty(registry.deals);
    const named = await slices.map(organizations, (organization) => ({
      entry: entityOf(organization, deals),
      names: [
        organization.name,
        organization.slug,
        ...organization.aliases,
        ...formerly(organization),
        ...organization.formerSlugs,
      ],
    }));
    const notices = organizations
      .flatMap(({ notices }) => notices)
      .sort((a, b) => (a.on < b.on ? -1 : Number(a.on > b.on)));
    const index = await NameIndex.of(named, ({ names }) => ({
      name: names.join(' '),
      others: '',
    }));
    const all = named.map(({ entry }) => entry).sort((a, b) => compareNames(a.name, b.name));
    return new Entities(index, notices, all);
  }

  get(slug: string): Entity | undefined {
    return this.#index.get(slug);
  }

  /** The entity's name, or the slug if there is no such entity. */
  nameOf(slug: string): string {
    return this.#index.get(slug)?.name ?? slug;
  }

  /** Since when a fact is disputed, if it is. */
  dispute(fact: string): { disputedSince?: string } {
    const since = disputedSince(this.#notices, fact);
    return since === undefined ? {} : { disputedSince: since };
  }

  /** Notices about its own facts, and about others' facts that mention it; oldest first. */
  noticesOf(slug: string): Notice[] {
    return this.#notices.filter(
      ({ fact }) => fact.startsWith(`${slug}/`) || fact.endsWith(`/${slug}`),
    );
  }

  /** @param text a name, former name or slug; ignores case, punctuation and legal form */
  find(text: string): EntityLookup {
    const entity = this.#index.find(text);
    if (entity) return { found: true, entity };
    return { found: false, nearMisses: this.#index.nearMisses(text) };
  }
}

/** Computed once for each registry. */
export function entitiesOf({ registry }: Published): Promise<Entities> {
  return ofRegistry(registry, Entities.of);
}

type Organized = Pick<Organization, 'slug' | 'name' | 'website' | 'formerNames' | 'formerSlugs'> & {
  kind: (typeof ENTITY_KINDS)[number];
  /** Set if it is tracked. */
  company: Company | undefined;
};

const formerly = ({ formerNames }: Pick<Organized, 'formerNames'>) =>
  formerNames.map(({ name }) => name);

/** Indexes all deals by their parties' slugs, to avoid scanning them for every organization. */
function dealsByParty({ acquisitions, rounds, holdings, valuations }: Registry['deals']) {
  return {
    bought: Map.groupBy(acquisitions, ({ acquirer }) => acquirer),
    sold: Map.groupBy(acquisitions, ({ acquired }) => acquired),
    raised: Map.groupBy(rounds, ({ company }) => company),
    valued: Map.groupBy(valuations, ({ company }) => company),
    heldBy: Map.groupBy(holdings, ({ company }) => company),
    holds: Map.groupBy(holdings, ({ fund }) => fund),
    invested: Map.groupBy(
      rounds.flatMap((round) =>
        [...new Set(round.investors.map(({ organization }) => organization))].map((investor) => ({
          investor,
          round,
        })),
      ),
      ({ investor }) => investor,
    ),
  };
}

function entityOf(named: Organized, deals: ReturnType<typeof dealsByParty>) {
  const { slug, name, kind, company, website, formerNames, formerSlugs } = named;
  const rounds = deals.raised.get(slug) ?? [];
  return {
    slug,
    name,
    kind,
    website,
    /** Former names. */
    formerly: formerly(named),
    formerNames,
    formerSlugs,
    company,
    /** Current status and stage; only of tracked companies. */
    status: company && statusOf(company),
    stage: company && stageOf(company, { rounds }),
    acquiredBy: deals.sold.get(slug) ?? [],
    acquisitionsMade: deals.bought.get(slug) ?? [],
    /** Its own rounds and valuations. */
    rounds,
    valuations: deals.valued.get(slug) ?? [],
    /** Holdings of others in it, and its holdings in others. */
    heldBy: deals.heldBy.get(slug) ?? [],
    holdings: deals.holds.get(slug) ?? [],
    /** Rounds of others in which it invested. */
    investments: (deals.invested.get(slug) ?? []).map(({ round }) => round),
  };
}
