/**
 * Schemas of the registry's files. Every message says what would be valid, since it is read by the
 * person who edits the file.
 */
import { z } from 'zod';
import type { CompanyFile } from './company-file.ts';
import type { Completeness } from './completeness.ts';
import type { Deals, Exit } from './deals.ts';
import type { FaqEntry } from './faq.ts';
import type { Findings } from './findings.ts';
import type { GlossaryTerm } from './glossary.ts';
import type { Market } from './markets.ts';
import type { Organization } from './organizations.ts';
import type { PackageRole } from './package-roles.ts';
import type { Documents } from './service-documents.ts';

export const GEOGRAPHIES = ['US', 'UK', 'EU', 'APAC', 'Canada', 'LATAM', 'MENA'] as const;
export const STAGES = ['Pre-seed', 'Seed', 'Series A/B', 'Growth'] as const;

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const SlugText = z
  .string()
  .max(60)
  .regex(SLUG, 'must be lower-case words joined by hyphens, like llm-observability');

/** One line of text without control characters or surrounding space. */
export const Line = (maxLength: number) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(maxLength, `must have at most ${maxLength} characters`)
    .regex(/^(?!\s)\P{Cc}+(?<!\s)$/u, 'must be one line without surrounding space');

/** Text of several lines. */
export const Text = z.string().trim().min(1, 'must not be empty');

export const HttpsUrl = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain })
  .max(300)
  .refine((url) => !url.includes('@'), 'must not hold a user name');

export const IsoDate = z.iso.date('must be a date like 2026-08-16');

export const SectorsFile = z
  .array(
    z.strictObject({
      slug: SlugText,
      name: Line(60),
      description: Line(300),
      /** Words that people use for the sector. */
      synonyms: z.array(Line(60)).default([]),
      /** Words for several sectors together: the sectors with the same word are one group. */
      groups: z.array(Line(60)).optional(),
    }),
  )
  .min(1, 'must list at least one sector');

const Account = Line(100);

/** Maintenance automations, matched by the whole author name or address, never by a part. */
export const AutomationsFile = z.strictObject({
  names: z.array(Account),
  addresses: z.array(Account),
  /** Words that an automation's or an agent's name may hold, and a person's as well. */
  perhaps: z.strictObject({
    anywhere: z.array(Account),
    whole: z.array(Account),
    atAnEnd: z.array(Account),
  }),
});

/** Coding agents: how each signs its own commits and the commits it assists with. */
export const AgentsFile = z
  .array(
    z.strictObject({
      name: Line(60),
      /** Full names of the agent's own accounts. */
      accounts: z.array(Account),
      /** E-mail addresses of the agent in author lines and trailers. */
      addresses: z.array(Account),
      /** Full names of the agent in trailers. */
      trailers: z.array(Account),
      /** True if the agent only reviews: its trailers do not count as authorship. */
      reviews: z.boolean().optional(),
    }),
  )
  .min(1, 'must list at least one coding agent');

const Prose = Text.max(1000);

/** The method's six steps (specification, section 2). */
export const MethodologyFile = z.strictObject({
  name: Line(100),
  description: Prose,
  steps: z
    .array(
      z.strictObject({
        name: z.enum(['collect', 'filter', 'normalise', 'accelerate', 'classify', 'rank']),
        text: Prose,
        definitions: z.array(z.strictObject({ term: Line(60), definition: Prose })),
      }),
    )
    .length(6, 'must have the six steps'),
});

export type Repository = z.infer<typeof CompanyFile>['repositories'][number];
/** A tracked company. Its rounds, exits and valuations are in `deals`. */
export type Company = Omit<
  z.infer<typeof CompanyFile>,
  'rounds' | 'valuations' | 'acquisitions' | 'exits' | 'distinctFrom'
> & { slug: string; exits: readonly Exit[] };
type Sector = z.infer<typeof SectorsFile>[number];
export type Automations = z.infer<typeof AutomationsFile>;
export type Agents = z.infer<typeof AgentsFile>;

export type Registry = {
  /** Sorted by slug. */
  companies: readonly Company[];
  sectors: readonly Sector[];
  automations: Automations;
  agents: Agents;
  packageRoles: readonly PackageRole[];
  methodology: z.infer<typeof MethodologyFile>;
  /** Untracked organizations that deals refer to, sorted by slug. */
  organizations: readonly Organization[];
  deals: Deals;
  /** Path of each organization's file in the registry folder, by slug. */
  files: ReadonlyMap<string, string>;
  markets: readonly Market[];
  /** Grouped by topic. */
  faq: readonly FaqEntry[];
  glossary: readonly GlossaryTerm[];
  documents: Documents;
  findings: Findings;
  /** The estimated completeness of the rounds. */
  completeness: Completeness;
};
