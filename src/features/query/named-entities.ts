/** Names within a query: each is looked up, or refused with those that are like it. */
import { NotFoundError } from '../../lib/errors.ts';
import type { NearMiss } from '../../published/name-index.ts';
import type { Published } from '../../published/published.ts';
import { foldKey } from '../../registry/fold.ts';
import { entitiesOf } from '../diligence/entities.ts';
import type { Subject } from './query.ts';

/** A named entity: the key of its row, or the slug of an organization. */
type Named = ReturnType<typeof named>;
const named = ({ slug, name }: NearMiss) => ({ key: slug, name });

export type Names = Awaited<ReturnType<typeof namesOf>>;

/** Its functions throw the BellwetherError `unknown-name`. */
export async function namesOf(published: Published) {
  const { companies, registry } = published;
  const entities = await published.derived(entitiesOf);

  function organization(text: string): Named {
    const lookup = entities.find(text);
    if (lookup.found) return named(lookup.entity);
    throw unknownName(text, 'organization', lookup.nearMisses);
  }

  function sector(text: string): Named {
    const key = foldKey(text);
    const known = registry.sectors.find(({ slug, name, synonyms }) =>
      [slug, name, ...synonyms].some((one) => foldKey(one) === key),
    );
    if (known) return named(known);
    throw unknownName(text, 'sector', registry.sectors);
  }

  function startup(text: string): Named {
    const lookup = companies.find(text);
    if (lookup.found) return named(lookup.company);
    const other = entities.find(text);
    if (!other.found) throw unknownName(text, 'tracked startup', lookup.nearMisses);
    const { name, slug } = other.entity;
    throw new NotFoundError(
      'unknown-name',
      `${name} is known and no tracked startup, so it has no signal; its deals are rows of the subject company.`,
      { details: { nearMisses: [{ name, slug }] } },
    );
  }

  const finders: Partial<Record<Subject, (text: string) => Named>> = { startup, sector };
  return {
    find: (subject: Subject) => finders[subject] ?? organization,
    organization,
    sector,
    nameOf: (slug: string) => entities.nameOf(slug),
    sectorName: (slug: string) => registry.sectors.find((one) => one.slug === slug)?.name ?? slug,
  };
}

function unknownName(text: string, what: string, near: readonly NearMiss[]): NotFoundError {
  const nearMisses = near.map(({ name, slug }) => ({ name, slug }));
  const names = nearMisses.map(({ name }) => name).join(', ');
  const like = names === '' ? '' : ` Like it: ${names}.`;
  return new NotFoundError('unknown-name', `No ${what} is called ${JSON.stringify(text)}.${like}`, {
    details: { nearMisses },
  });
}
