/** An invented publication: startups that do not exist, with numbers from a fixed sequence. */

import { listedOf } from '../../src/features/selection/listed-week.ts';
import { startupChoices } from '../../src/features/selection/selection.ts';
import { type ShownList, shownOf } from '../../src/features/selection/shown-list.ts';
import type { WatchList } from '../../src/features/selection/watch-list.ts';
import { Addresses } from '../../src/lib/addresses.ts';
import { parsePeriod, periodAt, weekIndex } from '../../src/lib/period.ts';
import type {
  EvidenceRecord,
  HistoryTable,
  Sector,
  SignalsResponse,
  Startup,
  TypeEvidence,
  WindowComposition,
} from '../../src/pipeline/edition/record.ts';
import { SIGNAL_TYPES } from '../../src/pipeline/signals/classify.ts';
import { layout } from '../../src/web/components/layout.ts';
import type { EditionView } from '../../src/web/components/periods.ts';
import * as home from '../../src/web/home.ts';
import * as sectors from '../../src/web/sectors.ts';
import * as startupList from '../../src/web/startup-list.ts';
import * as startups from '../../src/web/startups.ts';
import * as watch from '../../src/web/watch.ts';
import { exampleCompany } from '../support/example-company.ts';

const BASE_URL = 'https://bellwether.example';
const LATEST = '2026-w33';
const lastWeek = weekIndex(parsePeriod(LATEST)?.lastDay ?? 0);

/** 106 weeks, oldest first. */
export const PERIODS = Array.from({ length: 106 }, (_, index) => periodAt(lastWeek - 105 + index));

/** Whole documents of what the pages show. */
export const homePage = (view: home.WeekView) => layout(home.homePage(view));
export const startupPage = (view: startups.StartupView) => layout(startups.startupPage(view));
export const watchPage = (view: watch.WatchView) => layout(watch.watchPage(view));
export const sectorsPage = (...view: Parameters<typeof sectors.sectorsPage>) =>
  layout(sectors.sectorsPage(...view));
export const sectorPage = async (...view: Parameters<typeof sectors.sectorPage>) =>
  layout(await sectors.sectorPage(...view));
export const startupsPage = async (...view: Parameters<typeof startupList.startupsPage>) =>
  layout(await startupList.startupsPage(...view));

const SEED = { round: 'Seed', announcedOn: '2025-03', sourceUrl: 'https://example.org/seed' };

const EXAMPLE_WINDOW: WindowComposition = {
  commits: 40,
  largestContributorShare: 0.4,
  bulkShare: 0,
  people: 12,
  peopleOnTwoDays: 8,
  newPeople: 3,
  returningPeople: 9,
};

const EXAMPLE_TYPES: TypeEvidence = {
  'Engineering hiring burst': {
    value: 0,
    summary: '3 new people joined in eight weeks, of whom 0 stay.',
    newPeople: 3,
    stayed: 0,
    stayedBefore: [1, 0, 0],
    steadyPeople: 8,
  },
  'Infrastructure buildout': {
    value: 1.25,
    summary: '3 people changed CI or infrastructure files on 25 working days together in 28 days.',
    newRepositories: [{ repository: 'example/new', day: '2026-08-01' }],
    personDays: 25,
    personDaysBefore: [10, 10, 10, 10, 10, 10],
    people: 3,
    files: { ci: 20, infrastructure: 5 },
  },
  'Deploy frequency spike': {
    value: 0.4,
    summary: 'Released on 2 days of 28.',
    releaseDays: 2,
    releaseDaysBefore: [1, 1, 1, 1, 1, 1],
    totalReleases: 2,
    releases: [{ repository: 'example/core', tag: 'v1.2.0', day: '2026-08-05' }],
  },
  'Framework migration': {
    value: 0.999,
    summary: 'old → new (test runner) in example/core on 2026-08-04.',
    replacedRoles: 1,
    replaced: [
      {
        ...{ role: 'test runner', repository: 'example/core', left: 'npm:old', came: 'npm:new' },
        ...{ day: '2026-08-04', commit: '0123456789ab' },
      },
    ],
    repository: 'example/core',
    basis: 'lines',
    totalLeft: 4,
    left: [{ name: 'npm:old', day: '2026-08-04', commit: '0123456789ab' }],
    totalCame: 5,
    came: [{ name: 'npm:new', day: '2026-08-04', commit: null }],
  },
};

export function exampleStartup(number: number, changes: Partial<Startup> = {}): Startup {
  const slug = changes.slug ?? `example-${number}`;
  const type = SIGNAL_TYPES[number % SIGNAL_TYPES.length] ?? SIGNAL_TYPES[0];
  return {
    name: `Example ${number}`,
    slug,
    description: 'A company that does not exist, for testing.',
    sector: `sector-${number % 21}`,
    stage: 'Seed',
    lastKnownStage: 'Seed',
    lastKnownStageOn: SEED.announcedOn,
    stageBasis: SEED,
    lastRound: SEED,
    status: 'active',
    statusBasis: null,
    exitsCheckedOn: '2026-11-21',
    geography: 'EU',
    period: LATEST,
    commitVelocity14d: 40 + (number % 1500),
    commitVelocityChange: ['+42%', '-7%', '0%'][number % 3] ?? '0%',
    commitVelocityChangeRatio: 0.42,
    contributors: 12,
    contributorGrowth: ['-20%', '+9%', '0%'][number % 3] ?? '0%',
    newRepos: 1,
    agentShare: 0.1234,
    composition14d: EXAMPLE_WINDOW,
    composition30d: EXAMPLE_WINDOW,
    signalType: type,
    signalStrength: number % 2 === 0 ? 'strong' : 'weak',
    signalSince: number % 3 === 0 ? LATEST : '2026-w27',
    signalValue: EXAMPLE_TYPES[type].value,
    evidence: { [type]: EXAMPLE_TYPES[type] },
    scores: { velocity: 60, growth: 70, novelty: 80, composite: 100 - (number % 100) },
    repositories: [`${slug}/core`, `${slug}/docs`],
    repositoryRoles: [
      { repository: `${slug}/core`, role: 'main' },
      { repository: `${slug}/docs`, role: 'side' },
    ],
    notCounted: [],
    countedPart: null,
    githubUrl: `https://github.com/${slug}`,
    websiteUrl: `https://${slug}.example/`,
    linkedinUrl: 'https://www.linkedin.com/company/example',
    url: `${BASE_URL}/startups/${slug}`,
    evidenceUrl: `${BASE_URL}/startups/${slug}?period=${LATEST}#evidence`,
    computedAt: '2026-08-17T06:00:00.000Z',
    timing: 'live',
    ...changes,
  };
}

export function exampleEvidence({ slug, repositories }: Startup): EvidenceRecord {
  const weeks = Array.from({ length: 30 }, (_, ago) => (ago * 7) % 23);
  return {
    slug,
    period: LATEST,
    evidence: EXAMPLE_TYPES,
    paceGrowth: -0.5,
    newcomerShare: 0.1,
    concentration: 0.4,
    work: { weeklyPace: [9, 12, 10], workDays: 40, newcomerDays: 4 },
    priorVelocity: 31,
    priorContributors: 15,
    weeklyCommits: weeks,
    composition: {
      current14d: EXAMPLE_WINDOW,
      prior14d: EXAMPLE_WINDOW,
      current30d: EXAMPLE_WINDOW,
      prior30d: EXAMPLE_WINDOW,
    },
    repositories: repositories.map((repository, index) => ({
      repository,
      commits14d: 1200 + index,
      priorCommits14d: 20,
      commitsUrl: `https://github.com/${repository}/commits?since=2026-08-03&until=2026-08-16`,
    })),
  };
}

/** An edition with so many startups, or with the given ones. */
export function exampleEdition(startups: number | readonly Startup[] = 6): EditionView {
  const all =
    typeof startups === 'number'
      ? Array.from({ length: startups }, (_, index) => exampleStartup(index + 1))
      : [...startups];
  const sectors = [...Map.groupBy(all, ({ sector }) => sector)].map(
    ([slug, inSector]): Sector => ({
      name: `Sector & ${slug}`,
      slug,
      description: 'Invented companies.',
      url: `${BASE_URL}/sectors/${slug}`,
      startupCount: inSector.length,
      startups: inSector,
    }),
  );
  const latest = PERIODS.at(-1);
  const signals: SignalsResponse = {
    meta: {
      name: 'Bellwether engineering-acceleration signals',
      period: { slug: LATEST, name: latest?.name ?? '' },
      totalSectors: sectors.length,
      totalStartups: all.length,
      lastUpdated: '2026-08-17T00:00:00Z',
      timing: 'live',
      citation: 'Bellwether (2026). Signals.',
      license: 'https://creativecommons.org/licenses/by/4.0/',
      method: `${BASE_URL}/api/v1/methodology.json`,
      methodVersion: '2.1',
      revision: 1,
      manifest: `${BASE_URL}/editions/${LATEST}/manifest.json`,
      isPartial: false,
      notCovered: [
        {
          name: 'Gone Example',
          slug: 'gone-example',
          repository: 'gone/core',
          reason: 'the copy of gone/core ends on 2026-01-04',
          lastCovered: '2025-w53',
        },
      ],
    },
    trending: all.slice(0, 20),
    sectors,
  };
  return {
    addresses: new Addresses(BASE_URL),
    periods: PERIODS.map(({ slug, name }) => ({ slug, name })).toReversed(),
    latest: LATEST,
    isOld: false,
    signals,
    history: exampleHistory(all),
  };
}

/** The same as the home page shows it: with changes, newcomers and leavers. */
export async function exampleWeek(edition: EditionView = exampleEdition()): Promise<home.WeekView> {
  const startups = edition.signals.sectors.flatMap((sector) => sector.startups);
  const evidence = new Map(startups.map((startup) => [startup.slug, exampleEvidence(startup)]));
  const [entered] = startups;
  const moves = {
    before: '2026-w32',
    entered: entered
      ? [{ slug: entered.slug, name: entered.name, place: 1, why: 'not covered the week before' }]
      : [],
    left: [],
  };
  return home.weekView(edition, evidence, moves, {
    title: 'The busiest fortnight in two years',
    facts: [
      {
        text: 'Example 1 is first for the eighth week, well below its April peak.',
        url: `${BASE_URL}/startups/example-1/check/score?period=${LATEST}`,
      },
    ],
  });
}

/** The list that an address shows of an edition. */
export function exampleList(edition: EditionView, query: Record<string, string> = {}): ShownList {
  const { signals } = edition;
  const startups = signals.sectors.flatMap((sector) => sector.startups);
  const evidence = new Map(
    startups.map((startup, index) => [
      startup.slug,
      { ...exampleEvidence(startup), paceGrowth: ((index * 7) % 40) / 10 - 2 },
    ]),
  );
  const listed = listedOf(signals, evidence);
  const shown = shownOf(query, listed, startupChoices(signals));
  return { ...shown, period: signals.meta.period.slug, question: '', asked: undefined };
}

/** A watch list of the edition's startups. */
export function exampleWatch(
  edition: EditionView,
  slugs: readonly string[],
  strangers: readonly string[] = [],
): watch.WatchView {
  const { listed } = exampleList(edition);
  const companies = listed.flatMap(({ startup: { slug, name } }) =>
    slugs.includes(slug) ? [{ ...exampleCompany(slug), name }] : [],
  );
  const list: WatchList =
    slugs.length === 0
      ? { kind: 'nothing', unknown: [] }
      : { kind: 'startups', companies, strangers, tooMany: 0 };
  return { list, edition, listed };
}

export function exampleStartupView(startup: Startup = exampleStartup(1)): startups.StartupView {
  const edition = exampleEdition([startup, exampleStartup(2, { sector: startup.sector })]);
  return {
    startup,
    evidence: exampleEvidence(startup),
    edition,
    sectorName: `Sector & ${startup.sector}`,
    history: { show: 'commits', chart: undefined },
    dossier: undefined,
  };
}

/** `gone-example` is covered through `2026-w01` only. */
function exampleHistory(startups: readonly Startup[]): HistoryTable {
  const periods = PERIODS.map(({ slug }) => slug);
  const next = pseudorandom();
  const course = () => {
    const velocity = periods.map(() => Math.floor(next() * 900));
    return {
      velocity,
      contributors: velocity.map((commits) => Math.ceil(commits / 20)),
      composite: velocity.map((commits) => Math.round(commits / 9)),
    };
  };
  const until = (values: number[]) =>
    values.map((value, index) => ((periods[index] ?? '') <= '2026-w01' ? value : null));
  const gone = course();
  return {
    periods,
    startups: {
      ...Object.fromEntries(startups.map(({ slug }) => [slug, course()])),
      'gone-example': {
        velocity: until(gone.velocity),
        contributors: until(gone.contributors),
        composite: until(gone.composite),
      },
    },
  };
}

/** The same numbers in [0, 1) on every run (a linear congruential generator). */
function pseudorandom(): () => number {
  let state = 42;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
