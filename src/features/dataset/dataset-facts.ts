/** Facts about the dataset as a whole, shared by all descriptions. */

import { isoDay, parsePeriod } from '../../lib/period.ts';
import { ALL_PERIODS } from '../../published/editions.ts';
import type { Published } from '../../published/published.ts';
import { PUBLISHER } from '../citations/cited-work.ts';

export type DatasetFacts = Awaited<ReturnType<typeof datasetFacts>>;
export type DatasetFile = DatasetFacts['files'][number];

const NAME = 'Bellwether: engineering-acceleration signals of startups';

const KEYWORDS: readonly string[] = [
  'startups',
  'open source',
  'commit velocity',
  'contributors',
  'software engineering',
  'mining software repositories',
  'coding agents',
];

/** Files of the whole dataset, and those of the current period. */
const FILES: readonly { name: string; isCurrent?: true; description: string }[] = [
  { name: 'dataset.parquet', description: 'Every record of every period, as Parquet' },
  { name: 'dataset.csv', description: 'Every record of every period, as a table' },
  { name: 'dataset.jsonl', description: 'Every record of every period, one JSON object a line' },
  { name: 'dataset.json', description: 'Every record of every period, as one JSON document' },
  { name: 'signals.parquet', description: 'The current period, as Parquet' },
  { name: 'signals.csv', isCurrent: true, description: 'The current period, as a table' },
  { name: 'signals.json', isCurrent: true, description: 'The current period, by sector' },
];

/** Use as `published.derived(datasetFacts)`. */
export async function datasetFacts({ editions, addresses, operator }: Published) {
  const { catalog, periods, latest } = editions;
  const { meta } = await editions.signals(latest);
  const [first, last] = [periods.at(-1)?.slug ?? latest, latest].map(parsePeriod);
  const corrections = catalog.editions.reduce((sum, { superseded }) => sum + superseded.length, 0);
  const files = await Promise.all(
    FILES.map(async ({ name, isCurrent, description }) => {
      const file = await editions.file(isCurrent ? latest : ALL_PERIODS, name);
      const { sha256, bytes } = file;
      // Media type without parameters.
      const type = file.type.split(';')[0] ?? file.type;
      return { name, description, url: addresses.at(`/api/${name}`), type, bytes, sha256 };
    }),
  );
  return {
    name: NAME,
    description: `Weekly records of startups, computed from the git history of their public repositories: commits of 14 days, contributors of 30 days, new repositories, the share of commits by or with coding agents, a signal type and scores from 0 to 100. ${periods.length} periods, from ${periods.at(-1)?.slug} to ${latest}; ${meta.totalStartups} startups in the last. Private work is not seen, and nothing is shown about prediction.`,
    /** Page with links to the files. */
    url: addresses.home(),
    /** Address of the file with all records; identifies the dataset. */
    identifier: addresses.at('/api/dataset.jsonl'),
    license: meta.license,
    /** From the Monday of the first period to the Sunday of the last, `2023-01-02/2026-08-02`. */
    coverage: `${isoDay(first?.firstDay ?? 0)}/${isoDay(last?.lastDay ?? 0)}`,
    /** When the last period ended, ISO date and time. */
    modified: meta.lastUpdated,
    // The method's, which has two numbers, and one that every period and every correction raises.
    version: `${meta.methodVersion}.${periods.length + corrections}`,
    keywords: KEYWORDS,
    publisher: operator.name ?? PUBLISHER,
    files,
  };
}
