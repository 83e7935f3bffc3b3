/** The schema of a tracked company's file, `companies/<slug>.yaml`. */
import { z } from 'zod';
import { MadeAcquisition, PublishedValuation, RaisedRound, RecordedExit } from './deals.ts';
import { Names } from './name-fields.ts';
import { Notices } from './notices.ts';
import { GEOGRAPHIES, HttpsUrl, IsoDate, Line, SlugText } from './schema.ts';

const Login = z
  .string()
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/, 'must be a GitHub account, like langfuse');

const RepositoryName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9._-]{1,100}$/,
    'must be owner/name, like langfuse/langfuse',
  );

/**
 * `main`: the product itself. `side`: a client, SDK or documentation. `stewarded`: owned by a
 * foundation or community and steered by the company.
 */
export const REPOSITORY_ROLES = ['main', 'side', 'stewarded'] as const;

const RepositoryEntry = z
  .strictObject({
    name: RepositoryName,
    role: z.enum(REPOSITORY_ROLES, `must be one of ${REPOSITORY_ROLES.join(', ')}`),
    /** Names the owner, and says why it counts for the company. */
    reason: Line(300).optional(),
    /** Names that it had before. Copies under these names are not read. */
    formerNames: z.array(RepositoryName).min(1, 'must list a name, or be left out').optional(),
  })
  .refine(({ role, reason }) => role !== 'stewarded' || reason !== undefined, {
    path: ['reason'],
    message: 'must say whose the repository is and why it counts, since it is stewarded',
  });

const BACKINGS = ['venture', 'independent', 'bootstrapped'] as const;

/** Where a fact was read: the address, the date, and what it says in our own words. */
const FactSource = z.strictObject({
  facts: z
    .array(
      z.enum([
        'name',
        'aliases',
        'formerNames',
        'description',
        'website',
        'domains',
        'github',
        'repositories',
        'geography',
        'founded',
        'linkedin',
        'backing',
      ]),
    )
    .min(1, 'must name at least one fact'),
  url: HttpsUrl,
  title: Line(200),
  checked: IsoDate,
  says: Line(400),
});

const FIRST_YEAR = 1900;

export const CompanyFile = z.strictObject({
  ...Names,
  sector: SlugText,
  description: Line(200),
  website: HttpsUrl.nullable().default(null),
  domains: z
    .array(z.string().regex(z.regexes.domain, 'must be a domain, like langfuse.com'))
    .default([]),
  github: Login,
  /** Repositories that it owns or steers, most important first. A plain name has the role `main`. */
  repositories: z
    .array(z.union([RepositoryName, RepositoryEntry]))
    .min(1, 'must name at least one repository')
    .transform((list) =>
      list.map(
        (entry): z.infer<typeof RepositoryEntry> =>
          typeof entry === 'string' ? { name: entry, role: 'main' } : entry,
      ),
    ),
  /**
   * First words of the names of packages that it makes, where that is neither its own name nor a
   * repository's: adding or removing these is not a migration.
   */
  ownPackages: z
    .array(z.string().regex(/^[a-z0-9]+$/, 'must be the first word of package names, like nrwl'))
    .min(1, 'must list at least one word, or be left out')
    .optional(),
  geography: z
    .enum(GEOGRAPHIES, `must be one of ${GEOGRAPHIES.join(', ')}, or be left out`)
    .nullable()
    .default(null),
  /** Year. */
  founded: z.int('must be a year, like 2022').min(FIRST_YEAR).nullable().default(null),
  linkedin: HttpsUrl.startsWith(
    'https://www.linkedin.com/company/',
    'must begin with https://www.linkedin.com/company/',
  )
    .nullable()
    .default(null),
  backing: z.enum(BACKINGS, `must be one of ${BACKINGS.join(', ')}`).optional(),
  sources: z.array(FactSource).default([]),
  rounds: z.array(RaisedRound).default([]),
  valuations: z.array(PublishedValuation).default([]),
  exits: z.array(RecordedExit).default([]),
  /** When and where an exit was looked for. Without it, having no exits says nothing. */
  exitsChecked: z.strictObject({ checked: IsoDate, where: Line(300) }).optional(),
  /** Its acquisitions. Those of tracked companies are exits in those companies' files instead. */
  acquisitions: z.array(MadeAcquisition).default([]),
  notices: Notices,
});
