/** The rounds that the study counts, and the weeks in which any round lies (docs/study.md). */
import { isPriced } from '../../../src/features/outcomes/outcome-events.ts';
import { parseDay, weekIndex } from '../../../src/lib/period.ts';
import type { FundingRound } from '../../../src/registry/deals.ts';
import { firstDay, lastDay } from '../../../src/registry/partial-date.ts';
import type { Registry } from '../../../src/registry/schema.ts';
import { stageOfRound } from '../../../src/registry/stage.ts';
import { hasEnded, knownBy, statusOf } from '../../../src/registry/status.ts';

export type StudiedRound = {
  company: string;
  round: string;
  date: string;
  week: number;
  /** The day of the closing or the filing, if one is known. */
  filedOn: string | undefined;
  stage: 'seed' | 'a-b' | 'later' | undefined;
  amount: number | null;
  currency: string | null;
  source: string;
};

export type CompanyRounds = {
  slug: string;
  rounds: StudiedRound[];
  /** Weeks of all dated rounds, priced or not: no stretch near them is a base. */
  busy: [first: number, last: number][];
  /** The week in which the company was bought, merged or closed; its later commits are not used. */
  ended: number;
};

/** Announcements of a company within so many days are one round. */
const SAME_ROUND_DAYS = 30;
const ISO_DAY_LENGTH = 10;
const ISO_MONTH_LENGTH = 7;

export function roundsByCompany({ companies, deals }: Registry): Map<string, CompanyRounds> {
  const byCompany = Map.groupBy(deals.rounds, ({ company }) => company);
  return new Map(
    companies.map((company) => {
      const all = byCompany.get(company.slug) ?? [];
      const { status, exit } = statusOf(company);
      return [
        company.slug,
        {
          slug: company.slug,
          rounds: countedRounds(all),
          busy: all.flatMap(weekRange),
          ended: exit && hasEnded(status) ? weekIndex(parseDay(knownBy(exit))) : Infinity,
        },
      ];
    }),
  );
}

/** Rounds that are priced, announced on a known day, and no repetition of another. */
function countedRounds(all: readonly FundingRound[]): StudiedRound[] {
  const counted: StudiedRound[] = [];
  const dated = all.flatMap((deal) => {
    const { announcedOn, dateBasis } = deal;
    const isDated = announcedOn?.length === ISO_DAY_LENGTH && dateBasis !== 'filing';
    return isDated && isPriced(deal) ? [{ ...deal, date: announcedOn }] : [];
  });
  for (const deal of dated.toSorted((a, b) => a.date.localeCompare(b.date))) {
    const before = counted.at(-1);
    if (before && parseDay(deal.date) - parseDay(before.date) <= SAME_ROUND_DAYS) continue;
    const { company, round, date, amount, currency } = deal;
    counted.push({
      ...{ company, round, date, amount, currency },
      week: weekIndex(parseDay(date)),
      filedOn: filingDay(deal),
      stage: stageName(round),
      source: deal.sources[0]?.url ?? '',
    });
  }
  return counted;
}

/** The earliest closing or filing on a known day that is not after the announcement. */
function filingDay({ announcedOn, closedOn, sources }: FundingRound): string | undefined {
  const filed = sources.flatMap(({ kind, publishedOn }) => (kind === 'filing' ? publishedOn : []));
  return [closedOn, ...filed]
    .filter((date) => date?.length === ISO_DAY_LENGTH && date <= (announcedOn ?? ''))
    .toSorted()[0] as string | undefined;
}

function stageName(round: string): StudiedRound['stage'] {
  const stage = stageOfRound(round);
  if (stage === undefined) return undefined;
  if (stage === 'Growth') return 'later';
  return stage === 'Series A/B' ? 'a-b' : 'seed';
}

/** A round of which only the year is known lies in no week. */
function weekRange({ announcedOn, closedOn }: FundingRound): [number, number][] {
  const date = announcedOn ?? closedOn;
  if (date === null || date.length < ISO_MONTH_LENGTH) return [];
  return [
    [firstDay(date), lastDay(date)].map((day) => weekIndex(parseDay(day))) as [number, number],
  ];
}
