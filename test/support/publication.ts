/** A small publication: three companies over half a year or less, published into a folder of the test. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { isoDay, parseDay } from '../../src/lib/period.ts';
import { EditionStore } from '../../src/pipeline/edition/edition-store.ts';
import { type PublishOptions, publish } from '../../src/pipeline/edition/publish.ts';
import { openLedger } from '../../src/pipeline/ledger/ledger.ts';
import type { Operator, Site } from '../../src/published/published.ts';
import { NO_DEALS } from '../../src/registry/deals.ts';
import type { Registry } from '../../src/registry/schema.ts';
import { type Made, madeOnce } from '../../tools/made-once.ts';
import { REGISTRY_FOLDER, shippedRegistry } from '../../tools/shipped-registry.ts';
import { exampleCompany } from './example-company.ts';
import { commitOn, type HistoryFixture, ledgerOf } from './histories.ts';

export const BASE_URL = 'http://signals.example.org';
/** Four days after the last day of the example's latest period. */
export const COMPUTED_AT = new Date('2025-07-03T06:00:00Z');

/** The days covered, from the first day on through 2025-06-29. */
export type Span = { name: string; firstDay: string };
/** 26 periods: 2025-w01 to 2025-w26. */
export const HALF_YEAR: Span = { name: 'example', firstDay: '2024-11-02' };
/** Ten periods, 2025-w17 to 2025-w26: for tests that publish, which takes a while for each period. */
export const TEN_WEEKS: Span = { name: 'brief-example', firstDay: '2025-02-27' };
/** Four periods, 2025-w23 to 2025-w26, none of which covers the third company: for tests of the files themselves. */
export const FOUR_WEEKS: Span = { name: 'briefest-example', firstDay: '2025-04-10' };

/** A company with this many commits on every day. */
function steady(
  repository: string,
  aDay: number,
  coveredFrom: string,
  coveredThrough = '2025-06-29',
): HistoryFixture {
  const first = parseDay(coveredFrom);
  const days = parseDay(coveredThrough) - first + 1;
  const commits = Array.from({ length: days * aDay }, (_, index) => {
    const day = first + Math.floor(index / aDay);
    return commitOn(isoDay(day), {
      sha: `${repository.slice(-4)}${index.toString(16).padStart(8, '0')}`,
      emailHash: `author${index % 5}`,
    });
  });
  return { repository, commits, coveredFrom, coveredThrough };
}

/** The shipped lists with three companies of our own making. */
export async function exampleRegistry(): Promise<Registry> {
  const companies = [
    exampleCompany('acorn', { name: 'Acorn Example', aliases: ['Nut Store'] }),
    exampleCompany('birch', {
      name: '=Birch, "Example"',
      sector: 'security',
      website: 'https://birch.example.org',
    }),
    exampleCompany('cedar', { name: 'Cedar <script>alert(1)</script>' }),
  ];
  return { ...(await shippedRegistry()), companies, organizations: [], deals: NO_DEALS };
}

function madeOf({ name }: Span): Made {
  return { name, modules: [import.meta.filename], data: [REGISTRY_FOLDER] };
}

export const EXAMPLES: readonly Made[] = [HALF_YEAR, TEN_WEEKS, FOUR_WEEKS].map(madeOf);

/** Ledger, key and editions of the example, in the layout of a data folder. */
function exampleData(span: Span): Promise<string> {
  const { firstDay } = span;
  return madeOnce(madeOf(span), async (folder) => {
    await ledgerOf(folder, {
      acorn: [steady('acorn/core', 2, firstDay)],
      birch: [steady('birch/core', 1, firstDay)],
      cedar: [steady('cedar/core', 1, firstDay, '2025-05-04')],
    });
    await publish(await exampleIn(folder));
  });
}

/** The example in a folder that holds its ledger. */
export async function exampleIn(folder: string): Promise<PublishOptions> {
  const ledger = await openLedger(join(folder, 'ledger'));
  if (!ledger) throw new Error(`no ledger in ${folder}`);
  return {
    ledger,
    registry: await exampleRegistry(),
    store: new EditionStore(join(folder, 'editions')),
    dataFolder: folder,
    baseUrl: BASE_URL,
    now: () => COMPUTED_AT,
  };
}

/** The example's inputs, in a folder of the caller's; nothing is published yet. */
export async function examplePublication(
  folder: string,
  span = HALF_YEAR,
): Promise<PublishOptions> {
  cpSync(join(await exampleData(span), 'ledger'), join(folder, 'ledger'), { recursive: true });
  return exampleIn(folder);
}

/** The site that serves a publication. */
export function siteOf({ store, registry, baseUrl }: SiteParts, operator?: Operator): Site {
  return { store, registry: async () => registry, baseUrl, ...(operator && { operator }) };
}

export type SiteParts = Pick<PublishOptions, 'store' | 'registry' | 'baseUrl'>;

/** The same, published already. */
export async function publishedExample(folder: string, span = HALF_YEAR): Promise<PublishOptions> {
  cpSync(await exampleData(span), folder, { recursive: true });
  return exampleIn(folder);
}
