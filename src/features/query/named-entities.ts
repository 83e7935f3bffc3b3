/** Names within a query: each is looked up, or refused with those that are like it. */
import { NotFoundError } from '../../lib/errors.ts';
import type { NearMiss } from '../../published/name-index.ts';
import type { Published } from '../../published/published.ts';
import { foldKey } from '../../registry/fold.ts';
import { type Entities, entitiesOf } from '../diligence/entities.ts';
import type { Subject } from './query.ts';

/** A named entity: the key of its row, or the slug of an organization. */
export type Named = { key: string; name: string };

export class Names {
  readonly #published: Published;
  readonly #entities: Entities;

  private constructor(published: Published, entities: Entities) {
    this.#published = published;
    this.#entities = entities;
  }

  static async of(published: Published): Promise<Names> {
    return new Names(published, await published.derived(entitiesOf));
  }

  /** @throws BellwetherError `unknown-name` */
  find(subject: Subject, text: string): Named {
    if (subject === 'startup') return this.#startup(text);
    if (subject === 'sector') return this.sector(text);
    return this.organization(text);
  }

  /** @throws BellwetherError `unknown-name` */
  organization(text: string): Named {
    const lookup = this.#entities.find(text);
    if (lookup.found) return { key: lookup.entity.slug, name: lookup.entity.name };
    throw unknownName(text, 'organization', lookup.nearMisses);
  }

  /** @throws BellwetherError `unknown-name` */
  sector(text: string): Named {
    const key = foldKey(text);
    const { sectors } = this.#published.registry;
    const sector = sectors.find(({ slug, name, synonyms }) =>
      [slug, name, ...synonyms].some((one) => foldKey(one) === key),
    );
    if (sector) return { key: sector.slug, name: sector.name };
    throw unknownName(text, 'sector', sectors);
  }

  nameOf(slug: string): string {
    return this.#entities.nameOf(slug);
  }

  #startup(text: string): Named {
    const lookup = this.#published.companies.find(text);
    if (lookup.found) return { key: lookup.company.slug, name: lookup.company.name };
    const other = this.#entities.find(text);
    if (!other.found) throw unknownName(text, 'tracked startup', lookup.nearMisses);
    throw new NotFoundError(
      'unknown-name',
      `${other.entity.name} is known and no tracked startup, so it has no signal; its deals are rows of the subject company.`,
      { details: { nearMisses: [{ name: other.entity.name, slug: other.entity.slug }] } },
    );
  }
}

function unknownName(text: string, what: string, near: readonly NearMiss[]): NotFoundError {
  const nearMisses = near.map(({ name, slug }) => ({ name, slug }));
  const like =
    nearMisses.length === 0 ? '' : ` Like it: ${nearMisses.map(({ name }) => name).join(', ')}.`;
  return new NotFoundError('unknown-name', `No ${what} is called ${JSON.stringify(text)}.${like}`, {
    details: { nearMisses },
  });
}
