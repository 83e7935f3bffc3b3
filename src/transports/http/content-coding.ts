/** Which form of a body a client gets (RFC 9110, section 12.5.3). */
import type { Form } from '../../pipeline/edition/edition-store.ts';
import type { Body } from '../../faces/http/body.ts';

/**
 * The form that the client likes best; between equals the one that the service prefers. A client
 * that accepts none of them gets the body as it is, which it can still refuse.
 */
export function preferredForm({ encodings }: Body, accepted: string | string[] | undefined): Form {
  if (accepted === undefined || encodings.length === 0) return 'identity';
  const weights = weightsOf(String(accepted));
  let best: Form = 'identity';
  let bestWeight = 0;
  for (const form of [...encodings, 'identity'] as const) {
    const weight = weights.get(form) ?? weights.get('*') ?? (form === 'identity' ? UNNAMED : 0);
    if (weight <= bestWeight) continue;
    best = form;
    bestWeight = weight;
  }
  return best;
}

/** Whether the body may be sent as it is; it may unless the client rules that out. */
export function acceptsIdentity(accepted: string | string[] | undefined): boolean {
  const weights = weightsOf(String(accepted ?? ''));
  return (weights.get('identity') ?? weights.get('*') ?? UNNAMED) > 0;
}

/** Unnamed, the plain form is acceptable, but any coding that is named is liked better. */
const UNNAMED = 0.000_1;

/** By coding in lower case, as codings have none; an entry that cannot be read is passed over. */
function weightsOf(accepted: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const entry of accepted.toLowerCase().split(',')) {
    const [, coding, weight = '1'] =
      /^\s*([\w!#$%&'*+.^`|~-]+)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/.exec(entry) ?? [];
    if (coding !== undefined) weights.set(coding, Math.min(1, Number(weight)));
  }
  return weights;
}
