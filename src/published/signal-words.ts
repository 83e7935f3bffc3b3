/** A startup's signal in words, the same on every transport. Without evidence no type is named. */
import type { Startup } from '../pipeline/edition/record.ts';

type Signal = Pick<Startup, 'signalType' | 'signalStrength'>;

/** `Framework migration, strong`; `no signal`. */
export function signalWords({ signalType, signalStrength }: Signal): string {
  return signalStrength === 'none' ? 'no signal' : `${signalType}, ${signalStrength}`;
}

/** `strong framework migration`; `no signal`. */
export function signalPhrase({ signalType, signalStrength }: Signal): string {
  if (signalStrength === 'none') return 'no signal';
  return `${signalStrength} ${signalType.charAt(0).toLowerCase()}${signalType.slice(1)}`;
}

/** The evidence for the named type in a sentence; empty if there is no signal. */
export function signalBasis({ signalType, signalStrength, evidence }: Startup): string {
  return signalStrength === 'none' ? '' : (evidence?.[signalType]?.summary ?? '');
}

/** A signal in one word, for addresses, markers and colours. */
export type SignalKey = 'hiring' | 'infrastructure' | 'deploy' | 'migration' | 'none';

const KEYS: Readonly<Record<Startup['signalType'], SignalKey>> = {
  'Engineering hiring burst': 'hiring',
  'Infrastructure buildout': 'infrastructure',
  'Deploy frequency spike': 'deploy',
  'Framework migration': 'migration',
};

export function signalKey({ signalType, signalStrength }: Signal): SignalKey {
  return signalStrength === 'none' ? 'none' : KEYS[signalType];
}
