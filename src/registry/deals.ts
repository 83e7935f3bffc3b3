/**
 * Who bought whom, who funded whom, and who was valued at a billion: what the registry may say of
 * deals. Every one carries a source of a kind that the service accepts (specification, section 2).
 */
import { join } from 'node:path';
import { z } from 'zod';
import type { Fault } from './yaml-file.ts';
import { readYamlFolder, type YamlFolder } from './yaml-folder.ts';

/** A press release of a party, a regulatory filing, or facts that both sides disclosed. */
export const DEAL_SOURCE_KINDS = ['press-release', 'filing', 'both-sides'] as const;

const Line = (longest: number) =>
  z
    .string()
    .max(longest, `must have at most ${longest} characters`)
    .regex(/^(?!\s)\P{Cc}+(?<!\s)$/u, 'must be one line without surrounding space');
const IsoDate = z.iso.date('must be a date like 2026-08-16');
const Currency = z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code, like USD');
const Amount = z.number().positive('must be above 0');

export const DealSource = z.strictObject({
  url: z.url({ protocol: /^https$/ }),
  title: Line(200),
  publisher: Line(100),
  kind: z.enum(DEAL_SOURCE_KINDS, `must be one of ${DEAL_SOURCE_KINDS.join(', ')}`),
  publishedOn: IsoDate,
  checked: IsoDate,
  says: Line(400),
});
const Sources = z.array(DealSource).min(1, 'must name at least one source');

const AcquisitionFile = z.strictObject({
  acquirer: Line(80),
  acquired: Line(80),
  announcedOn: IsoDate,
  /** Null until it closed. */
  closedOn: IsoDate.nullable(),
  amount: Amount.nullable(),
  currency: Currency.nullable(),
  sources: Sources,
});

const FundingRoundFile = z.strictObject({
  company: Line(80),
  /** As the disclosure calls it: `Seed`, `Series B`. */
  round: Line(40),
  announcedOn: IsoDate,
  amount: Amount.nullable(),
  currency: Currency.nullable(),
  investors: z
    .array(z.strictObject({ organization: Line(80), role: z.enum(['lead', 'participant']) }))
    .min(1, 'must name at least one investor'),
  sources: Sources,
});

/** A published valuation of a billion US dollars or more. */
const ValuationFile = z.strictObject({
  company: Line(80),
  announcedOn: IsoDate,
  amount: Amount.min(1e9, 'must be at least 1000000000'),
  currency: Currency,
  sources: Sources,
});

export type DealSource = z.infer<typeof DealSource>;
export type Acquisition = z.infer<typeof AcquisitionFile>;
export type FundingRound = z.infer<typeof FundingRoundFile>;
type Valuation = z.infer<typeof ValuationFile>;

export type Deals = {
  acquisitions: readonly Acquisition[];
  rounds: readonly FundingRound[];
  valuations: readonly Valuation[];
};

/** Reads `acquisitions/`, `rounds/` and `valuations/` of a registry folder, where they are. */
export async function readDeals(folder: string): Promise<{ deals: Deals; faults: Fault[] }> {
  const acquisitions = await readYamlFolder(join(folder, 'acquisitions'), AcquisitionFile);
  const rounds = await readYamlFolder(join(folder, 'rounds'), FundingRoundFile);
  const valuations = await readYamlFolder(join(folder, 'valuations'), ValuationFile);
  return {
    deals: {
      acquisitions: valuesOf(acquisitions),
      rounds: valuesOf(rounds),
      valuations: valuesOf(valuations),
    },
    faults: [...acquisitions.faults, ...rounds.faults, ...valuations.faults],
  };
}

function valuesOf<T>({ entries }: YamlFolder<T>): T[] {
  return entries.flatMap(({ read }) => (read.value === undefined ? [] : [read.value]));
}
