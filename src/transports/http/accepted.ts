/** Content negotiation for the coding of a body (RFC 9110, section 12.5.3). */
import { memoize } from '../../lib/memoize.ts';
import type { Form } from '../../pipeline/edition/compress.ts';
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

/** Of the uncompressed form if it is not listed: any listed coding is preferred to it. */
const UNNAMED_WEIGHT = 0.000_1;

/** Nearly all clients send one of a few. */
const MAX_HEADERS = 100;

/**
 * Weights by what they are given to, in lower case, of a header such as Accept or Accept-Encoding. What
 * has a malformed weight is not acceptable.
 */
const weightsOf = memoize(MAX_HEADERS, (header): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>();
  for (const entry of header.toLowerCase().split(',')) {
    const [named = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=/, '');
    const quality = Number(weight ?? 1);
    if (named !== '') weights.set(named, Number.isNaN(quality) ? 0 : Math.min(1, quality));
  }
  return weights;
});
