/** The example publication as capabilities see it, without a server. */

import { publish } from '../../src/pipeline/edition/publish.ts';
import { openPublished, type Published } from '../../src/published/published.ts';
import type { Registry } from '../../src/registry/schema.ts';
import { examplePublication, publishedExample, siteOf, TEN_WEEKS } from './publication.ts';
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
  if (Object.keys(change).length === 0)
    return openPublished(siteOf(await publishedExample(folder)));
  const { registry, ...options } = await examplePublication(folder, span);
  const changed = { ...options, registry: { ...registry, ...change } };
  await publish(changed);
  return openPublished(siteOf(changed));
}
