/** The facets by which startups can be filtered, with the values of each. */
import type { Startup } from '../../pipeline/edition/record.ts';
import { signalKey } from '../../published/signal-words.ts';
import { GEOGRAPHIES, STAGES } from '../../registry/schema.ts';
import { STATUSES } from '../../registry/status.ts';
import type { Facet, FacetValue } from './choices.ts';

export const FACET_NAMES = ['sector', 'stage', 'status', 'signal', 'geography', 'size'] as const;

type Named = { slug: string; name: string };
type StartupRow = { startup: Startup };

/** The value of a startup for which it is unknown. */
const UNKNOWN: FacetValue = { value: 'unknown', label: 'not known' };

/** Numbers of contributors in 30 days. */
const SIZES: readonly (FacetValue & { from: number })[] = [
  { value: '50-or-more', label: '50 or more contributors', from: 50 },
  { value: '20-49', label: '20 to 49', from: 20 },
  { value: '5-19', label: '5 to 19', from: 5 },
  { value: 'under-5', label: 'fewer than 5', from: 0 },
];

const SIGNALS: readonly FacetValue[] = [
  { value: 'hiring', label: 'Engineering hiring burst' },
  { value: 'infrastructure', label: 'Infrastructure buildout' },
  { value: 'deploy', label: 'Deploy frequency spike' },
  { value: 'migration', label: 'Framework migration' },
  { value: 'none', label: 'no signal' },
];

export function facetsOf({ sectors }: { sectors: readonly Named[] }): Facet<StartupRow>[] {
  const known = sectors.map(({ slug, name }) => ({ value: slug, label: name }));
  const stages = [...STAGES.map(worded), UNKNOWN];
  const places = [...GEOGRAPHIES.map(worded), UNKNOWN];
  return [
    facet('sector', 'all sectors', known, ({ sector }) => sector),
    facet('stage', 'all stages', stages, ({ stage }) => slugified(stage)),
    facet('status', 'any status', STATUSES.map(worded), ({ status }) => status ?? 'active'),
    facet('signal', 'any signal', SIGNALS, signalKey),
    facet('geography', 'anywhere', places, ({ geography }) => slugified(geography)),
    facet('size', 'any size', SIZES, ({ contributors }) => sizeOf(contributors)),
  ];
}

function facet(
  name: (typeof FACET_NAMES)[number],
  all: string,
  values: readonly FacetValue[],
  value: (startup: Startup) => string,
): Facet<StartupRow> {
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return { name, title, all, values, of: ({ startup }) => [value(startup)] };
}

function sizeOf(contributors: number): string {
  return SIZES.find(({ from }) => contributors >= from)?.value ?? 'under-5';
}

function worded(label: string): FacetValue {
  return { value: slugified(label), label };
}

/** Converts a label for addresses: `Series A/B` becomes `series-a-b`. */
export function slugified(label: string | null): string {
  if (label === null) return UNKNOWN.value;
  return label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
