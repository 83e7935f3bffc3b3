/**
 * Who bought whom, who funded whom, who holds a share in whom, and who was valued at a billion: what
 * the registry may say of deals. Every one carries a source of a kind that the service accepts
 * (specification, section 2). Parties are named by their slugs.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { PartialDate } from './partial-date.ts';
import { IsoDate, Line, SlugText } from './schema.ts';
import type { Fault } from './yaml-file.ts';
import { readYamlFolder } from './yaml-folder.ts';

/** A press release of a party, a regulatory filing, or facts that both sides disclosed. */
export const DEAL_SOURCE_KINDS = ['press-release', 'filing', 'both-sides'] as const;

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const Currency = z
  .string()
  .refine((code) => CURRENCIES.has(code), 'must be an ISO 4217 code, like USD');
/** In whole units of the currency. */
const Amount = z
  .int('must be a whole number of units of the currency')
  .positive('must be above 0')
  .max(1e12, 'must be at most 1000000000000');

const SourceUrl = z
  .url({ protocol: /^https?$/, error: 'must be a full http or https address' })
  .max(500);

export const DealSource = z.strictObject({
  url: SourceUrl,
  title: Line(200),
  publisher: Line(100),
  /** Of the disclosure, also where the page is a report of one. */
  kind: z.enum(DEAL_SOURCE_KINDS, `must be one of ${DEAL_SOURCE_KINDS.join(', ')}`),
  /** Where the page is a report: the party's own disclosure that it links or quotes. */
  reportOf: SourceUrl.optional(),
  /** Null where the source does not say. */
  publishedOn: PartialDate.nullable(),
  /** When it was read, and what it says in our own words. */
  checked: IsoDate,
  says: Line(400),
});
const Sources = z.array(DealSource).min(1, 'must name at least one source');

const Money = {
  amount: Amount.nullable().default(null),
  currency: Currency.nullable().default(null),
};

const AcquisitionFile = z.strictObject({
  acquirer: SlugText,
  acquired: SlugText,
  /** What the acquired company was called at the time, where that is another name. */
  acquiredAs: Line(80).optional(),
  announcedOn: PartialDate.nullable(),
  /** Null until it closed, and where nothing says that it did. */
  closedOn: PartialDate.nullable().default(null),
  /** When it was called off. */
  terminatedOn: PartialDate.nullable().default(null),
  ...Money,
  sources: Sources,
});

const FundingRoundFile = z.strictObject({
  company: SlugText,
  /** As the disclosure calls it: `Seed`, `Series B`. */
  round: Line(40),
  announcedOn: PartialDate.nullable(),
  ...Money,
  investors: z.array(
    z.strictObject({ organization: SlugText, role: z.enum(['lead', 'participant']) }),
  ),
  sources: Sources,
});

/** A share that a fund or a filing discloses without the round that it came from. */
const HoldingFile = z.strictObject({ fund: SlugText, company: SlugText, sources: Sources });

/** A published valuation of a billion or more. */
const ValuationFile = z.strictObject({
  company: SlugText,
  announcedOn: PartialDate.nullable(),
  amount: Amount.min(1e9, 'must be at least 1000000000'),
  currency: Currency,
  sources: Sources,
});

type Filed<T extends z.ZodType> = z.infer<T> & { slug: string };
export type DealSource = z.infer<typeof DealSource>;
export type Acquisition = Filed<typeof AcquisitionFile>;
export type FundingRound = Filed<typeof FundingRoundFile>;
export type Holding = Filed<typeof HoldingFile>;
export type Valuation = Filed<typeof ValuationFile>;

export type Deals = {
  acquisitions: readonly Acquisition[];
  rounds: readonly FundingRound[];
  holdings: readonly Holding[];
  valuations: readonly Valuation[];
};

export const NO_DEALS: Deals = { acquisitions: [], rounds: [], holdings: [], valuations: [] };

/** A deal as read, and a way to name a fault in its file. */
export type DealEntry<T> = {
  deal: T;
  faultAt: (path: readonly PropertyKey[], message: string) => Fault;
};
export type DealEntries = { [kind in keyof Deals]: DealEntry<Deals[kind][number]>[] };

/** Reads `acquisitions/`, `rounds/`, `holdings/` and `valuations/` of a registry folder, where they are. */
export async function readDeals(
  folder: string,
): Promise<{ entries: DealEntries; deals: Deals; faults: Fault[] }> {
  const faults: Fault[] = [];
  const read = async <T extends z.ZodType>(name: string, schema: T) => {
    const files = await readYamlFolder(join(folder, name), schema);
    faults.push(...files.faults);
    return files.entries.flatMap(({ slug, read: { value, faultAt } }): DealEntry<Filed<T>>[] =>
      value === undefined ? [] : [{ deal: { ...value, slug } as Filed<T>, faultAt }],
    );
  };
  const entries: DealEntries = {
    acquisitions: await read('acquisitions', AcquisitionFile),
    rounds: await read('rounds', FundingRoundFile),
    holdings: await read('holdings', HoldingFile),
    valuations: await read('valuations', ValuationFile),
  };
  return {
    entries,
    deals: {
      acquisitions: entries.acquisitions.map(({ deal }) => deal),
      rounds: entries.rounds.map(({ deal }) => deal),
      holdings: entries.holdings.map(({ deal }) => deal),
      valuations: entries.valuations.map(({ deal }) => deal),
    },
    faults,
  };
}
