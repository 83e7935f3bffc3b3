/**
 * Makes what answers are computed from, such as the search index, before anybody asks: one after the
 * other, each of them in slices, so that requests are answered in between.
 */
import type { Operation } from '../../api/operation/operation.ts';
import type { Derivation, Published } from '../../published/published.ts';
import type { SitePage } from '../../web/page/page.ts';

/** `on-use`: whoever asks first waits until what is needed is made. */
export type IndexState = 'on-use' | 'preparing' | 'ready';

export type Preparation = readonly Derivation<unknown>[];

/** What operations and pages say they are computed from. */
export function preparationFor(
  operations: readonly Operation[],
  pages: readonly SitePage[],
): Preparation {
  return [...new Set([...operations, ...pages].flatMap(({ prepares = [] }) => prepares))];
}

/**
 * @param onFault is told what could not be made; requests for it fail until it can
 * @param isStopped whether nobody waits for it any more
 */
export async function prepare(
  published: Published,
  preparation: Preparation,
  onFault: (error: unknown) => void,
  isStopped: () => boolean,
): Promise<void> {
  for (const make of preparation) if (!isStopped()) await published.derived(make).catch(onFault);
}
