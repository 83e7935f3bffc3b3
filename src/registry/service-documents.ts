/** Documents of the registry that are published almost verbatim: prices, programmes, the mascot. */
import { join } from 'node:path';
import { z } from 'zod';
import { IsoDate, SlugText, Text } from './schema.ts';
import {
  type Fault,
  type Read,
  readYamlFile,
  repeated,
  together,
  type YamlFile,
} from './yaml-file.ts';

const Path = z.string().regex(/^\/\S*$/, 'must be an address of this service, like /mascot');
const Texts = z.record(z.string(), z.union([Text, z.array(Text)]));

/** Prices. Whether something is actually on sale is decided by the configuration, not here. */
const PricingFile = z.strictObject({
  asOf: z.iso.datetime('must be a time like 2026-11-21T00:00:00Z'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code, like EUR'),
  tiers: z
    .array(
      z.strictObject({
        slug: SlugText,
        name: Text,
        price: z.number().nonnegative(),
        unit: z.enum(['none', 'call', 'pack']),
        /** If different from the list's currency. */
        currency: z.string().min(3).max(5).optional(),
        credits: z.int().positive().optional(),
        description: Text,
      }),
    )
    .min(1),
});

const MembersFile = z.strictObject({
  name: Text,
  /** Default until the operator sets another number (`bellwether cohort seats`). */
  totalSeats: z.int().nonnegative(),
  anonymityRule: Text,
  gradingRules: z.strictObject({ hit: Text, miss: Text, pending: Text }),
  lastModified: IsoDate,
});

const Mail = z.strictObject({ subject: Text, body: Text });

const AffiliatesFile = z.strictObject({
  lastUpdated: IsoDate,
  terms: z.strictObject({
    commission_pct: z.number().positive().max(100),
    commission_duration: Text,
    cookie_days: z.int().positive(),
    one_off_service_eur: z.number().positive(),
    subscription_monthly_eur: z.number().positive(),
    disclosure: Text,
  }),
  bait: Text,
  signUp: Text,
  /** In these texts, `{link}` is replaced by the service's address with a trailing slash. */
  swipeKit: z.strictObject({
    social_thread: Text,
    professional_network_post: Text,
    blog_post: Text,
    newsletter_mention: Text,
    podcast_script: Text,
    email_sequence: z.array(Mail).length(3, 'must have three mails'),
  }),
  prohibitedChannels: z.array(Text).min(1),
});

export const Sample = z.strictObject({
  pillar: Text,
  text: Text.max(300, 'must fit into a post of 300 characters'),
  period: Text,
  url: Path,
  /** The text's claims in machine-readable form, to compare them with the edition. */
  facts: z
    .array(z.strictObject({ of: SlugText, field: Text, value: z.union([z.number(), Text]) }))
    .min(1),
});

/** Specification, section 2: the fields are named as they are published. */
export const Mascot = z.strictObject({
  mascot_name: Text,
  bible_page: Path,
  about: Text,
  handles: z.record(z.string(), Text),
  handle_status: z.record(z.string(), Text),
  voice: Texts,
  tone: Texts,
  cadence: z.record(z.string(), z.union([Text, z.number()])),
  posting_hours_utc: z.record(z.string(), z.array(z.int().min(0).max(23))),
  hashtag_bank: z.record(z.string(), z.array(Text.startsWith('#'))),
  pillars: z.array(z.strictObject({ name: Text, about: Text })).min(1),
  samples: z.array(Sample).length(5, 'must have five sample posts'),
});

export type Documents = {
  pricing: z.infer<typeof PricingFile>;
  members: z.infer<typeof MembersFile>;
  affiliates: z.infer<typeof AffiliatesFile>;
  mascot: z.infer<typeof Mascot>;
};

export function readDocuments(folder: string): Read<Documents> {
  const files = {
    pricing: readYamlFile(join(folder, 'pricing.yaml'), PricingFile),
    members: readYamlFile(join(folder, 'members.yaml'), MembersFile),
    affiliates: readYamlFile(join(folder, 'affiliates.yaml'), AffiliatesFile),
    mascot: readYamlFile(join(folder, 'mascot.yaml'), Mascot),
  };
  const { value, faults } = together(files);
  return {
    value,
    faults: [...faults, ...repeatedTiers(files.pricing), ...unknownPillars(files.mascot)],
  };
}

function* repeatedTiers({ value, faultAt }: YamlFile<Documents['pricing']>): Generator<Fault> {
  for (const { index, item } of repeated(value?.tiers ?? [], ({ slug }) => slug))
    yield faultAt(
      ['tiers', index, 'slug'],
      `${item.slug} stands twice; a tier's slug is its identity`,
    );
}

function* unknownPillars({ value, faultAt }: YamlFile<Documents['mascot']>): Generator<Fault> {
  const names = value?.pillars.map(({ name }) => name) ?? [];
  for (const [index, { pillar }] of (value?.samples ?? []).entries())
    if (!names.includes(pillar))
      yield faultAt(
        ['samples', index, 'pillar'],
        `${pillar} is no pillar; there are ${names.join(', ')}`,
      );
}
