/** The facets by which startups can be filtered, with the values of each. */
import type { Startup } from '../../pipeline/edition/record.ts';
import { signalKey } from '../../published/signal-words.ts';
import { GEOGRAPHIES, STAGES } from '../../registry/schema.ts';
import { STATUSES } from '../../registry/status.ts';

export const FACET_NAMES = ['sector', 'stage', 'status', 'signal', 'geography', 'size'] as const;
export type FacetName = (typeof FACET_NAMES)[number];

/** @param value as in addresses @param label as displayed */
export type FacetValue = { value: string; label: string };

export type Facet = {
  name: FacetName;
  /** `Sector` */
  title: string;
  /** `all sectors` */
  all: string;
  values: readonly FacetValue[];
  /** A startup's value: one of `values`, or a value added by a later registry. */
  of: (startup: Startup) => string;
};

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

export function facetsOf({
  sectors,
}: {
  sectors: readonly { slug: string; name: string }[];
}): Facet[] {
  return [
    {
      name: 'sector',
      title: 'Sector',
      all: 'all sectors',
      values: sectors.map(({ slug, name }) => ({ value: slug, label: name })),
      of: ({ sector }) => sector,
    },
    {
      name: 'stage',
      title: 'Stage',
      all: 'all stages',
      values: [...STAGES.map(worded), UNKNOWN],
      of: ({ stage }) => slugified(stage),
    },
    {
      name: 'status',
      title: 'Status',
      all: 'any status',
      values: STATUSES.map(worded),
      of: ({ status }) => status ?? 'active',
    },
    {
      name: 'signal',
      title: 'Signal',
      all: 'any signal',
      values: SIGNALS,
      of: signalKey,
    },
    {
      name: 'geography',
      title: 'Geography',
      all: 'anywhere',
      values: [...GEOGRAPHIES.map(worded), UNKNOWN],
      of: ({ geography }) => slugified(geography),
    },
    {
      name: 'size',
      title: 'Size',
      all: 'any size',
      values: SIZES,
      of: ({ contributors }) => SIZES.find(({ from }) => contributors >= from)?.value ?? 'under-5',
    },
  ];
}

function worded(label: string): FacetValue {
  return { value: slugified(label), label };
}

/** Converts a label for addresses: `Series A/B` becomes `series-a-b`. */
function slugified(label: string | null): string {
  if (label === null) return UNKNOWN.value;
  return label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
