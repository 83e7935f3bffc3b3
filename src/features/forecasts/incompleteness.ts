/** Events missing from the registry (docs/diligence.md), and the consequences for forecasts. */
import { completenessNote, estimateOf } from '../../registry/completeness.ts';
import type { Registry } from '../../registry/schema.ts';
import type { Rates } from '../outcomes/hazard.ts';

/**
 * Factors from the rate of events in the registry to the rate of announced events. For rounds it is
 * the inverse of the estimated known share; for acquisitions there is no estimate.
 */
export function underreporting({ completeness }: Pick<Registry, 'completeness'>): Rates {
  const { either, all } = estimateOf(completeness.rounds);
  return { raise: all === null ? 1 : all.estimate / either, acquisition: 1 };
}

/** The sentence shown with every forecast. */
export function incompletenessNote({ completeness }: Pick<Registry, 'completeness'>): string {
  return `The forecast learns from events that the registry documents, and those are incomplete. ${completenessNote(completeness)}`;
}
