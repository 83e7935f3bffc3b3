/**
 * Startups as a list to choose from: the list of a page, its files, plot and feed are all derived from the
 * choices of one address.
 */
import type { Choosable, Facet, Picked } from './choices.ts';
import { FACET_NAMES, facetsOf } from './facets.ts';
import type { Listed } from './listed-week.ts';
import { SORTINGS } from './orders.ts';

export const SELECTION_PARAMETERS = [...FACET_NAMES, 'sort', 'order'] as const;

export function startupChoices(registry: Parameters<typeof facetsOf>[0]): Choosable<Listed> {
  return { facets: facetsOf(registry), sortings: SORTINGS, usual: 'score' };
}

/** `path?sector=security&page=2` @param more parameters to append */
export function selectionAddress(
  path: string,
  parameters: readonly (readonly [string, string])[],
): string {
  if (parameters.length === 0) return path;
  const query = parameters.map(([name, value]) => `${name}=${encoded(value)}`);
  return `${path}?${query.join('&')}`;
}

/** Commas need not be encoded in a query (RFC 3986, section 3.4). */
function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll('%2C', ',');
}

/** The picked values in words for titles: `Security, Seed, strong…`; empty if all startups match. */
export function selectionWords(picked: Picked, facets: readonly Facet<Listed>[]): string {
  return facets
    .flatMap(({ name, values }) => {
      const labels = (picked[name] ?? []).map(
        (value) => values.find((one) => one.value === value)?.label ?? value,
      );
      const said = name === 'geography' || name === 'stage' ? labels.map(ofUnknown(name)) : labels;
      return said.length === 0 ? [] : [said.join(' or ')];
    })
    .join(', ');
}

function ofUnknown(name: string): (label: string) => string {
  return (label) => (label === 'not known' ? `${name} ${label}` : label);
}
