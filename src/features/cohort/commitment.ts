/**
 * Commitments. When a pick is made, only its SHA-256 is published; the pick stays secret until its
 * round is locked. Then the pick and its nonce are published, and anyone can verify the hash.
 */

import { sha256 } from '../../lib/atomic-files.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';

export type Committed = {
  /** The member's permanent id, not the handle. */
  member: string;
  round: string;
  company: string;
  nonce: string;
};

/** The hashed text: canonical JSON (RFC 8785), UTF-8. */
export function committedText({ member, round, company, nonce }: Committed): string {
  return canonicalJson({ company, member, nonce, round });
}

export function commitmentOf(committed: Committed): string {
  return sha256(committedText(committed));
}
