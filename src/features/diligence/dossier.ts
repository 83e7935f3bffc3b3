/** The shape of a dossier: facts with their sources, and the published signal. */
import { z } from 'zod';
import { Startup } from '../../pipeline/edition/record.ts';
import { DEAL_SOURCE_KINDS, READ_AS } from '../../registry/deals.ts';
import { PartialDate } from '../../registry/partial-date.ts';
import { STAGES } from '../../registry/schema.ts';
import { ENTITY_KINDS } from './entities.ts';

const When = PartialDate.nullable().meta({
  id: 'DateAsSourced',
  description: 'A day, a month or a year, as far as the source says; null where it does not',
});

const ReadAs = z.enum(READ_AS).meta({
  description:
    'What was read: the disclosure itself, a copy, a translation, a list, or a report of it',
});
const OriginalUrl = z.url().optional().meta({
  description: 'Where another page was read: the address of the disclosure, if it is known',
});

const Source = z
  .object({
    url: z.url(),
    title: z.string(),
    publisher: z.string(),
    kind: z.enum(DEAL_SOURCE_KINDS),
    readAs: ReadAs,
    originalUrl: OriginalUrl,
    publishedOn: When,
    checked: z.iso.date().meta({ description: 'When it was last read' }),
  })
  .meta({ id: 'DossierSource' });

const Fact = z
  .object({
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
  })
  .meta({ id: 'DossierFact' });
export type Fact = z.infer<typeof Fact>;

const Valued = Fact.pick({ announcedOn: true, amount: true, currency: true, sources: true });
const Round = Valued.extend({
  round: z.string(),
  investors: z.array(z.object({ organization: z.string(), role: z.enum(['lead', 'participant']) })),
});

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
  readAs: ReadAs.optional(),
  originalUrl: OriginalUrl,
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
