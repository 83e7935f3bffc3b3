/**
 * Schemas of deals: acquisitions, funding rounds, holdings, and valuations of a billion or more.
 * Every deal has a source of an accepted kind (specification, section 2). Parties are referred to by
 * slug.
 */
import { z } from 'zod';
import { PartialDate } from './partial-date.ts';
import { IsoDate, Line, SlugText } from './schema.ts';

/** A press release by a party, a regulatory filing, or facts disclosed by both sides. */
export const DEAL_SOURCE_KINDS = ['press-release', 'filing', 'both-sides'] as const;

/**
 * The form in which the disclosure was read: the original, a copy, a translation, a list that repeats
 * it, or a report of it.
 */
export const READ_AS = ['original', 'copy', 'translation', 'list', 'report'] as const;

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const Currency = z
  .string()
  .refine((code) => CURRENCIES.has(code), 'must be an ISO 4217 code, like USD');
/** Whole units of the currency. */
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
  /** Kind of the disclosure itself; `readAs` is the form in which it was read. */
  kind: z.enum(DEAL_SOURCE_KINDS, `must be one of ${DEAL_SOURCE_KINDS.join(', ')}`),
  readAs: z.enum(READ_AS, `must be one of ${READ_AS.join(', ')}`),
  /** Address of the disclosure itself, if another page was read and the address is known. */
  originalUrl: SourceUrl.optional(),
  /** Null if the source does not say. */
  publishedOn: PartialDate.nullable(),
  /** The date it was read, and what it says in our own words. */
  checked: IsoDate,
  says: Line(400),
});
const Sources = z.array(DealSource).min(1, 'must name at least one source');

const Money = {
  amount: Amount.nullable().default(null),
  currency: Currency.nullable().default(null),
};

/** The course of a deal after its announcement. */
const Course = {
  announcedOn: PartialDate.nullable(),
  /** Null if it has not closed, or no source says that it has. */
  closedOn: PartialDate.nullable().default(null),
  terminatedOn: PartialDate.nullable().default(null),
};

/** The acquired company's name at the time, if different. */
const AcquiredAs = Line(80).optional();

/** An acquisition of an untracked company, recorded in the buyer's file. */
export const MadeAcquisition = z.strictObject({
  acquired: SlugText,
  acquiredAs: AcquiredAs,
  ...Course,
  ...Money,
  sources: Sources,
});

export const EXIT_KINDS = ['acquired', 'merged', 'closed', 'public'] as const;

/** How a tracked company ceased to be independent and private, recorded in its own file. */
export const RecordedExit = z.strictObject({
  kind: z.enum(EXIT_KINDS, `must be one of ${EXIT_KINDS.join(', ')}`),
  /** The acquirer or merger partner; null if there is none or it is not named. */
  by: SlugText.nullable().default(null),
  acquiredAs: AcquiredAs,
  ...Course,
  ...Money,
  note: Line(300).optional(),
  sources: Sources,
});

export const DATE_BASES = ['announcement', 'filing', 'report'] as const;

export const RaisedRound = z.strictObject({
  /** The name used in the disclosure: `Seed`, `Series B`. */
  round: Line(40),
  announcedOn: PartialDate.nullable(),
  /** When the money was paid, if a source says. */
  closedOn: PartialDate.nullable().default(null),
  /** The basis of `announcedOn`, if not the announcement's own date. */
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
  /** Whether the valuation includes the round's money; null if the source does not say. */
  basis: z.enum(VALUATION_BASES, 'must be pre-money, post-money or null').nullable(),
  sources: Sources,
});

/** A fund's portfolio as one source lists it: holdings without their rounds. */
export const PortfolioList = z.strictObject({
  source: DealSource,
  companies: z
    .array(
      z.union([
        SlugText,
        // A company about which the source says more than that it is in the portfolio.
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
/** An exit that was not called off; a terminated agreement only counts as an acquisition. */
export type Exit = Omit<z.infer<typeof RecordedExit>, 'terminatedOn'>;

/** All deals; each kind sorted by slug. */
export type Deals = {
  acquisitions: readonly Acquisition[];
  rounds: readonly FundingRound[];
  holdings: readonly Holding[];
  valuations: readonly Valuation[];
};

export const NO_DEALS: Deals = { acquisitions: [], rounds: [], holdings: [], valuations: [] };
