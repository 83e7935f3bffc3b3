/** The example publication as capabilities see it, without a server. */
import { Editions } from '../../src/published/editions.ts';
import { publish } from '../../src/pipeline/edition/publish.ts';
import { Published } from '../../src/published/published.ts';
import type { Registry } from '../../src/registry/schema.ts';
import { BASE_URL, examplePublication } from './publication.ts';
import { temporaryFolder } from './temporary.ts';

/** @param change what the registry says otherwise */
export async function examplePublished(change: Partial<Registry> = {}): Promise<Published> {
  const options = await examplePublication(await temporaryFolder());
  const registry = { ...options.registry, ...change };
  await publish({ ...options, registry });
  const editions = await Editions.open(options.store);
  if (!editions) throw new Error('nothing was published');
  return new Published(editions, registry, BASE_URL);
}
