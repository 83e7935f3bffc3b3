/** A small publication: three companies over a year, published into a folder of the test. */
import { join } from 'node:path';
import type { PublishOptions } from '../../src/pipeline/edition/publish.ts';
import { EditionStore } from '../../src/pipeline/edition/edition-store.ts';
import { isoDay, parseDay } from '../../src/lib/period.ts';
import { NO_DEALS } from '../../src/registry/deals.ts';
import { loadRegistry } from '../../src/registry/load-registry.ts';
import type { Company, Registry } from '../../src/registry/schema.ts';
import { commitOn, type HistoryFixture, ledgerOf } from './histories.ts';

export const BASE_URL = 'http://signals.example.org';

/** A company with this many commits on every day of the fixture's year. */
function steady(repository: string, aDay: number, coveredThrough = '2025-06-29'): HistoryFixture {
  const first = parseDay('2024-06-01');
  const days = parseDay(coveredThrough) - first + 1;
  const commits = Array.from({ length: days * aDay }, (_, index) => {
    const day = first + Math.floor(index / aDay);
    return commitOn(isoDay(day), {
      sha: `${repository.slice(-4)}${index.toString(16).padStart(8, '0')}`,
      emailHash: `author${index % 5}`,
    });
  });
  return { repository, commits, coveredThrough };
}

const company = (slug: string, change: Partial<Company>): Company => ({
  slug,
  name: slug,
  aliases: [],
  sector: 'databases',
  description: 'Makes examples.',
  website: null,
  github: slug,
  repositories: [`${slug}/core`],
  geography: null,
  linkedin: null,
  sources: [],
  ...change,
});

/** Many files; read once for all tests of a process. */
let shipped: Promise<Registry> | undefined;

/** The shipped lists with three companies of our own making. */
export async function exampleRegistry(): Promise<Registry> {
  shipped ??= loadRegistry(join(import.meta.dirname, '..', '..', 'registry'));
  const companies = [
    company('acorn', { name: 'Acorn Example', aliases: ['Nut Store'] }),
    company('birch', {
      name: '=Birch, "Example"',
      sector: 'security',
      website: 'https://birch.example.org',
    }),
    company('cedar', { name: 'Cedar <script>alert(1)</script>' }),
  ];
  return { ...(await shipped), companies, organizations: [], deals: NO_DEALS };
}

export async function examplePublication(folder: string): Promise<PublishOptions> {
  const ledger = await ledgerOf(folder, {
    acorn: [steady('acorn/core', 2)],
    birch: [steady('birch/core', 1)],
    cedar: [steady('cedar/core', 1, '2025-05-04')],
  });
  return {
    ledger,
    registry: await exampleRegistry(),
    store: new EditionStore(join(folder, 'editions')),
    dataFolder: folder,
    baseUrl: BASE_URL,
  };
}
