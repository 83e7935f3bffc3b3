/**
 * Who bought whom, who funded whom, who holds a share in whom, and who was valued at a billion: what
 * the registry may say of deals. Every one carries a source of a kind that the service accepts
 * (specification, section 2). Parties are named by their slugs.
 */
import { z } from 'zod';
import { PartialDate } from './partial-date.ts';
import { IsoDate, Line, SlugText } from './schema.ts';

/** A press release of a party, a regulatory filing, or facts that both sides disclosed. */
export const DEAL_SOURCE_KINDS = ['press-release', 'filing', 'both-sides'] as const;

/**
 * What was read of the disclosure: itself, a copy, a translation, a list that repeats it, or a report
 * of it.
 */
export const READ_AS = ['original', 'copy', 'translation', 'list', 'report'] as const;

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
  /** Of the disclosure itself, whatever was read of it. */
  kind: z.enum(DEAL_SOURCE_KINDS, `must be one of ${DEAL_SOURCE_KINDS.join(', ')}`),
  readAs: z.enum(READ_AS, `must be one of ${READ_AS.join(', ')}`),
  /** The disclosure's own address, where another page was read and the address is known. */
  originalUrl: SourceUrl.optional(),
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

/** How a deal went on after it was announced. */
const Course = {
  announcedOn: PartialDate.nullable(),
  /** Null until it closed, and where nothing says that it did. */
  closedOn: PartialDate.nullable().default(null),
  /** When it was called off. */
  terminatedOn: PartialDate.nullable().default(null),
};

/** What the acquired company was called at the time, where that is another name. */
const AcquiredAs = Line(80).optional();

/** Of a company that is not tracked, by the organization in whose file it stands. */
export const MadeAcquisition = z.strictObject({
  acquired: SlugText,
  acquiredAs: AcquiredAs,
  ...Course,
  ...Money,
  sources: Sources,
});

export const EXIT_KINDS = ['acquired', 'merged', 'closed', 'public'] as const;

/** How the tracked company in whose file it stands stopped being an independent private one. */
export const RecordedExit = z.strictObject({
  kind: z.enum(EXIT_KINDS, `must be one of ${EXIT_KINDS.join(', ')}`),
  /** Who acquired it, or what it merged with; null where there is nobody, or nobody is named. */
  by: SlugText.nullable().default(null),
  acquiredAs: AcquiredAs,
  ...Course,
  ...Money,
  note: Line(300).optional(),
  sources: Sources,
});

export const DATE_BASES = ['announcement', 'filing', 'report'] as const;

export const RaisedRound = z.strictObject({
  /** As the disclosure calls it: `Seed`, `Series B`. */
  round: Line(40),
  announcedOn: PartialDate.nullable(),
  /** When the money was paid, where a source says so. */
  closedOn: PartialDate.nullable().default(null),
  /** What `announcedOn` was taken from, where that is not the announcement's own date. */
  dateBasis: z.enum(DATE_BASES, `must be one of ${DATE_BASES.join(', ')}`).optional(),
  ...Money,
  investors: z.array(
    z.strictObject({
      organization: SlugText,
      role: z.enum(['lead', 'participant'], 'must be lead or participant'),
    }),
  ),
  sources: Sources,
});

export const VALUATION_BASES = ['pre-money', 'post-money'] as const;

/** A published valuation of a billion or more. */
export const PublishedValuation = z.strictObject({
  announcedOn: PartialDate.nullable(),
  amount: Amount.min(1e9, 'must be at least 1000000000'),
  currency: Currency,
  /** Before or after the money of the round; null where the source does not say. */
  basis: z.enum(VALUATION_BASES, 'must be pre-money, post-money or null').nullable(),
  sources: Sources,
});

/** What one source lists of a fund's portfolio: shares without the rounds that they came from. */
export const PortfolioList = z.strictObject({
  source: DealSource,
  companies: z
    .array(
      z.union([
        SlugText,
        // What the source says of this one, where that is more than that it is listed.
        z.strictObject({ company: SlugText, says: Line(400) }),
      ]),
    )
    .min(1, 'must name at least one company'),
});

export type DealSource = z.infer<typeof DealSource>;
export type Acquisition = z.infer<typeof MadeAcquisition> & { slug: string; acquirer: string };
export type FundingRound = z.infer<typeof RaisedRound> & { slug: string; company: string };
export type Valuation = z.infer<typeof PublishedValuation> & { slug: string; company: string };
export type Holding = { slug: string; fund: string; company: string; sources: DealSource[] };
/** One that happened: an agreement that was called off is an acquisition, and no exit. */
export type Exit = Omit<z.infer<typeof RecordedExit>, 'terminatedOn'>;

/** Every deal; each kind in the order of its slugs. */
export type Deals = {
  acquisitions: readonly Acquisition[];
  rounds: readonly FundingRound[];
  holdings: readonly Holding[];
  valuations: readonly Valuation[];
};

export const NO_DEALS: Deals = { acquisitions: [], rounds: [], holdings: [], valuations: [] };
