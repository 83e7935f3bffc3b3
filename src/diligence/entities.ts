/**
 * Every organization that the service can answer about, and what the registry says of it. A name is
 * certain or it is nobody's: here not even a slip of the keyboard is forgiven, since the wrong
 * organization's facts are worse than none.
 */
import MiniSearch from 'minisearch';
import { type NearMiss, withoutLegalForm } from '../lookup/find-company.ts';
import type { Published } from '../published/published.ts';
import type { Acquisition, FundingRound, Holding, Valuation } from '../registry/deals.ts';
import { foldKey } from '../registry/fold.ts';
import type { Company, Registry } from '../registry/schema.ts';
import { type DatedStage, stageOf } from '../registry/stage.ts';

export const ENTITY_KINDS = ['startup', 'company', 'fund'] as const;

export type Entity = {
  slug: string;
  name: string;
  kind: (typeof ENTITY_KINDS)[number];
  /** Names that it went by before. */
  formerly: readonly string[];
  /** The company, where it is a tracked one. */
  company: Company | undefined;
  stage: DatedStage | undefined;
  acquiredBy: readonly Acquisition[];
  acquisitionsMade: readonly Acquisition[];
  /** Rounds that it raised, and valuations of it. */
  rounds: readonly FundingRound[];
  valuations: readonly Valuation[];
  /** Shares in it, and its shares in others. */
  heldBy: readonly Holding[];
  holdings: readonly Holding[];
  /** Rounds of others that it took part in. */
  investments: readonly FundingRound[];
};

export type EntityLookup =
  | { found: true; entity: Entity }
  | { found: false; nearMisses: NearMiss[] };

const NEAR_MISSES = 5;
/** As a list for people is ordered: capitals do not come first. */
const BY_NAME = new Intl.Collator('en');

export class Entities {
  readonly #bySlug: ReadonlyMap<string, Entity>;
  readonly #byKey = new Map<string, Entity>();
  readonly #search = new MiniSearch<{ id: string; names: string }>({
    fields: ['names'],
    searchOptions: { fuzzy: 0.34, prefix: true },
  });

  constructor(registry: Registry) {
    const entities: Entity[] = [
      ...registry.companies.map((company) =>
        entityOf({ ...company, kind: 'startup', formerly: [] }, registry, company),
      ),
      ...registry.organizations.map((organization) => entityOf(organization, registry)),
    ];
    this.#bySlug = new Map(entities.map((entity) => [entity.slug, entity]));
    for (const { slug, name, aliases = [], formerly = [] } of [
      ...registry.companies.map((company) => ({ ...company, formerly: [] as string[] })),
      ...registry.organizations,
    ]) {
      const entity = this.#bySlug.get(slug);
      const names = [name, slug, ...aliases, ...formerly];
      for (const text of names) if (entity) this.#byKey.set(foldKey(text), entity);
      this.#search.add({ id: slug, names: names.join(' ') });
    }
  }

  /** In the order of their names. */
  get all(): Entity[] {
    return [...this.#bySlug.values()].sort((a, b) => BY_NAME.compare(a.name, b.name));
  }

  get(slug: string): Entity | undefined {
    return this.#bySlug.get(slug);
  }

  /** Its name, or the slug of nobody. */
  nameOf(slug: string): string {
    return this.#bySlug.get(slug)?.name ?? slug;
  }

  /** @param text a name, former name or slug, in any case and punctuation, with or without a legal form */
  find(text: string): EntityLookup {
    const entity =
      this.#byKey.get(foldKey(text)) ?? this.#byKey.get(foldKey(withoutLegalForm(text)));
    return entity ? { found: true, entity } : { found: false, nearMisses: this.#nearMisses(text) };
  }

  #nearMisses(text: string): NearMiss[] {
    return this.#search
      .search(text.normalize('NFKC').slice(0, 100))
      .slice(0, NEAR_MISSES)
      .map(({ id }) => ({ slug: String(id), name: this.nameOf(String(id)) }));
  }
}

/** Made once a publication. */
export function entitiesOf({ registry }: Published): Entities {
  return new Entities(registry);
}

function entityOf(
  { slug, name, kind, formerly }: Pick<Entity, 'slug' | 'name' | 'kind' | 'formerly'>,
  { deals }: Registry,
  company?: Company,
): Entity {
  const { acquisitions, rounds, holdings, valuations } = deals;
  return {
    slug,
    name,
    kind,
    formerly,
    company,
    stage: company && stageOf(slug, deals),
    acquiredBy: acquisitions.filter(({ acquired }) => acquired === slug),
    acquisitionsMade: acquisitions.filter(({ acquirer }) => acquirer === slug),
    rounds: rounds.filter((round) => round.company === slug),
    valuations: valuations.filter((valuation) => valuation.company === slug),
    heldBy: holdings.filter((holding) => holding.company === slug),
    holdings: holdings.filter(({ fund }) => fund === slug),
    investments: rounds.filter(({ investors }) =>
      investors.some(({ organization }) => organization === slug),
    ),
  };
}
