/** One-line definitions beside the numbers. They shorten the method and add nothing to it. */
export type Term = { name: string; meaning: string };

export const TERMS = {
  commits: {
    name: 'Commits',
    meaning:
      'Commits that landed on the default branches of the tracked public repositories in the 14 days to the end of the period. Merges, duplicates and maintenance bots are not counted.',
  },
  change: {
    name: 'vs 14 days before',
    meaning:
      'Commits against the 14 days before; shown at most as +999%. Grey unless it is half as much again, or a third less.',
  },
  contributors: {
    name: 'Contributors',
    meaning:
      'Distinct people behind the commits of the last 30 days. Coding agents are not people.',
  },
  growth: {
    name: 'vs 30 days before',
    meaning: 'Contributors against the 30 days before, grey as well unless unusual.',
  },
  newRepositories: {
    name: 'New repositories',
    meaning: 'Tracked repositories that began in the last 30 days.',
  },
  agents: {
    name: 'Agents',
    meaning: 'Share of the commits that a coding agent wrote, or that name one as co-author.',
  },
  paceGrowth: {
    name: 'Growth of pace',
    meaning:
      'How far the pace of the last weeks is above that of the last year, in units of this startup’s own week-to-week noise. 0 is no change.',
  },
  acceleration: {
    name: 'Pace vs own year',
    meaning:
      'How far the pace of the last weeks is above that of the startup’s own past year, in units of its usual swing from week to week. 0 is its usual pace, 2 is far above it.',
  },
  newcomerShare: {
    name: 'Newcomers',
    meaning:
      'Share of the days of work of the last eight weeks by people who had first come between a week and 180 days before.',
  },
  signal: {
    name: 'Signal',
    meaning:
      'The one of four kinds of change that the evidence names, strong or weak. None where there is no evidence of any.',
  },
  signalTypes: {
    name: 'Signal types',
    meaning:
      'Engineering hiring burst: new people who stay. Infrastructure buildout: new repositories, or more work on CI and infrastructure files. Deploy frequency spike: more days with a release. Framework migration: a package that another one of its role replaced.',
  },
  score: {
    name: 'Score',
    meaning:
      '0 to 100: the percentile, among all startups with commits, of 70% growth (a pace above the own past), 15% commits and 15% novelty (work of newcomers), discounted where one person or one bulk landing made more than 60% of the fortnight’s commits.',
  },
  percentiles: {
    name: 'Percentiles',
    meaning:
      'The share of startups with commits that this one stands above, ties counted half. Growth ranks the growth of pace, novelty the share of newcomers in the work.',
  },
  trend: {
    name: '52 weeks',
    meaning:
      'The startup’s own 14-day commits, week by week. Every line has its own scale, from zero; the dot is this period, a gap is a time not covered.',
  },
} as const satisfies Record<string, Term>;

/** How the evidence of each signal type is computed, by the type's name in the data. */
export const EVIDENCE_RULES: Readonly<Record<string, string>> = {
  'Engineering hiring burst':
    'New people of the last eight weeks who stay (three weeks, five commits, seen in the last 14 days; fewer than three are none), divided by the largest of 3, twice the mean of the windows before, and 15% of the people already there.',
  'Infrastructure buildout':
    'The larger of new repositories divided by 2, and days on which people changed CI or infrastructure files in four weeks, divided by twice their mean over six earlier windows (at least 10); at least two people.',
  'Deploy frequency spike':
    'Days with a release in four weeks, divided by twice their mean over six earlier windows (at least 5).',
  'Framework migration':
    'Roles of packages that changed hands in four weeks: in one commit a package of a role left and another one of the same role came, and neither was taken back. One is the threshold.',
};
