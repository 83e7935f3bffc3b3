/** One-line definitions next to the numbers. They shorten the method and add nothing to it. */
import definitions from './terms.json' with { type: 'json' };

export type Term = { name: string; meaning: string };

export const TERMS: Readonly<Record<keyof typeof definitions.terms, Term>> = definitions.terms;

/** How the evidence of each signal type is computed, by the type's name in the data. */
export const EVIDENCE_RULES: Readonly<Record<string, string>> = definitions.evidenceRules;
