/** The schema of a dossier: facts with their sources, and the published signal. */
import { z } from 'zod';
import { COMPANY_FACTS, When } from '../../pipeline/edition/company-facts.ts';
import { Startup } from '../../pipeline/edition/record.ts';
import { DATE_BASES, DEAL_SOURCE_KINDS, READ_AS, VALUATION_BASES } from '../../registry/deals.ts';
import { Notice } from '../../registry/notices.ts';
import { STAGES } from '../../registry/schema.ts';
import { STATUSES } from '../../registry/status.ts';
import { ENTITY_KINDS } from './entities.ts';

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
    kind: z.enum(DEAL_SOURCE_KINDS).meta({ description: 'Of the disclosure itself' }),
    readAs: ReadAs,
    originalUrl: OriginalUrl,
    publishedOn: When,
    checked: z.iso.date().meta({ description: 'When it was last read' }),
  })
  .meta({ id: 'DossierSource' });
const Sources = z.array(Source).min(1);

/** The id of a fact, and since when it is disputed. */
const Marks = {
  fact: z
    .string()
    .meta({ description: 'Its name, to dispute it by', example: 'langfuse/round/seed' }),
  disputedSince: z.iso.date().optional(),
};

const DateBasis = z.enum(DATE_BASES).optional().meta({
  description: 'What `announcedOn` rests on, where that is not the announcement’s own date',
});

const Fact = z
  .object({
    ...Marks,
    organization: z.string(),
    announcedOn: When,
    round: z.string().optional(),
    role: z.string().optional().meta({
      description: 'Of an investor: `lead` only where a source says so',
    }),
    amount: z.number().nullable().optional(),
    currency: z.string().nullable().optional(),
    closedOn: When.optional(),
    terminatedOn: When.optional(),
    dateBasis: DateBasis,
    status: z
      .enum(['announced', 'closed', 'called-off'])
      .optional()
      .meta({ description: 'Of an acquisition: `announced` where no source says how it ended' }),
    acquiredAs: z.string().optional().meta({ description: 'What the company was called then' }),
    sources: Sources,
  })
  .meta({ id: 'DossierFact' });
export type Fact = z.infer<typeof Fact>;

const Round = z.object({
  ...Marks,
  round: z.string(),
  announcedOn: When,
  closedOn: When,
  dateBasis: DateBasis,
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  investors: z.array(z.object({ organization: z.string(), role: z.enum(['lead', 'participant']) })),
  sources: Sources,
});
export type RoundFact = z.infer<typeof Round>;

const Valued = z.object({
  ...Marks,
  announcedOn: When,
  amount: z.number(),
  currency: z.string(),
  basis: z.enum(VALUATION_BASES).nullable().meta({
    description: 'Before or after the money of the round; null where no source says',
  }),
  sources: Sources,
});

const Exit = z.object({
  ...Marks,
  kind: z.enum(STATUSES).exclude(['active']),
  by: z.string().nullable().meta({ description: 'Who acquired it or merged with it' }),
  announcedOn: When,
  closedOn: When,
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  note: z.string().optional(),
  sources: Sources,
});

const RoundAlone = Round.omit({ investors: true });
const StageFact = RoundAlone.extend({ stage: z.enum(STAGES) });

const Citation = z.object({
  url: z.url(),
  title: z.string(),
  /**
   * The kind of a deal's source; `reference` for facts about the company, `edition` for our own
   * numbers.
   */
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
      slug: z.string(),
      kind: z.enum(ENTITY_KINDS),
      formerly: z.array(z.string()),
      found: z.literal(true),
      status: z.enum(STATUSES).nullable().meta({
        description: 'Of a tracked startup: `active` where no exit is known; null of all others',
      }),
      exits: z.array(Exit),
      stage: StageFact.nullable().meta({
        description: 'Null where no round of the last 24 months shows it, and after an exit',
      }),
      lastRound: RoundAlone.nullable(),
      acquiredBy: z.array(Fact),
      acquisitionsMade: z.array(Fact),
      backedBy: z.array(Fact),
      portfolio: z.array(Fact),
      rounds: z.array(Round),
      valuations: z.array(Valued),
      repositories: COMPANY_FACTS.repositoryRoles,
      signal: Startup.nullable(),
      notKnown: z.array(z.string()).meta({ description: 'What no source in the registry says' }),
      notices: z.array(Notice).meta({
        description: 'What was disputed, corrected, upheld or withdrawn, and why; oldest first',
      }),
      notes: z.array(z.string()),
    }),
    citation: z.array(Citation),
  })
  .meta({ id: 'Dossier', description: 'What is publicly known of one entity, with sources' });
export type Dossier = z.infer<typeof Dossier>;
