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

/** 1 is a type's threshold; null where the ledger does not hold what the type rests on. */
export type Evidence = Readonly<Record<SignalType, number | null>>;

export type Classification = {
  /** With the strength `none` a placeholder, since the record needs a type. */
  signalType: SignalType;
  signalStrength: (typeof SIGNAL_STRENGTHS)[number];
};

const [PLACEHOLDER] = SIGNAL_TYPES;
const NO_SIGNAL: Classification = { signalType: PLACEHOLDER, signalStrength: 'none' };

/** Evidence from which a type is strong, and as long as which it stays strong. */
const STRONG = { enter: 1, stay: 0.65 };
/** Evidence from which a type is weak, and as long as which it stays weak. */
const WEAK = { enter: 0.6, stay: 0.4 };

/** Below this evidence a signal of that strength is given up. */
export const LASTS_UNTIL = { strong: STRONG.stay, weak: WEAK.stay } as const;

/** Weeks that a classification can depend on, the period's own included. */
export const CLASSIFIED_WEEKS = 12;

export function evidenceOf(windows: EvidenceWindows): Evidence {
  return {
    'Engineering hiring burst': hiringBurst(windows),
    'Infrastructure buildout': infrastructureBuildout(windows),
    'Deploy frequency spike': deploySpike(windows),
    'Framework migration': frameworkMigration(windows),
  };
}

/**
 * Goes through the weeks up to a period, beginning without a signal.
 *
 * @param weeks the evidence of up to 12 weeks, oldest first; undefined where the company was not
 *   covered
 */
export function classify(weeks: readonly (Evidence | undefined)[]): Classification {
  return weeks
    .slice(-CLASSIFIED_WEEKS)
    .reduce<Classification>(
      (before, evidence) => (evidence ? next(before, evidence) : NO_SIGNAL),
      NO_SIGNAL,
    );
}

function next({ signalType, signalStrength }: Classification, evidence: Evidence): Classification {
  const largest = SIGNAL_TYPES.reduce((best, type) =>
    amountOf(evidence, type) > amountOf(evidence, best) ? type : best,
  );
  const own = signalStrength === 'none' ? 0 : amountOf(evidence, signalType);
  if (signalStrength === 'strong' && own >= STRONG.stay) return { signalType, signalStrength };
  if (amountOf(evidence, largest) >= STRONG.enter)
    return { signalType: largest, signalStrength: 'strong' };
  if (own >= WEAK.stay) return { signalType, signalStrength: 'weak' };
  if (amountOf(evidence, largest) >= WEAK.enter)
    return { signalType: largest, signalStrength: 'weak' };
  return NO_SIGNAL;
}

function amountOf(evidence: Evidence, type: SignalType): number {
  return evidence[type] ?? 0;
}
