/** Opens, locks and rules on markets in their files. An edit with an invalid result is rejected. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { Document } from 'yaml';
import type { z } from 'zod';
import { BellwetherError } from '../lib/errors.ts';
import { canonicalForm, textOf } from './canonical-form.ts';
import { contentFaults, MarketFile, marketState, type Ruling } from './markets.ts';
import { SlugText } from './schema.ts';
import { plainIssues } from './schema-issues.ts';

type Content = z.infer<typeof MarketFile>;
export type NewMarket = z.input<typeof MarketFile>;
export type NewRuling = z.input<typeof Ruling>;

/**
 * @param folder of a registry
 * @param tracked slugs of the startups that a market may ask about
 * @returns path of the new file, relative to the folder
 * @throws BellwetherError `market-invalid`
 */
export function openMarket(
  folder: string,
  slug: string,
  market: NewMarket,
  tracked: ReadonlySet<string>,
): string {
  if (!SlugText.safeParse(slug).success)
    throw invalid(`${slug} must be lower-case words joined by hyphens, like acme-round-2027-q1`);
  if (existsSync(join(folder, pathOf(slug)))) throw invalid(`there is a market ${slug} already`);
  const unknown = (market.companies ?? []).filter((company) => !tracked.has(company));
  if (unknown.length > 0)
    throw invalid(`${unknown.join(', ')}: not tracked; markets are about tracked startups`);
  return write(folder, slug, market);
}

/** Stops forecasts from that day on. @throws BellwetherError `market-invalid`, `unknown-market` */
export function lockMarket(folder: string, slug: string, day: string): string {
  const market = read(folder, slug);
  const { status } = marketState(market, day);
  if (status !== 'open') throw invalid(`${slug} is ${status} on ${day}, not open`);
  return write(folder, slug, { ...market, locked: day });
}

/**
 * Adds a ruling. A second ruling with another outcome makes the market disputed until a final one.
 *
 * @throws BellwetherError `market-invalid`, `unknown-market`
 */
export function ruleOnMarket(folder: string, slug: string, ruling: NewRuling): string {
  const market = read(folder, slug);
  const { status } = marketState(market, ruling.on);
  const repeated = market.rulings.find(
    ({ resolver, withdrawn }) => resolver === ruling.resolver && withdrawn === undefined,
  );
  if (repeated && !ruling.final)
    throw invalid(
      `${ruling.resolver} ruled ${repeated.outcome} on ${repeated.on} already; markets reopen takes rulings back`,
    );
  if (ruling.final && status !== 'disputed')
    throw invalid(`${slug} is ${status}: a final ruling is for resolvers that disagree`);
  return write(folder, slug, { ...market, rulings: [...market.rulings, ruling] });
}

/** Withdraws all rulings with a reason; they remain in the file. */
export function reopenMarket(folder: string, slug: string, on: string, reason: string): string {
  const market = read(folder, slug);
  if (market.rulings.every(({ withdrawn }) => withdrawn !== undefined))
    throw invalid(`nobody ruled on ${slug}, so there is nothing to take back`);
  const rulings = market.rulings.map((ruling) =>
    ruling.withdrawn ? ruling : { ...ruling, withdrawn: { on, reason } },
  );
  return write(folder, slug, { ...market, rulings });
}

function pathOf(slug: string): string {
  return `markets/${slug}.yaml`;
}

function read(folder: string, slug: string): Content {
  const path = join(folder, pathOf(slug));
  if (!SlugText.safeParse(slug).success || !existsSync(path))
    throw new BellwetherError(
      'unknown-market',
      `There is no market ${JSON.stringify(slug)}; bellwether markets list shows all.`,
    );
  const { data, error } = MarketFile.safeParse(load(readFileSync(path, 'utf8')));
  if (data) return data;
  throw invalid(
    `${pathOf(slug)} is not sound (${error.issues[0]?.message}); registry check says where`,
  );
}

function write(folder: string, slug: string, given: NewMarket): string {
  const { data, error } = MarketFile.safeParse(given);
  if (!data) {
    const [issue] = plainIssues(error.issues, given);
    throw invalid(`${issue?.path.join('.')} ${issue?.message}`);
  }
  const [fault] = contentFaults(data, (path, message) => ({
    file: pathOf(slug),
    line: 1,
    field: path.join('.'),
    message,
  }));
  if (fault) throw invalid(`${fault.field} ${fault.message}`);
  mkdirSync(join(folder, 'markets'), { recursive: true });
  const text = canonicalForm(textOf(new Document(given)), MarketFile);
  writeFileSync(join(folder, pathOf(slug)), text);
  return pathOf(slug);
}

function invalid(fault: string): BellwetherError {
  return new BellwetherError('market-invalid', `Nothing was changed: ${fault}.`);
}
