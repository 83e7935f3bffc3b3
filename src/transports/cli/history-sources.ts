/** Where commands take histories from, by their options. */
import { resolve } from 'node:path';
import type { HistorySource } from '../../pipeline/collect/collect-companies.ts';
import { hostedSource } from '../../pipeline/collect/hosted-source.ts';
import { gitReading, localSource, recordedSource } from '../../pipeline/collect/sources.ts';
import type { Terms } from '../../pipeline/queue/terms.ts';
import type { Company } from '../../registry/schema.ts';
import type { Project } from './project.ts';

/** Terms for workers that take part. */
export type Hosted = Pick<Terms, 'coveredFrom'> & {
  /** Between the beginnings of two repositories, in each process. */
  pauseMs: number;
};

/** Options of `bellwether collect` that choose its source. */
export type SourceOptions = {
  recorded?: string;
  local?: string;
  asOf?: number;
  since: string;
};

export async function historySource(
  companies: readonly Company[],
  options: SourceOptions,
  project: Project,
): Promise<HistorySource> {
  if (options.recorded !== undefined) return recordedSource(resolve(options.recorded));
  if (options.local === undefined) return hostedHistories(project, options);
  const reading = await readingFor(project, options);
  return localSource(resolve(options.local), reading, {
    single: companies.flatMap(({ repositories }) => repositories).length === 1,
    ...(options.asOf !== undefined && { asOf: options.asOf }),
  });
}

/** Histories from the hosting service, by copies under DATA_DIR. */
export async function hostedHistories(
  project: Project,
  options: Pick<SourceOptions, 'since'>,
): Promise<HistorySource> {
  const reading = await readingFor(project, options);
  const { gitBaseUrl } = project.settings;
  return hostedSource(project.folders.copies, reading, gitBaseUrl);
}

export function isHosted({ recorded, local }: SourceOptions): boolean {
  return recorded === undefined && local === undefined;
}

/** The workers' share, if they take part: they must be able to read the same histories. */
export function sharedWork(
  options: SourceOptions,
  { settings: { payments } }: Project,
): Hosted | undefined {
  if (!isHosted(options) || payments.databaseUrl === undefined) return undefined;
  return { coveredFrom: coveredFrom(options), pauseMs: 0 };
}

async function readingFor(project: Project, options: Pick<SourceOptions, 'since'>) {
  return gitReading(await project.registry(), project.settings.dataFolder, coveredFrom(options));
}

function coveredFrom({ since }: Pick<SourceOptions, 'since'>): string | null {
  return since === 'all' ? null : since;
}
