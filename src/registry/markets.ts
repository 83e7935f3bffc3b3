/**
 * Prediction markets: questions about tracked startups that are settled by public documents, and the
 * resolvers' rulings (docs/markets.md).
 */
import { join } from 'node:path';
import { z } from 'zod';
import { PERIOD_SLUG, parsePeriod } from '../lib/period.ts';
import { DealSource } from './deals.ts';
import { IsoDate, Line, SlugText } from './schema.ts';
import type { Fault, FaultAt, Read } from './yaml-file.ts';
import { readYamlFolder } from './yaml-folder.ts';

/** The subject of a market: an event at one of its startups, or the coverage of an edition. */
export const MARKET_ASKS = ['round', 'acquisition', 'coverage'] as const;
export const MARKET_OUTCOMES = ['yes', 'no', 'void'] as const;

const Period = z
  .string()
  .regex(PERIOD_SLUG, 'must be an ISO week like 2026-w31')
  .refine((slug) => parsePeriod(slug) !== undefined, 'must be a week that its year has');

/** One resolver's reading of public documents. */
export const Ruling = z.strictObject({
  outcome: z.enum(MARKET_OUTCOMES, `must be one of ${MARKET_OUTCOMES.join(', ')}`),
  on: IsoDate,
  /** A role or pseudonym, never a person's name. */
  resolver: Line(60),
  /** Date on which the event was announced; only if the outcome is yes. */
  announcedOn: IsoDate.optional(),
  reason: Line(400),
  sources: z.array(DealSource).default([]),
  /** Settles a disagreement between resolvers. */
  final: z.literal(true).optional(),
  /** Set if the ruling was withdrawn; it remains in the file. */
  withdrawn: z.strictObject({ on: IsoDate, reason: Line(400) }).optional(),
});
export type Ruling = z.infer<typeof Ruling>;

const MarketFile = z.strictObject({
  question: Line(200),
  asks: z.enum(MARKET_ASKS, `must be one of ${MARKET_ASKS.join(', ')}`),
  /** The startups asked about; the outcome is yes if the event happens to any of them. */
  companies: z.array(SlugText).max(10, 'must name at most ten startups').default([]),
  /** For `coverage`: the edition, and the number of startups that it has to cover. */
  edition: Period.optional(),
  atLeast: z.int().positive().optional(),
  opened: IsoDate,
  /** The last day that counts, UTC. */
  closes: IsoDate,
  /** Opened after its outcome was known, to demonstrate how markets are resolved. */
  backtest: z.literal(true).optional(),
  /** Forecasts stop on this day; if undefined, when the market closes. */
  locked: IsoDate.optional(),
  /** Oldest first. */
  rulings: z.array(Ruling).default([]),
});

export type Market = z.infer<typeof MarketFile> & { slug: string };

export const MARKET_STATUSES = ['open', 'locked', 'disputed', 'resolved', 'void'] as const;
export type MarketStatus = (typeof MARKET_STATUSES)[number];

/** The state of a market on a day, and the ruling that decides it, if any. */
export function marketState(
  { rulings, locked, closes }: Pick<Market, 'rulings' | 'locked' | 'closes'>,
  today: string,
): { status: MarketStatus; ruling: Ruling | undefined } {
  const standing = rulings.filter(({ withdrawn }) => withdrawn === undefined);
  const ruling = standing.findLast(({ final }) => final) ?? standing[0];
  if (!ruling)
    return {
      status: today > closes || (locked !== undefined && locked <= today) ? 'locked' : 'open',
      ruling,
    };
  const isDisputed = !ruling.final && standing.some(({ outcome }) => outcome !== ruling.outcome);
  if (isDisputed) return { status: 'disputed', ruling: undefined };
  return { status: ruling.outcome === 'void' ? 'void' : 'resolved', ruling };
}

/** @param tracked maps current and former slugs of tracked companies to current ones */
export function readMarkets(folder: string, tracked: ReadonlyMap<string, string>): Read<Market[]> {
  const { entries, faults } = readYamlFolder(join(folder, 'markets'), MarketFile);
  const value = entries.flatMap(({ slug, read: { value } }) => {
    if (!value) return [];
    // Former slugs are resolved, so startups that were merged appear once.
    const companies = [...new Set(value.companies.map((name) => tracked.get(name) ?? name))];
    return [{ slug, ...value, companies }];
  });
  const wrong = entries.flatMap(({ read: { value, faultAt } }) =>
    value ? [...contentFaults(value, faultAt), ...trackedFaults(value, tracked, faultAt)] : [],
  );
  return { value, faults: [...faults, ...wrong] };
}

type Content = z.infer<typeof MarketFile>;

function contentFaults(market: Content, faultAt: FaultAt): Fault[] {
  const { asks, companies, edition, atLeast, opened, closes, locked, rulings, backtest } = market;
  const faults: Fault[] = [];
  const fault = (path: readonly PropertyKey[], message: string) => {
    faults.push(faultAt(path, message));
  };
  if (asks === 'coverage') {
    if (edition === undefined || atLeast === undefined)
      fault(['asks'], 'asks for a coverage, so it must name an edition and atLeast');
    if (companies.length > 0)
      fault(['companies'], 'must be left out where an edition is asked about');
  } else {
    if (companies.length === 0) fault(['companies'], 'must name at least one tracked startup');
    if (edition !== undefined || atLeast !== undefined)
      fault(['asks'], `asks for a ${asks}, so edition and atLeast must be left out`);
  }
  if (closes <= opened) fault(['closes'], `must be after ${opened}, when the market opened`);
  if (locked !== undefined && (locked <= opened || locked > closes))
    fault(['locked'], `must be after ${opened} and not after ${closes}`);
  if (backtest && rulings.length === 0)
    fault(['backtest'], 'needs the ruling: what it is tested on is known');
  for (const [at, ruling] of rulings.entries())
    for (const [field, message] of rulingFaults(ruling, market, rulings.slice(0, at)))
      fault(['rulings', at, field], message);
  return faults;
}

function rulingFaults(
  { outcome, on, resolver, announcedOn, sources, final, withdrawn }: Ruling,
  { opened, closes }: Content,
  earlier: readonly Ruling[],
): [field: string, message: string][] {
  const faults: [string, string][] = [];
  const before = earlier.at(-1);
  const standing = earlier.filter((ruling) => ruling.withdrawn === undefined);
  const repeated = standing.find((ruling) => ruling.resolver === resolver);
  if (repeated && !final && !withdrawn)
    faults.push(['resolver', `ruled ${repeated.outcome} on ${repeated.on} already`]);
  if (final && !withdrawn && new Set(standing.map((ruling) => ruling.outcome)).size < 2)
    faults.push(['final', 'is for resolvers that disagree']);
  if (on < opened) faults.push(['on', `must not be before ${opened}, when the market opened`]);
  if (before && on < before.on)
    faults.push(['on', `must not be before the ruling of ${before.on}`]);
  if (outcome === 'no' && on <= closes && sources.length === 0)
    faults.push([
      'on',
      `must be after ${closes}: until then it may still happen, unless a source shows that it cannot`,
    ]);
  if (outcome === 'yes' && sources.length === 0)
    faults.push(['sources', 'must name the public document that shows it']);
  if (outcome === 'yes' && announcedOn === undefined)
    faults.push(['announcedOn', 'must say when it was announced']);
  if (outcome !== 'yes' && announcedOn !== undefined)
    faults.push(['announcedOn', 'is for the outcome yes alone']);
  if (announcedOn !== undefined && (announcedOn <= opened || announcedOn > closes))
    faults.push(['announcedOn', `must be after ${opened} and not after ${closes}`]);
  if (announcedOn !== undefined && announcedOn > on)
    faults.push(['announcedOn', `must not be after the ruling of ${on}`]);
  if (withdrawn && withdrawn.on < on)
    faults.push(['withdrawn', `must not be before the ruling of ${on}`]);
  return faults;
}

/** Every startup must be tracked, unless the market has been ruled on. */
function trackedFaults(
  { companies, rulings }: Content,
  tracked: ReadonlyMap<string, string>,
  faultAt: FaultAt,
): Fault[] {
  if (rulings.some(({ withdrawn }) => withdrawn === undefined)) return [];
  const message = (slug: string) =>
    `${slug} is not tracked; rule the market void, or name a tracked startup`;
  return companies.flatMap((slug, at) =>
    tracked.has(slug) ? [] : [faultAt(['companies', at], message(slug))],
  );
}
