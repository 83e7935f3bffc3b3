/** Shared by several descriptions of the service: their version, and the hints about a call. */
import type { Operation } from '../api/operation/operation.ts';

/** Specification, sections 1 and 9. */
export const DESCRIPTOR_VERSION = '1.4.0';
export const DESCRIPTOR_REVISED = '2026-05-08';

/** Specification, section 4: read operations are read-only, idempotent and closed-world. */
export function annotations({ summary, mcp, effects }: Operation) {
  return {
    title: mcp?.title ?? summary,
    readOnlyHint: effects === undefined,
    // Credits are spent and granted, but nothing is overwritten or deleted.
    destructiveHint: false,
    idempotentHint: effects?.isIdempotent ?? true,
    openWorldHint: effects?.isOnChain ?? false,
  };
}
