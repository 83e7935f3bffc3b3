/** One-line definitions beside the numbers. They shorten the method and add nothing to it. */
export type Term = { name: string; meaning: string };

export const TERMS = {
  commits: {
    name: 'Commits',
    meaning:
      'Commits that landed on the default branches of the tracked public repositories in the 14 days to the end of the period. Merges, duplicates and maintenance bots are not counted.',
  },
  change: {
    name: 'Change',
    meaning: 'Commits against the 14 days before; shown at most as +999%.',
  },
  contributors: {
    name: 'Contributors',
    meaning:
      'Distinct people behind the commits of the last 30 days. Coding agents are not people.',
  },
  growth: { name: 'Growth', meaning: 'Contributors against the 30 days before.' },
  newRepositories: {
    name: 'New repositories',
    meaning: 'Tracked repositories that began in the last 30 days.',
  },
  agents: {
    name: 'Agents',
    meaning: 'Share of the commits that a coding agent wrote, or that name one as co-author.',
  },
  acceleration: {
    name: 'Acceleration',
    meaning:
      'How unusual this change is for this startup: its distance from the median of its own 26 preceding weeks, in robust standard deviations. 0 is usual.',
  },
  signal: {
    name: 'Signal',
    meaning:
      'The one of four kinds of change with the most evidence: strong when it reaches its threshold, weak when none does.',
  },
  signalTypes: {
    name: 'Signal types',
    meaning:
      'Engineering hiring burst: contributors rose. Infrastructure buildout: new repositories, or more CI and infrastructure files changed. Deploy frequency spike: more commits or release tags. Framework migration: many dependencies replaced.',
  },
  score: {
    name: 'Score',
    meaning:
      '0 to 100, from three percentiles among all startups with commits: half acceleration (how unusual the change is for this startup), a quarter commits, a quarter novelty (evidence of a buildout or a migration).',
  },
  percentiles: {
    name: 'Percentiles',
    meaning:
      'The share of startups with commits that this one stands above, ties counted half. Novelty is the larger evidence of infrastructure buildout and framework migration.',
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
    'Contributor growth divided by 0.5; counted only when at least 3 people were added.',
  'Infrastructure buildout':
    'The larger of new repositories divided by 3, and CI and infrastructure files changed in 30 days, against their mean over six earlier windows (at least 10), divided by 2.',
  'Deploy frequency spike':
    'The larger of the change in commits divided by 1.5, and release tags in 14 days, against their mean over 13 earlier fortnights (at least 1), divided by 2; tags count from 3 on.',
  'Framework migration':
    'Dependencies added and dependencies removed in 30 days, the smaller of the two, divided by twice the mean over six earlier windows (at least 5).',
};
