/** Publishes a startup that was just collected. Loaded while git copies. */
import type { Config } from '../../lib/config/config.ts';
import { periodsInPart } from '../../published/not-covered.ts';
import type { Company, Registry } from '../../registry/schema.ts';
import { openPublished } from './operation-context.ts';
import { currentLedger, editionStore } from './project.ts';
import { publishEditions } from './publish.ts';

/** @returns the address of its page in the newest week that covers it */
export async function publishTracked(
  { name, slug }: Company,
  registry: Registry,
  settings: Config,
): Promise<string> {
  const out = (await editionStore(settings).catalog())?.editions ?? [];
  // The current week, which may be out already, is to have the startup; those before it stay.
  const current = out.findLast(({ isPartial }) => !isPartial)?.period;
  const reason = `${name} is tracked now`;
  const ledger = await currentLedger(settings);
  await publishEditions(settings, registry, ledger, current && reason, current);
  const published = await openPublished(settings, registry);
  const { editions, addresses } = published;
  const isCovered = (await editions.startups(editions.latest)).has(slug);
  const inPart = isCovered ? undefined : (await published.derived(periodsInPart)).get(slug);
  return inPart === undefined ? addresses.startup(slug) : addresses.startup(slug, inPart);
}
