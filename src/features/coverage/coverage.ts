/** Tracked startups that the current period does not cover: the reason for each, and the remedy. */
import { compareCodeUnits } from '../../lib/compare.ts';
import { Gap } from '../../pipeline/edition/record.ts';
import { notCoveredRecord } from '../../published/not-covered.ts';
import type { Published } from '../../published/published.ts';

type GapName = (typeof Gap.options)[number];

export type Coverage = Awaited<ReturnType<typeof coverage>>;

/** Every tracked startup that is not covered, once, by reason and then by slug. */
export async function coverage(published: Published) {
  const { editions, registry } = published;
  const { meta } = await editions.signals(editions.latest);
  const startups = await editions.startups(editions.latest);
  const missing = registry.companies.filter(({ slug }) => !startups.has(slug));
  const items = await Promise.all(
    missing.map(async (company) => {
      const known = await notCoveredRecord(company, editions.latest, published);
      const { repository, reason, gap, heldThrough, weightHeld, lastCovered } = known;
      return {
        ...{ slug: company.slug, name: company.name, gap, reason },
        /** The repository that every statement depends on. */
        repository,
        /** Last day that its copy holds, ISO date. */
        heldThrough,
        /** Share of the weight of all its repositories that is held, 0–1. */
        weightHeld,
        lastCovered,
        remedy: REMEDIES[gap](repository ?? 'its repository', heldThrough ?? ''),
        command: gap === 'not-begun' ? null : `bellwether collect ${company.slug}`,
      };
    }),
  );
  items.sort(
    (a, b) =>
      Gap.options.indexOf(a.gap) - Gap.options.indexOf(b.gap) || compareCodeUnits(a.slug, b.slug),
  );
  return {
    period: meta.period,
    tracked: registry.companies.length,
    covered: registry.companies.length - items.length,
    byGap: Gap.options.map((gap) => ({
      gap,
      startups: items.filter((item) => item.gap === gap).length,
    })),
    items,
  };
}

export const GAP_WORDS: Readonly<Record<GapName, string>> = {
  'never-collected': 'never collected',
  'copy-ended': 'the copy ended',
  'copy-begins-late': 'the copy begins too late',
  'not-begun': 'nothing has begun',
};

const REMEDIES: Readonly<Record<GapName, (repository: string, through: string) => string>> = {
  'never-collected': (repository) =>
    `Once ${repository} has been collected, the startup is covered.`,
  'copy-ended': (repository, through) =>
    `Once ${repository} has been collected again, from ${through} on, the startup is covered.`,
  'copy-begins-late': (repository) =>
    `Once the copy of ${repository} holds 60 days, or an older copy is collected, the startup is covered.`,
  'not-begun': () => 'Once one of its repositories has a commit, the startup is covered.',
};
