/** Names and formats of the findings' numbers, from `number-names.json`. */
import names from './number-names.json' with { type: 'json' };

export type NamedNumber = {
  /** Its key among the finding's numbers; `…Low` and `…High` hold its interval, where it has one. */
  key: string;
  name: string;
  unit: '%' | '';
  /** The number that chance alone gives in its place. */
  chance?: string;
};

/** By finding; numbers with an interval first. JSON has no literal types. */
const NAMES = names as Readonly<Record<string, readonly NamedNumber[]>>;

/** The numbers of a finding by the names that people read. */
export function namedNumbers(slug: string): readonly NamedNumber[] {
  return NAMES[slug] ?? [];
}

/** A named number with its interval and what chance gives, as far as there are any. */
export type Estimate = NamedNumber & {
  value: number;
  low: number | undefined;
  high: number | undefined;
  byChance: number | undefined;
};

export function estimatesOf({
  slug,
  numbers,
}: {
  slug: string;
  numbers: Readonly<Record<string, number>>;
}): Estimate[] {
  return namedNumbers(slug).flatMap((named) => {
    const value = numbers[named.key];
    if (value === undefined) return [];
    const byChance = named.chance === undefined ? undefined : numbers[named.chance];
    return [
      {
        ...named,
        value,
        low: numbers[`${named.key}Low`],
        high: numbers[`${named.key}High`],
        byChance,
      },
    ];
  });
}
