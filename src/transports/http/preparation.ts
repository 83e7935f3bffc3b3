/**
 * Computes in advance what answers depend on, such as the search index: one after the other and in
 * slices, so that requests are served in between.
 */
import type { Operation } from '../../api/operation/operation.ts';
import type { Derivation, Published } from '../../published/published.ts';
import type { SitePage } from '../../web/page/page.ts';

/** `on-use`: indexes are built by the first request that needs them. */
export type IndexState = 'on-use' | 'preparing' | 'ready';

export type Preparation = readonly Derivation<unknown>[];

/** The computations declared by operations and pages. */
export function preparationFor(
  operations: readonly Operation[],
  pages: readonly SitePage[],
): Preparation {
  return [...new Set([...operations, ...pages].flatMap(({ prepares = [] }) => prepares))];
}

/**
 * @param onFault called with each failure; requests that need the result fail until it can be
 *   computed
 * @param isStopped whether the result is no longer needed
 */
export async function prepare(
  published: Published,
  preparation: Preparation,
  onFault: (error: unknown) => void,
  isStopped: () => boolean,
): Promise<void> {
  for (const make of preparation) if (!isStopped()) await published.derived(make).catch(onFault);
}
