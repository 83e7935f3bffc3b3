/** Content negotiation for the coding of a body (RFC 9110, section 12.5.3). */
import type { Form } from '../../pipeline/edition/edition-store.ts';
import type { Body } from './body.ts';

/**
 * The form that the client prefers; ties are broken by the service's preference. A client that
 * accepts none of the available codings gets the uncompressed form.
 */
export function preferredForm({ encodings }: Body, accepted: string | string[] | undefined): Form {
  if (accepted === undefined || encodings.length === 0) return 'identity';
  const weights = weightsOf(String(accepted));
  let best: Form = 'identity';
  let bestWeight = 0;
  for (const form of [...encodings, 'identity'] as const) {
    const weight =
      weights.get(form) ?? weights.get('*') ?? (form === 'identity' ? UNNAMED_WEIGHT : 0);
    if (weight <= bestWeight) continue;
    best = form;
    bestWeight = weight;
  }
  return best;
}

/** Whether the uncompressed form is acceptable; it is unless the client excludes it. */
export function acceptsIdentity(accepted: string | string[] | undefined): boolean {
  const weights = weightsOf(String(accepted ?? ''));
  return (weights.get('identity') ?? weights.get('*') ?? UNNAMED_WEIGHT) > 0;
}

/**
 * Weight of the uncompressed form if it is not listed: acceptable, but any listed coding is
 * preferred.
 */
const UNNAMED_WEIGHT = 0.000_1;

/**
 * Weights by lower-cased coding, since codings are case-insensitive; malformed entries are ignored.
 */
function weightsOf(accepted: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const entry of accepted.toLowerCase().split(',')) {
    const [, coding, weight = '1'] =
      /^\s*([\w!#$%&'*+.^`|~-]+)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/.exec(entry) ?? [];
    if (coding !== undefined) weights.set(coding, Math.min(1, Number(weight)));
  }
  return weights;
}
