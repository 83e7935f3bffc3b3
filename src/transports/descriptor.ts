/** What several descriptions of the service say alike: their version, and what a call does. */
import type { Operation } from '../api/operation/operation.ts';

/** Specification, sections 1 and 9. */
export const DESCRIPTOR_VERSION = '1.4.0';
export const DESCRIPTOR_REVISED = '2026-05-08';

/** The hints of MCP. */
export type Annotations = {
  title: string;
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

/** Specification, section 4: what is read is read-only, idempotent and closed-world. */
export function annotations({ summary, mcp, effects }: Operation): Annotations {
  return {
    title: mcp?.title ?? summary,
    readOnlyHint: effects === undefined,
    // Credits are spent and granted; nothing is ever overwritten or deleted.
    destructiveHint: false,
    idempotentHint: effects?.isIdempotent ?? true,
    openWorldHint: effects?.isOnChain ?? false,
  };
}
