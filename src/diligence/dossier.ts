/** The dossier of one entity: facts with their sources, and its published signal. */
import { z } from 'zod';
import { Startup } from '../edition/record.ts';
import { BellwetherError } from '../errors.ts';
import type { Published } from '../published/published.ts';
import { type Acquisition, DEAL_SOURCE_KINDS, type DealSource } from '../registry/deals.ts';
import { type Entity, entitiesOf } from './entities.ts';

const Source = z.object({
  url: z.url(),
  title: z.string(),
  publisher: z.string(),
  kind: z.enum(DEAL_SOURCE_KINDS),
  publishedOn: z.iso.date(),
});

const Fact = z.object({
  organization: z.string(),
  announcedOn: z.iso.date(),
  round: z.string().optional(),
  role: z.string().optional(),
  amount: z.number().nullable().optional(),
  currency: z.string().nullable().optional(),
  closedOn: z.iso.date().nullable().optional(),
  sources: z.array(Source).min(1),
});

const Citation = z.object({
  url: z.url(),
  title: z.string(),
  /** A deal's kind, `reference` for what describes a company, `edition` for our own numbers. */
  kind: z.enum([...DEAL_SOURCE_KINDS, 'reference', 'edition']),
  publisher: z.string().nullable(),
  date: z.iso.date().meta({ description: 'Published, or for references last checked' }),
});

export const Dossier = z
  .object({
    '@context': z.literal('https://schema.org'),
    '@type': z.literal('Dataset'),
    name: z.string(),
    url: z.url(),
    license: z.url(),
    dossier: z.object({
      entity: z.string(),
      found: z.literal(true),
      acquiredBy: z.array(Fact),
      acquisitionsMade: z.array(Fact),
      backedBy: z.array(Fact),
      portfolio: z.array(Fact),
      signal: Startup.nullable(),
      notes: z.array(z.string()),
    }),
    citation: z.array(Citation),
  })
  .meta({ id: 'Dossier', description: 'What is publicly known of one entity, with sources' });
export type Dossier = z.infer<typeof Dossier>;

/**
 * The dossier of whom a name means.
 *
 * @throws BellwetherError `not-tracked` with near misses where it is nobody known here
 */
export async function dossierOf(text: string, published: Published): Promise<Dossier> {
  const lookup = (await published.derived(entitiesOf)).find(text);
  if (!lookup.found) throw notTracked(text, published, lookup.nearMisses);
  const { entity } = lookup;
  const { startup, notes } = await signalOf(entity, published);
  const { company } = entity;
  const dossier: Dossier['dossier'] = {
    entity: entity.name,
    found: true,
    acquiredBy: entity.acquiredBy.map((deal) => acquisition(deal, deal.acquirer)),
    acquisitionsMade: entity.acquisitionsMade.map((deal) => acquisition(deal, deal.acquired)),
    backedBy: entity.rounds.flatMap(({ investors, company: _, sources, ...round }) =>
      investors.map((investor) => ({ ...investor, ...round, sources: sources.map(shown) })),
    ),
    portfolio: entity.portfolio.map(
      ({ investors: _, company: organization, sources, ...round }) => ({
        organization,
        ...round,
        sources: sources.map(shown),
      }),
    ),
    signal: startup,
    notes,
  };
  const facts = [dossier.acquiredBy, dossier.acquisitionsMade, dossier.backedBy, dossier.portfolio];
  const sources = facts.flat().flatMap((fact) => fact.sources);
  if (sources.length === 0 && startup === null && (company?.sources.length ?? 0) === 0)
    throw notTracked(text, published, []);
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: `Diligence dossier: ${entity.name}`,
    url: company ? published.addresses.diligence(company.slug) : published.addresses.diligence(),
    license: 'https://creativecommons.org/licenses/by/4.0/',
    dossier,
    citation: distinct([
      ...sources.map(({ publishedOn, ...source }) => ({ ...source, date: publishedOn })),
      ...(company?.sources ?? []).map(({ url, title, checked }) => ({
        url,
        title,
        kind: 'reference' as const,
        publisher: null,
        date: checked,
      })),
      ...(startup ? [await editionCitation(startup, published)] : []),
    ]),
  };
}

function acquisition(
  { announcedOn, closedOn, amount, currency, sources }: Acquisition,
  organization: string,
) {
  return { organization, announcedOn, closedOn, amount, currency, sources: sources.map(shown) };
}

function shown({ url, title, publisher, kind, publishedOn }: DealSource): z.infer<typeof Source> {
  return { url, title, publisher, kind, publishedOn };
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
    date: meta.lastUpdated.slice(0, 10),
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
