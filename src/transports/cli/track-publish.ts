/** Publishes a startup that was just collected. Loaded while git copies. */
import { periodsInPart } from '../../published/not-covered.ts';
import type { Company } from '../../registry/schema.ts';
import type { Project } from './project.ts';
import { publishEditions } from './publish.ts';

/** @returns the address of its page in the newest week that covers it */
export async function publishTracked({ name, slug }: Company, project: Project): Promise<string> {
  const out = (await project.store.catalog())?.editions ?? [];
  // The current week, which may be out already, is to have the startup; those before it stay.
  const current = out.findLast(({ isPartial }) => !isPartial)?.period;
  const reason = `${name} is tracked now`;
  await publishEditions(project, current && reason, current);
  const published = await project.published();
  const { editions, addresses } = published;
  const isCovered = (await editions.startups(editions.latest)).has(slug);
  const inPart = isCovered ? undefined : (await published.derived(periodsInPart)).get(slug);
  return inPart === undefined ? addresses.startup(slug) : addresses.startup(slug, inPart);
}
