/** Compiles the dossier of an entity: its facts, its published signal, and the sources to cite. */

import { type BellwetherError, NotFoundError } from '../../lib/errors.ts';
import { DATA_LICENSE } from '../../lib/terms.ts';
import type { Startup } from '../../pipeline/edition/record.ts';
import { formerSlugs } from '../../published/compared.ts';
import type { Published } from '../../published/published.ts';
import { coveredPeriods } from '../../published/startup-numbers.ts';
import { completenessNote } from '../../registry/completeness.ts';
import type { Dossier } from './dossier.ts';
import { factsOf } from './dossier-facts.ts';
import { type Entities, type Entity, entitiesOf } from './entities.ts';
import { dealNotes, nameNotes, notKnownOf } from './notes.ts';

/**
 * The dossier of the entity with this name.
 *
 * @throws BellwetherError `not-tracked` with near misses if no entity has the name
 */
export async function dossierOf(text: string, published: Published): Promise<Dossier> {
  const entities = await published.derived(entitiesOf);
  const lookup = entities.find(text);
  if (!lookup.found) throw notTracked(text, published, lookup.nearMisses);
  return dossierOfEntity(lookup.entity, entities, text, published);
}

/**
 * The dossier of the entity with this current or former slug.
 *
 * @throws BellwetherError `not-tracked` if no entity has the slug
 */
export async function dossierBySlug(slug: string, published: Published): Promise<Dossier> {
  const entities = await published.derived(entitiesOf);
  const current = (await published.derived(formerSlugs)).get(slug) ?? slug;
  const entity = entities.get(current);
  if (!entity) throw notTracked(slug, published);
  return dossierOfEntity(entity, entities, current, published);
}

/** @param text the name that was asked for */
async function dossierOfEntity(
  entity: Entity,
  entities: Entities,
  text: string,
  published: Published,
): Promise<Dossier> {
  const { company, slug, name } = entity;
  const facts = factsOf(entity, entities);
  const { startup, notes } = await signalOf(entity, published);
  const sources = sourcesOf(facts);
  if (sources.length === 0 && startup === null && (company?.sources.length ?? 0) === 0)
    throw notTracked(text, published);
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: `Diligence dossier: ${name}`,
    url: published.addresses.diligence(slug),
    license: DATA_LICENSE,
    dossier: {
      entity: name,
      slug,
      kind: entity.kind,
      formerly: [...entity.formerly],
      found: true,
      ...facts,
      signal: startup,
      notKnown: notKnownOf(entity),
      notices: entities.noticesOf(slug),
      notes: [
        ...nameNotes(text, entity),
        ...dealNotes(entity, entities),
        ...notes,
        ...(company ? [completenessNote(published.registry.completeness)] : []),
      ],
    },
    citation: distinct([
      ...sources.map(({ checked, ...source }) => ({ ...source, checkedOn: checked })),
      ...(company?.sources ?? []).map(({ url, title, checked }) => ({
        url,
        title,
        kind: 'reference' as const,
        publisher: null,
        publishedOn: null,
        checkedOn: checked,
      })),
      ...(startup ? [await editionCitation(startup, published)] : []),
    ]),
  };
}

/** The sources of all facts in order. The stage and the last round are included in the rounds. */
function sourcesOf(facts: ReturnType<typeof factsOf>) {
  const { exits, acquiredBy, acquisitionsMade, backedBy, portfolio, rounds, valuations } = facts;
  return [exits, acquiredBy, acquisitionsMade, backedBy, portfolio, rounds, valuations].flatMap(
    (list) => list.flatMap(({ sources }) => sources),
  );
}

/** The current signal, or the last published one. */
async function signalOf(
  { name, company }: Entity,
  { editions }: Published,
): Promise<{ startup: Startup | null; notes: string[] }> {
  if (!company) {
    const note = `${name} is not among the startups whose repositories are tracked, so it has no signal.`;
    return { startup: null, notes: [note] };
  }
  const current = await editions.startup(editions.latest, company.slug);
  if (current) return { startup: current, notes: [] };
  const last = coveredPeriods(await editions.history(), company.slug).at(-1);
  const { meta } = await editions.signals(editions.latest);
  const reason = meta.notCovered.find(({ slug }) => slug === company.slug)?.reason;
  const missing = `${name} is not covered in ${editions.latest}${reason === undefined ? '' : `: ${reason}`}.`;
  if (last === undefined) return { startup: null, notes: [missing] };
  const startup = (await editions.startup(last, company.slug)) ?? null;
  return {
    startup,
    notes: [missing, `The signal is that of ${last}, the last period that covers it.`],
  };
}

async function editionCitation(
  startup: Startup,
  { editions }: Published,
): Promise<Dossier['citation'][number]> {
  const { meta } = await editions.signals(startup.period);
  return {
    url: startup.evidenceUrl,
    title: meta.citation,
    kind: 'edition',
    publisher: 'Bellwether',
    publishedOn: meta.lastUpdated.slice(0, 10),
    checkedOn: null,
  };
}

function distinct(citations: Dossier['citation']): Dossier['citation'] {
  return [...new Map(citations.map((citation) => [citation.url, citation])).values()];
}

function notTracked(
  text: string,
  { addresses }: Published,
  nearMisses: readonly { name: string; slug: string }[] = [],
): BellwetherError {
  return new NotFoundError(
    'not-tracked',
    `${JSON.stringify(text)} is outside the tracked corpus; nothing is guessed.`,
    {
      details: {
        found: false,
        entity: text,
        notes: ['An entity is answered only when a public source names it under this very name.'],
        nearMisses: nearMisses.map(({ name, slug }) => ({
          name,
          slug,
          url: addresses.diligence(slug),
        })),
      },
    },
  );
}
