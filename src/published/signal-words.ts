/** A startup's signal in words, the same on every transport. Without evidence no type is named. */
import type { Startup } from '../pipeline/edition/record.ts';

type Signal = Pick<Startup, 'signalType' | 'signalStrength'>;
/** Records of versions before method 2.1 do not say since when. */
type Dated = Signal &
  Pick<Startup, 'period'> &
  Partial<Pick<Startup, 'signalSince' | 'signalValue'>>;

/** `Framework migration, strong, since week 27`; `no signal`. */
export function signalWords(signal: Dated): string {
  const { signalType, signalStrength } = signal;
  if (signalStrength === 'none') return 'no signal';
  return [signalType, signalStrength, ...standingWords(signal)].join(', ');
}

/** Whether the type began, at this strength, in the record's own week; otherwise it is not news. */
export function isNews({ signalStrength, signalSince, period }: Dated): boolean {
  return signalStrength !== 'none' && signalSince === period;
}

/** `since week 27` and `fading`, for a type that is not news. */
export function standingWords(signal: Dated): string[] {
  const { signalStrength, signalSince, signalValue, period } = signal;
  if (signalStrength === 'none' || signalSince == null || isNews(signal)) return [];
  const [year, week] = signalSince.split('-w');
  const ofYear = period.startsWith(`${year}-`) ? '' : `, ${year}`;
  return [`since week ${Number(week)}${ofYear}`, ...((signalValue ?? 1) < 1 ? ['fading'] : [])];
}

/** A signal in one word, for addresses, markers and colours. */
export type SignalKey = 'hiring' | 'infrastructure' | 'deploy' | 'migration' | 'none';

const WORDS: Readonly<Record<Startup['signalType'], { title: string; key: SignalKey }>> = {
  'Engineering hiring burst': { title: 'New people stay', key: 'hiring' },
  'Infrastructure buildout': { title: 'More work on infrastructure', key: 'infrastructure' },
  'Deploy frequency spike': { title: 'Releases on more days', key: 'deploy' },
  'Framework migration': { title: 'One package replaces another', key: 'migration' },
};

/** The observation that titles a type; the specification's name stands next to it. */
export function signalTitle(type: Startup['signalType']): string {
  return WORDS[type].title;
}

/** The evidence for the named type in a sentence; empty if there is no signal. */
export function signalBasis({ signalType, signalStrength, evidence }: Startup): string {
  return signalStrength === 'none' ? '' : (evidence?.[signalType]?.summary ?? '');
}

export function signalKey({ signalType, signalStrength }: Signal): SignalKey {
  return signalStrength === 'none' ? 'none' : WORDS[signalType].key;
}
