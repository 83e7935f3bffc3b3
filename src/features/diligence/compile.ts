/** Compiles the dossier of one entity: its facts, its published signal, and what to cite. */
import type { Startup } from '../../pipeline/edition/record.ts';
import { BellwetherError } from '../../lib/errors.ts';
import type { Published } from '../../published/published.ts';
import type { Dossier } from './dossier.ts';
import { type Entity, entitiesOf } from '../../diligence/entities.ts';
import { factsOf, stageFact } from './facts.ts';
import { dealNotes, nameNotes } from '../../diligence/notes.ts';

/**
 * The dossier of whom a name means.
 *
 * @throws BellwetherError `not-tracked` with near misses where it is nobody known here
 */
export async function dossierOf(text: string, published: Published): Promise<Dossier> {
  const entities = await published.derived(entitiesOf);
  const lookup = entities.find(text);
  if (!lookup.found) throw notTracked(text, published, lookup.nearMisses);
  return dossierOfEntity(lookup.entity, text, published);
}

/**
 * The dossier at an address.
 *
 * @throws BellwetherError `not-tracked` where no entity has the slug
 */
export async function dossierBySlug(slug: string, published: Published): Promise<Dossier> {
  const entity = (await published.derived(entitiesOf)).get(slug);
  if (!entity) throw notTracked(slug, published, []);
  return dossierOfEntity(entity, slug, published);
}

/** @param text the name that it was asked for by */
async function dossierOfEntity(
  entity: Entity,
  text: string,
  published: Published,
): Promise<Dossier> {
  const entities = await published.derived(entitiesOf);
  const { company, slug, name } = entity;
  const facts = factsOf(entity, entities);
  const { startup, notes } = await signalOf(entity, published);
  const sources = Object.values(facts)
    .flat()
    .flatMap((fact) => fact.sources);
  if (sources.length === 0 && startup === null && (company?.sources.length ?? 0) === 0)
    throw notTracked(text, published, []);
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: `Diligence dossier: ${name}`,
    url: published.addresses.diligence(slug),
    license: 'https://creativecommons.org/licenses/by/4.0/',
    dossier: {
      entity: name,
      kind: entity.kind,
      formerly: [...entity.formerly],
      found: true,
      stage: stageFact(entity),
      ...facts,
      signal: startup,
      notes: [...nameNotes(text, entity), ...dealNotes(entity, entities), ...notes],
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

/** The current signal, or the last that was published. */
async function signalOf(
  { name, company }: Entity,
  { editions }: Published,
): Promise<{ startup: Startup | null; notes: string[] }> {
  if (!company)
    return {
      startup: null,
      notes: [
        `${name} is not among the startups whose repositories are tracked, so it has no signal.`,
      ],
    };
  const current = (await editions.startups(editions.latest)).get(company.slug);
  if (current) return { startup: current, notes: [] };
  const { periods, startups } = await editions.history();
  const velocity = startups[company.slug]?.velocity ?? [];
  const last = periods[velocity.findLastIndex((value) => value !== null)];
  const { meta } = await editions.signals(editions.latest);
  const reason = meta.notCovered.find(({ slug }) => slug === company.slug)?.reason;
  const missing = `${name} is not covered in ${editions.latest}${reason === undefined ? '' : `: ${reason}`}.`;
  if (last === undefined) return { startup: null, notes: [missing] };
  const startup = (await editions.startups(last)).get(company.slug) ?? null;
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
  nearMisses: readonly { name: string; slug: string }[],
): BellwetherError {
  return new BellwetherError(
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
