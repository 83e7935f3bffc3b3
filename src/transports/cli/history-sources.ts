/** Where commands take histories from, by their options. */
import { resolve } from 'node:path';
import type { Config } from '../../lib/config/config.ts';
import type { HistorySource } from '../../pipeline/collect/collect-companies.ts';
import { type HostedSource, hostedSource } from '../../pipeline/collect/hosted-source.ts';
import { gitReading, localSource, recordedSource } from '../../pipeline/collect/sources.ts';
import type { Company, Registry } from '../../registry/schema.ts';
import type { Hosted } from './collection-crew.ts';
import { copiesFolder } from './project.ts';

/** What `bellwether collect` can be told of its source. */
export type SourceOptions = {
  recorded?: string;
  local?: string;
  asOf?: number;
  commitsOnly?: true;
  since: string;
  record?: string;
};

export async function historySource(
  companies: readonly Company[],
  options: SourceOptions,
  registry: Registry,
  settings: Config,
): Promise<HistorySource> {
  if (options.recorded !== undefined) return recordedSource(resolve(options.recorded));
  if (options.local === undefined) return hostedHistories(registry, settings, options);
  const reading = await gitReading(registry, settings.dataFolder, coveredFrom(options));
  return localSource(resolve(options.local), reading, {
    single: companies.flatMap(({ repositories }) => repositories).length === 1,
    ...(options.asOf !== undefined && { asOf: options.asOf }),
  });
}

/** Histories from the hosting service, by copies under DATA_DIR. */
export async function hostedHistories(
  registry: Registry,
  { dataFolder, gitBaseUrl }: Pick<Config, 'dataFolder' | 'gitBaseUrl'>,
  options: Pick<SourceOptions, 'since' | 'commitsOnly'>,
): Promise<HostedSource> {
  const reading = await gitReading(registry, dataFolder, coveredFrom(options));
  return hostedSource(copiesFolder(dataFolder), !options.commitsOnly, reading, gitBaseUrl);
}

export function isHosted({ recorded, local }: SourceOptions): boolean {
  return recorded === undefined && local === undefined;
}

/** How workers copy, if they take part: histories come from where they can have them too, and are kept there. */
export function sharedWork(options: SourceOptions, { payments }: Config): Hosted | undefined {
  if (!isHosted(options) || options.record !== undefined) return undefined;
  if (payments.databaseUrl === undefined) return undefined;
  return { coveredFrom: coveredFrom(options), withPaths: !options.commitsOnly, pauseMs: 0 };
}

function coveredFrom({ since }: Pick<SourceOptions, 'since'>): string | null {
  return since === 'all' ? null : since;
}
