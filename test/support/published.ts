/** The example publication as capabilities see it, without a server. */

import { type PublishOptions, publish } from '../../src/pipeline/edition/publish.ts';
import { Editions } from '../../src/published/editions.ts';
import { Published } from '../../src/published/published.ts';
import type { Registry } from '../../src/registry/schema.ts';
import { BASE_URL, examplePublication, publishedExample, TEN_WEEKS } from './publication.ts';
import { temporaryFolder } from './temporary.ts';

/**
 * @param change what the registry says otherwise
 * @param span of a publication with a change
 */
export async function examplePublished(
  change: Partial<Registry> = {},
  span = TEN_WEEKS,
): Promise<Published> {
  const folder = await temporaryFolder();
  if (Object.keys(change).length === 0) return opened(await publishedExample(folder));
  const { registry, ...options } = await examplePublication(folder, span);
  const changed = { ...options, registry: { ...registry, ...change } };
  await publish(changed);
  return opened(changed);
}

async function opened({ store, registry }: PublishOptions): Promise<Published> {
  const editions = await Editions.open(store);
  if (!editions) throw new Error('nothing was published');
  return new Published(editions, registry, BASE_URL);
}
