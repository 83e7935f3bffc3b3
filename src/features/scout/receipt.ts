/**
 * A scout's receipt: the startups that a GitHub user starred early, and how they did compared with
 * their peers.
 */

import { decimals } from '../../lib/averages.ts';
import { compareCodeUnits } from '../../lib/compare.ts';
import { isoDay, periodOf } from '../../lib/period.ts';
import { counted, figure } from '../../lib/prose.ts';
import type { Published } from '../../published/published.ts';
import { completenessNote } from '../../registry/completeness.ts';
import { medianMonths, personalityOf } from './personality.ts';
import type { ReceiptStartup, ScoutReceipt } from './receipt-schema.ts';
import { SCORE_VERSION, type Score, scoreOf } from './score.ts';
import type { StarHistory } from './star-source.ts';
import { type ImplausibleStar, type StarredStartup, starredStartups } from './starred.ts';
import { isOutcome, type NotEligible, type Outcome, trackRecord, trialOf } from './track-record.ts';

const NO_WINS = { funding: 0, valuation: 0, acquisition: 0 };

export async function scoutReceipt(
  username: string,
  history: StarHistory,
  published: Published,
): Promise<ScoutReceipt> {
  const { starred, implausible } = await starredStartups(history.stars, history.readAt, published);
  const { graded, excluded } = await gradedStars(starred, published);
  const outcomes = graded.map(({ outcome }) => outcome);
  const score = scoreOf(outcomes.map(trialOf));
  const sectors = countBy(starred.map(({ company }) => company.sector));
  const { label, rule } = personalityOf({
    sectors: Object.entries(sectors).sort(([a, m], [b, n]) => n - m || compareCodeUnits(a, b)),
    startups: starred.length,
    outcomes,
  });
  const entries = await Promise.all(
    graded.map(async (one) => ({ ...one, entry: await startupEntry(one, published) })),
  );
  const waiting = (state: 'miss' | 'open') =>
    entries
      .filter(({ outcome }) => outcome.state === state)
      .map(({ entry, outcome }) => ({ ...entry, followedUntil: isoDay(outcome.until - 1) }));
  const wins = entries.flatMap(({ entry, outcome }) => {
    if (outcome.state !== 'win') return [];
    const { kind, what, date, source } = outcome.event;
    const monthsEarly = decimals(outcome.monthsEarly, 1);
    return [{ ...entry, event: kind, what, eventOn: date, monthsEarly, source }];
  });
  const median = medianMonths(outcomes);
  const { addresses } = published;
  const { readAt, read, total, isComplete } = history;
  return {
    username,
    score: score?.score ?? null,
    interval: score ? { low: score.low, high: score.high } : null,
    explanation: explanation(username, score, starred.length, history),
    scoreVersion: SCORE_VERSION,
    personality: label,
    personalityRule: rule,
    breakdown: {
      repositoriesStarred: read,
      startupsStarred: starred.length,
      startupsCounted: outcomes.length,
      wins: wins.length,
      expectedWins: decimals(score?.expected ?? 0, 1),
      misses: outcomes.filter(({ state }) => state === 'miss').length,
      open: outcomes.filter(({ state }) => state === 'open').length,
      winsByKind: { ...NO_WINS, ...countBy(wins.map(({ event }) => event)) },
      startupsBySector: sectors,
      medianMonthsEarly: Number.isNaN(median) ? null : decimals(median, 1),
    },
    wins,
    misses: waiting('miss'),
    open: waiting('open'),
    leftOut: [...implausible, ...excluded]
      .sort((a, b) => a.starredOn - b.starredOn)
      .map(({ repository, starredOn, reason }) => ({
        repository,
        starredOn: isoDay(starredOn),
        reason: REASONS[reason],
      })),
    stars: { readAt, read, total, isComplete },
    urls: {
      page: addresses.receipt(username),
      badge: addresses.scoutBadge(username),
      method: addresses.at('/scouts#score-heading'),
    },
    notes: notesOf(history, published),
  };
}

type GradedStar = { startup: StarredStartup; outcome: Outcome };
type Excluded = { repository: string; starredOn: number; reason: NotEligible['reason'] };

/** The outcome of each star that can be graded. */
async function gradedStars(
  starred: readonly StarredStartup[],
  published: Published,
): Promise<{ graded: GradedStar[]; excluded: Excluded[] }> {
  const record = await published.derived(trackRecord);
  const graded: GradedStar[] = [];
  const excluded: Excluded[] = [];
  for (const startup of starred) {
    const { company, starredOn, repository } = startup;
    const outcome = record.outcomeOf(company.slug, starredOn);
    if (outcome && isOutcome(outcome)) graded.push({ startup, outcome });
    else if (outcome) excluded.push({ repository, starredOn, reason: outcome.reason });
  }
  return { graded, excluded };
}

const REASONS: Readonly<Record<NotEligible['reason'] | ImplausibleStar['reason'], string>> = {
  'no-startup-any-more': 'It had been acquired or closed, or was public, when it was starred.',
  'event-without-day': 'An event is known that may have come before the star or after it.',
  'too-recent': 'No day has passed since the star of which events are known.',
  'no-base-rate': 'No event of any startup is known, so there is nothing to compare with.',
  'in-the-future': 'The star is dated in the future.',
  'before-the-repository': 'The star is dated before the repository was made.',
};

function explanation(
  username: string,
  score: Score | undefined,
  startups: number,
  { isComplete, read }: StarHistory,
): string {
  if (score) {
    const { wins, expected, low, high } = score;
    return `${counted(wins, 'win')} where peers of the same stage had ${figure(decimals(expected, 1))} in the same time. 50 is what the peers did; the score lies between ${low} and ${high} with a probability of 95%.`;
  }
  if (startups > 0)
    return 'No star can be graded: each startup was starred too late or too recently, or is known too vaguely.';
  if (read === 0)
    return `GitHub shows no star of ${username}: there is none, or the profile is private.`;
  return isComplete
    ? `None of the repositories that ${username} starred belongs to a tracked startup.`
    : `None of the repositories read so far that ${username} starred belongs to a tracked startup.`;
}

function notesOf(history: StarHistory, { registry }: Published): string[] {
  const { isComplete, read, total, unreadable, staleBecause } = history;
  const notes: string[] = [];
  if (staleBecause !== undefined)
    notes.push(`GitHub could not be asked again (${staleBecause}), so older stars are shown.`);
  if (!isComplete) {
    const of = total === null ? '' : ` of ${counted(total, 'star')}`;
    notes.push(`Only the oldest ${counted(read, 'star')}${of} were read.`);
  }
  if (unreadable > 0) notes.push(`${counted(unreadable, 'star')} could not be read.`);
  notes.push(completenessNote(registry.completeness));
  return notes;
}

async function startupEntry(
  { startup: { company, starredOn, repository }, outcome }: GradedStar,
  { editions, addresses }: Published,
): Promise<ReceiptStartup> {
  const { periods, startups } = await editions.history();
  const velocity = startups[company.slug]?.velocity ?? [];
  const at = (period: string) => velocity[periods.indexOf(period)] ?? null;
  return {
    company: company.name,
    slug: company.slug,
    sector: company.sector,
    repository,
    starredOn: isoDay(starredOn),
    stageThen: outcome.stageThen,
    probability: decimals(outcome.probability, 3),
    velocityThen: at(periodOf(starredOn).slug),
    velocityNow: at(editions.latest),
    url: velocity.some((value) => value !== null)
      ? addresses.startup(company.slug)
      : addresses.diligence(company.slug),
  };
}

function countBy(keys: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}
