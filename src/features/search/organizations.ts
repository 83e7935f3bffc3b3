/** Funds, acquirers and other companies that have a dossier, with the deals that they are in. */
import { Slices } from '../../lib/slices.ts';
import { namesOf } from '../../published/name-index.ts';
import type { Published } from '../../published/published.ts';
import type { SearchDocument, SearchKind } from '../../published/search-document.ts';
import { type Entity, entitiesOf } from '../diligence/entities.ts';

/** Others that a text names; a fund can hold hundreds. */
const MAX_NAMED = 40;

/** All but tracked startups, whose own pages are found. */
export async function organizations(published: Published): Promise<SearchDocument[]> {
  const { registry, addresses } = published;
  const entities = await published.derived(entitiesOf);
  return new Slices().map(registry.organizations, (organization) => {
    const { slug, name } = organization;
    const entity = entities.get(slug);
    return {
      kind: entity ? kindOf(entity) : 'company',
      slug,
      url: addresses.diligence(slug),
      title: name,
      text: entity ? sentences(entity, (other) => entities.nameOf(other)) : '',
      keywords: namesOf(organization),
    };
  });
}

function kindOf({ kind, acquisitionsMade, investments, holdings }: Entity): SearchKind {
  if (kind === 'fund' || investments.length + holdings.length > acquisitionsMade.length)
    return 'fund';
  return acquisitionsMade.length > 0 ? 'acquirer' : 'company';
}

function sentences(entity: Entity, nameOf: (slug: string) => string): string {
  const { acquisitionsMade, acquiredBy, investments, holdings, rounds } = entity;
  const deals: readonly [string, readonly string[]][] = [
    ['Backed', [...investments, ...holdings].map(({ company }) => company)],
    ['Acquired', acquisitionsMade.map(({ acquired }) => acquired)],
    ['Was acquired by', acquiredBy.map(({ acquirer }) => acquirer)],
    [
      'Was backed by',
      rounds.flatMap(({ investors }) => investors.map(({ organization }) => organization)),
    ],
  ];
  return deals
    .filter(([, slugs]) => slugs.length > 0)
    .map(([words, slugs]) => {
      const names = [...new Set(slugs)].slice(0, MAX_NAMED).map(nameOf);
      return `${words} ${names.join(', ')}.`;
    })
    .join(' ');
}
