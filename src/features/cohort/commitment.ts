/**
 * Commitments: the SHA-256 that is published when a pick is made, while the pick itself stays hidden
 * until its round is locked. Then pick and nonce are published, and anyone can compute it again.
 */
import { canonicalJson } from '../../lib/canonical-json.ts';
import { sha256 } from '../../lib/files.ts';

export type Committed = {
  /** The member's lasting id, not the handle. */
  member: string;
  round: string;
  /** Slug of the startup. */
  company: string;
  nonce: string;
};

/** What is hashed: canonical JSON (RFC 8785), UTF-8. */
export function committedText({ member, round, company, nonce }: Committed): string {
  return canonicalJson({ company, member, nonce, round });
}

/** SHA-256 in hexadecimal. */
export function commitmentOf(committed: Committed): string {
  return sha256(committedText(committed));
}
