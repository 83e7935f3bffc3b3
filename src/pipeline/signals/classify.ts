/**
 * Step 5, classify: which of the four types a company shows, and how strongly. A type does not flip
 * from week to week: entering it takes more evidence than staying in it.
 */
import {
  deploySpike,
  type EvidenceWindows,
  frameworkMigration,
  hiringBurst,
  infrastructureBuildout,
  type Observed,
} from './evidence.ts';

/** In the order that breaks ties. */
export const SIGNAL_TYPES = [
  'Engineering hiring burst',
  'Infrastructure buildout',
  'Deploy frequency spike',
  'Framework migration',
] as const;
export type SignalType = (typeof SIGNAL_TYPES)[number];

export const SIGNAL_STRENGTHS = ['strong', 'weak', 'none'] as const;

/** The evidence for each type in one week. */
export type Evidence = Readonly<Record<SignalType, Observed>>;

type Signal = {
  /** With the strength `none` a placeholder, since the record needs a type. */
  signalType: SignalType;
  signalStrength: (typeof SIGNAL_STRENGTHS)[number];
};

export type Classification = Signal & {
  /** Week index of the first week of the unbroken run of this type at this strength; null without one. */
  since: number | null;
};

const [PLACEHOLDER] = SIGNAL_TYPES;
export const NO_SIGNAL: Classification = {
  signalType: PLACEHOLDER,
  signalStrength: 'none',
  since: null,
};

/** Evidence from which a type becomes strong, and down to which it stays strong. */
const STRONG = { enter: 1, stay: 0.65 };
/** Evidence from which a type becomes weak, and down to which it stays weak. */
const WEAK = { enter: 0.6, stay: 0.4 };

/** Below this evidence a signal of that strength is given up. */
export const LASTS_UNTIL = { strong: STRONG.stay, weak: WEAK.stay } as const;

export function evidenceOf(windows: EvidenceWindows): Evidence {
  return {
    'Engineering hiring burst': hiringBurst(windows),
    'Infrastructure buildout': infrastructureBuildout(windows),
    'Deploy frequency spike': deploySpike(windows),
    'Framework migration': frameworkMigration(windows),
  };
}

/**
 * The classification of a week, from that of the week before. A company's first covered week follows
 * `NO_SIGNAL`, and so does a week after one that does not cover it.
 *
 * @param evidence undefined where the company is not covered
 */
export function classify(
  before: Classification,
  evidence: Evidence | undefined,
  week: number,
): Classification {
  const signal = evidence ? nextSignal(before, evidence) : NO_SIGNAL;
  if (signal.signalStrength === 'none') return NO_SIGNAL;
  const isTheSame =
    signal.signalType === before.signalType && signal.signalStrength === before.signalStrength;
  return { ...signal, since: isTheSame ? before.since : week };
}

function nextSignal({ signalType, signalStrength }: Signal, evidence: Evidence): Signal {
  const largest = SIGNAL_TYPES.reduce((best, type) =>
    amountOf(evidence, type) > amountOf(evidence, best) ? type : best,
  );
  const own = signalStrength === 'none' ? 0 : amountOf(evidence, signalType);
  if (signalStrength === 'strong' && own >= STRONG.stay) return { signalType, signalStrength };
  if (amountOf(evidence, largest) >= STRONG.enter)
    return { signalType: largest, signalStrength: 'strong' };
  if (own >= WEAK.stay && evidence[signalType].isAbovePast)
    return { signalType, signalStrength: 'weak' };
  if (amountOf(evidence, largest) >= WEAK.enter)
    return { signalType: largest, signalStrength: 'weak' };
  return NO_SIGNAL;
}

function amountOf(evidence: Evidence, type: SignalType): number {
  return evidence[type].value ?? 0;
}
