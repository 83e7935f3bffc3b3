/** What the registry's events lack (docs/labels.md), and what follows for forecasts. */
import { completenessNote, estimateOf } from '../../registry/completeness.ts';
import type { Registry } from '../../registry/schema.ts';
import type { Rates } from '../outcomes/hazard.ts';

/**
 * What rates are multiplied by to forecast what is announced, not what the registry lists: rounds by
 * the inverse of the estimated share that is known. Of acquisitions there is no estimate.
 */
export function underreporting({ completeness }: Pick<Registry, 'completeness'>): Rates {
  const { either, all } = estimateOf(completeness.rounds);
  return { raise: all === null ? 1 : all.estimate / either, acquisition: 1 };
}

/** The sentence that stands at every forecast. */
export function incompletenessNote({ completeness }: Pick<Registry, 'completeness'>): string {
  return `The forecast learns from events that the registry documents, and those are incomplete. ${completenessNote(completeness)}`;
}
