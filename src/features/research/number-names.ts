/** What the numbers of the findings are called, and how they are shown. */

export type NamedNumber = {
  /** Its key among the finding's numbers; `…Low` and `…High` hold its interval, where it has one. */
  key: string;
  name: string;
  unit: '%' | '';
  /** The number that chance alone gives in its place. */
  chance?: string;
};

/** By finding; numbers with an interval first. */
const NAMES: Readonly<Record<string, readonly NamedNumber[]>> = {
  'agents-write-a-growing-share': [
    { key: 'shareNow', name: 'Commits by or with agents', unit: '%' },
    { key: 'shareThen', name: 'The same a year before', unit: '%' },
    { key: 'chanceDistance', name: 'Difference that chance stays below', unit: '%' },
  ],
  'most-startups-have-agent-commits': [
    { key: 'any', name: 'Startups with any such commit', unit: '%', chance: 'chanceAny' },
    { key: 'most', name: 'Startups where most are', unit: '%', chance: 'chanceMost' },
    { key: 'startups', name: 'Startups with commits', unit: '' },
  ],
  'few-startups-land-most-commits': [
    { key: 'topTen', name: 'Commits by the first ten', unit: '%', chance: 'chanceTopTen' },
    { key: 'median', name: 'Commits that half of all do not exceed', unit: '' },
    { key: 'upperQuarter', name: 'Commits that three quarters do not exceed', unit: '' },
    { key: 'commits', name: 'Commits of all', unit: '' },
  ],
  'the-top-20-lasts': [
    {
      key: 'afterFour',
      name: 'Still in the top 20 after four weeks',
      unit: '%',
      chance: 'chanceAfterFour',
    },
    { key: 'afterOne', name: 'Still in it after one week', unit: '%' },
    { key: 'pairs', name: 'Pairs of weeks compared', unit: '' },
  ],
  'growth-lasts': [
    { key: 'still', name: 'Growth still 90 or more', unit: '%', chance: 'chanceStill' },
    { key: 'median', name: 'Median growth score four weeks later', unit: '' },
    { key: 'cases', name: 'Cases', unit: '' },
  ],
  'strong-signals-come-again': [
    { key: 'again', name: 'Strong again after eight weeks', unit: '%', chance: 'chanceAgain' },
    { key: 'strong', name: 'Records with a strong signal', unit: '%' },
    { key: 'hiring', name: 'Strong hiring bursts', unit: '%' },
    { key: 'buildout', name: 'Strong infrastructure buildouts', unit: '%' },
    { key: 'spike', name: 'Strong deploy frequency spikes', unit: '%' },
    { key: 'migration', name: 'Strong framework migrations', unit: '%' },
    { key: 'records', name: 'Records, one a startup and week', unit: '' },
  ],
  'people-and-commits-go-together': [
    { key: 'rho', name: 'Rank correlation', unit: '' },
    { key: 'chanceRho', name: 'Correlation that chance stays below', unit: '' },
    { key: 'startups', name: 'Startups with commits', unit: '' },
  ],
  'a-fast-fortnight-gives-way': [
    { key: 'r', name: 'Correlation of successive changes', unit: '', chance: 'chanceR' },
    { key: 'pairs', name: 'Pairs of fortnights', unit: '' },
  ],
  'spikes-before-raises': [
    difference('added', 'Difference in points: companies added for the test'),
    difference('since2022', 'Tracked before, recorded from 2022 (exploratory)'),
    difference('since2024', 'Tracked before, since 2024 (exploratory)'),
    difference('together', 'All of them, each company once (exploratory)'),
    {
      key: 'flagged',
      name: 'Rounds of the added companies with a jump before',
      unit: '%',
      chance: 'base',
    },
    { key: 'smallest', name: 'Difference that the test finds in four of five cases', unit: '' },
    { key: 'p', name: 'p, by circular shifts of weeks', unit: '' },
    { key: 'rounds', name: 'Rounds compared', unit: '' },
    { key: 'companies', name: 'Their companies', unit: '' },
  ],
  'raises-after-spikes': [
    difference('difference', 'Difference in points'),
    { key: 'share', name: 'Jumps with a round within 12 weeks', unit: '%', chance: 'base' },
    { key: 'spikes', name: 'Jumps', unit: '' },
    { key: 'perRound', name: 'Jumps to follow for one round', unit: '', chance: 'weeksPerRound' },
  ],
};

/** A difference in points between shares, for which chance alone gives none. */
function difference(key: string, name: string): NamedNumber {
  return { key, name, unit: '', chance: 'none' };
}

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
