/** The dossier of one entity: facts with their sources, and its published signal. */
import { z } from 'zod';
import { Startup } from '../edition/record.ts';
import { BellwetherError } from '../errors.ts';
import type { Published } from '../published/published.ts';
import { type Acquisition, DEAL_SOURCE_KINDS, type DealSource } from '../registry/deals.ts';
import { foldKey } from '../registry/fold.ts';
import { compareLatestFirst, PartialDate } from '../registry/partial-date.ts';
import { STAGES } from '../registry/schema.ts';
import { ENTITY_KINDS, type Entities, type Entity, entitiesOf } from './entities.ts';

const When = PartialDate.nullable().meta({
  description: 'A day, a month or a year, as far as the source says; null where it does not',
});

const ReportOf = z.url().optional().meta({
  description: 'Where the source is a report: the party’s own disclosure that it links or quotes',
});

const Source = z.object({
  url: z.url(),
  title: z.string(),
  publisher: z.string(),
  kind: z.enum(DEAL_SOURCE_KINDS),
  reportOf: ReportOf,
  publishedOn: When,
  checked: z.iso.date().meta({ description: 'When it was last read' }),
});

const Fact = z.object({
  organization: z.string(),
  announcedOn: When,
  round: z.string().optional(),
  role: z.string().optional(),
  amount: z.number().nullable().optional(),
  currency: z.string().nullable().optional(),
  closedOn: When.optional(),
  terminatedOn: When.optional(),
  status: z
    .enum(['announced', 'closed', 'called-off'])
    .optional()
    .meta({ description: 'Of an acquisition: `announced` where no source says how it ended' }),
  acquiredAs: z.string().optional().meta({ description: 'What the company was called then' }),
  sources: z.array(Source).min(1),
});
export type Fact = z.infer<typeof Fact>;

const Round = Fact.pick({ announcedOn: true, amount: true, currency: true, sources: true }).extend({
  round: z.string(),
  investors: z.array(z.object({ organization: z.string(), role: z.enum(['lead', 'participant']) })),
});
const Valued = Fact.pick({ announcedOn: true, amount: true, currency: true, sources: true });

const StageFact = z.object({
  stage: z.enum(STAGES),
  round: z.string(),
  announcedOn: When,
  knownBy: z.iso.date().meta({ description: 'The day by which the round had happened' }),
  sources: z.array(Source).min(1),
});

const Citation = z.object({
  url: z.url(),
  title: z.string(),
  /** A deal's kind, `reference` for what describes a company, `edition` for our own numbers. */
  kind: z.enum([...DEAL_SOURCE_KINDS, 'reference', 'edition']),
  publisher: z.string().nullable(),
  reportOf: ReportOf,
  publishedOn: When,
  checkedOn: z.iso.date().nullable().meta({ description: 'When it was last read' }),
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
      kind: z.enum(ENTITY_KINDS),
      formerly: z.array(z.string()),
      found: z.literal(true),
      stage: StageFact.nullable().meta({ description: 'The furthest that a round shows' }),
      acquiredBy: z.array(Fact),
      acquisitionsMade: z.array(Fact),
      backedBy: z.array(Fact),
      portfolio: z.array(Fact),
      rounds: z.array(Round),
      valuations: z.array(Valued),
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

/** Every documented fact, the latest first within each kind; those without a date come last. */
function factsOf(entity: Entity, entities: Entities) {
  const name = (slug: string) => entities.nameOf(slug);
  return {
    acquiredBy: latestFirst(
      entity.acquiredBy.map((deal) => acquisition(deal, name(deal.acquirer))),
    ),
    acquisitionsMade: latestFirst(
      entity.acquisitionsMade.map((deal) => acquisition(deal, name(deal.acquired))),
    ),
    backedBy: latestFirst([
      ...entity.rounds.flatMap(({ investors, ...round }) =>
        investors.map(({ organization, role }) => ({
          organization: name(organization),
          role,
          ...roundFact(round),
        })),
      ),
      ...entity.heldBy.map(({ fund, sources }) => holding(name(fund), sources)),
    ]),
    portfolio: latestFirst([
      ...entity.investments.map(({ investors, ...round }) => ({
        organization: name(round.company),
        role: investors.find(({ organization }) => organization === entity.slug)?.role ?? '',
        ...roundFact(round),
      })),
      ...entity.holdings.map(({ company, sources }) => holding(name(company), sources)),
    ]),
    rounds: latestFirst(
      entity.rounds.map((round) => ({
        ...roundFact(round),
        investors: round.investors.map(({ organization, role }) => ({
          organization: name(organization),
          role,
        })),
      })),
    ),
    valuations: latestFirst(
      entity.valuations.map(({ announcedOn, amount, currency, sources }) => ({
        announcedOn,
        amount,
        currency,
        sources: sources.map(shown),
      })),
    ),
  };
}

function roundFact({
  round,
  announcedOn,
  amount,
  currency,
  sources,
}: Omit<Entity['rounds'][number], 'investors'>) {
  return { round, announcedOn, amount, currency, sources: sources.map(shown) };
}

function holding(organization: string, sources: readonly DealSource[]) {
  return { organization, announcedOn: null, sources: sources.map(shown) };
}

function acquisition(deal: Acquisition, organization: string) {
  const { announcedOn, closedOn, terminatedOn, amount, currency, acquiredAs, sources } = deal;
  return {
    organization,
    announcedOn,
    closedOn,
    terminatedOn,
    status: statusOf(deal),
    amount,
    currency,
    ...(acquiredAs !== undefined && { acquiredAs }),
    sources: sources.map(shown),
  };
}

function statusOf({ closedOn, terminatedOn }: Acquisition): NonNullable<Fact['status']> {
  if (terminatedOn !== null) return 'called-off';
  return closedOn === null ? 'announced' : 'closed';
}

function stageFact({ stage }: Entity): Dossier['dossier']['stage'] {
  if (!stage) return null;
  const { round, announcedOn, sources } = stage.round;
  const { knownBy } = stage;
  return { stage: stage.stage, round, announcedOn, knownBy, sources: sources.map(shown) };
}

function shown({ says: _, ...source }: DealSource) {
  return source;
}

function latestFirst<T extends { announcedOn: string | null }>(facts: readonly T[]): T[] {
  return facts.toSorted((a, b) => compareLatestFirst(a.announcedOn, b.announcedOn));
}

/** Says so when the entity was asked for by a name that it has no more. */
function nameNotes(text: string, { name, formerly }: Entity): string[] {
  const former = formerly.find((one) => foldKey(one) === foldKey(text));
  return former === undefined ? [] : [`${former} is a former name of ${name}.`];
}

/** What a list of deals does not show by itself. */
function dealNotes({ acquiredBy, acquisitionsMade }: Entity, entities: Entities): string[] {
  return [...acquiredBy, ...acquisitionsMade].flatMap((deal) => {
    const acquirer = entities.nameOf(deal.acquirer);
    const acquired = entities.nameOf(deal.acquired);
    const since = deal.announcedOn === null ? '' : ` of ${deal.announcedOn}`;
    return [
      ...(deal.terminatedOn === null
        ? []
        : [
            `The agreement${since} for ${acquirer} to acquire ${acquired} was called off on ${deal.terminatedOn}; it never closed.`,
          ]),
      ...(deal.acquiredAs === undefined
        ? []
        : [`${acquired} was called ${deal.acquiredAs} when ${acquirer} acquired it.`]),
    ];
  });
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
