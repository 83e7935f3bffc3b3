/** Which form of a body a client gets (RFC 9110, section 12.5.3). */
import type { Form } from '../../pipeline/edition/edition-store.ts';
import type { Body } from './body.ts';

/**
 * The form that the client prefers; between equals the one that the service prefers. A client that
 * accepts none of them gets the plain form.
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

/** Whether the body may be sent uncompressed; it may unless the client rules that out. */
export function acceptsIdentity(accepted: string | string[] | undefined): boolean {
  const weights = weightsOf(String(accepted ?? ''));
  return (weights.get('identity') ?? weights.get('*') ?? UNNAMED_WEIGHT) > 0;
}

/** The plain form is acceptable without being named, but any coding that is named is preferred. */
const UNNAMED_WEIGHT = 0.000_1;

/** By coding in lower case, since codings are case-insensitive; malformed entries are ignored. */
function weightsOf(accepted: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const entry of accepted.toLowerCase().split(',')) {
    const [, coding, weight = '1'] =
      /^\s*([\w!#$%&'*+.^`|~-]+)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/.exec(entry) ?? [];
    if (coding !== undefined) weights.set(coding, Math.min(1, Number(weight)));
  }
  return weights;
}
