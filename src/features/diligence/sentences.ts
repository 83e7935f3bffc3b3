/** A dossier in sentences, as its page, its Markdown and its PDF show it. */
import { count, listed, money } from '../../lib/prose.ts';
import type { Startup } from '../../pipeline/edition/record.ts';
import { compareLatestFirst } from '../../registry/partial-date.ts';
import type { Dossier, Fact } from './dossier.ts';

/** What a dossier leaves out. */
export const SOURCED_ONLY =
  'Only facts with a public source stand here; what is missing is unknown, not untrue.';
/** In place of an empty timeline. */
export const NO_FACT = 'No documented fact.';

export type TimelineEvent = {
  /** A day, month or year; null where no source says when. */
  date: string | null;
  /** One sentence without its full stop. */
  text: string;
  sources: Fact['sources'];
};

/** When a source was published or, if that is unknown, when it was read. */
export function sourceDate({ publishedOn, checkedOn }: Dossier['citation'][number]): string {
  return publishedOn ?? `read ${checkedOn}`;
}

export function sourceKind({ kind, readAs }: Dossier['citation'][number]): string {
  return readAs === 'report' ? `report of a ${kind}` : kind;
}

/** The stage and what shows it. */
export function stageText(known: NonNullable<Dossier['dossier']['stage']>): string {
  const { stage, round, announcedOn, knownBy } = known;
  const when = announcedOn === null ? `, undated, known by ${knownBy}` : ` of ${announcedOn}`;
  return `${stage}, shown by its round “${round}”${when}`;
}

/** What comes before the timeline, a line each. */
export function headLines({ dossier }: Dossier): string[] {
  const { formerly, stage, signal, notes } = dossier;
  return [
    ...(formerly.length > 0 ? [`Formerly: ${formerly.join(', ')}`] : []),
    ...(stage ? [`Stage: ${stageText(stage)}`] : []),
    ...(signal ? [`Engineering signal: ${signalText(signal)}`] : []),
    ...notes,
  ];
}

function signalText(startup: Startup): string {
  const { period, commitVelocity14d, contributors, scores } = startup;
  return `in ${period} ${count(commitVelocity14d)} commits in 14 days (${startup.commitVelocityChange}), ${count(contributors)} contributors in 30 days (${startup.contributorGrowth}), score ${scores.composite} of 100`;
}

/** Latest first, undated events last. */
export function timelineOf({ dossier }: Dossier): TimelineEvent[] {
  const { entity, acquiredBy, acquisitionsMade, backedBy, portfolio, rounds, valuations } = dossier;
  const events: TimelineEvent[] = [
    ...acquiredBy.flatMap((deal) => acquisitionEvents(deal, deal.organization, entity)),
    ...acquisitionsMade.flatMap((deal) => acquisitionEvents(deal, entity, deal.organization)),
    ...rounds.map(({ announcedOn: date, round, investors, sources, ...sum }) => ({
      date,
      text: `${round}${money(sum, ' of ')}${investorsIn(investors)}`,
      sources,
    })),
    ...valuations.map(({ announcedOn: date, sources, ...sum }) => ({
      date,
      text: `Valued${money(sum, ' at ')}`,
      sources,
    })),
    ...backedBy
      .filter(({ round }) => round === undefined)
      .map(({ organization, sources }) => ({
        date: null,
        text: `Disclosed as an investor: ${organization}`,
        sources,
      })),
    ...portfolio.map(({ announcedOn: date, organization, round, role, sources, ...sum }) => ({
      date,
      text:
        round === undefined
          ? `Disclosed as an investment: ${organization}`
          : `${role === 'lead' ? 'Led' : 'Took part in'} the ${round} of ${organization}${money(sum, ', ')}`,
      sources,
    })),
  ];
  return events.toSorted((a, b) => compareLatestFirst(a.date, b.date));
}

function acquisitionEvents(deal: Fact, acquirer: string, acquired: string): TimelineEvent[] {
  const { announcedOn, closedOn, terminatedOn, sources, ...sum } = deal;
  const what = `${acquirer} acquires ${acquired}`;
  const announced = {
    date: announcedOn,
    text: `Announced: ${what}${money(sum, ', for ')}`,
    sources,
  };
  return [
    ...(announcedOn === null && (closedOn ?? terminatedOn ?? null) !== null ? [] : [announced]),
    ...(closedOn ? [{ date: closedOn, text: `Closed: ${what}`, sources }] : []),
    ...(terminatedOn
      ? [{ date: terminatedOn, text: `Called off: ${what}; it never closed`, sources }]
      : []),
  ];
}

function investorsIn(investors: Dossier['dossier']['rounds'][number]['investors']): string {
  const named = (wanted: string) =>
    listed(investors.filter(({ role }) => role === wanted).map(({ organization }) => organization));
  const [leads, others] = [named('lead'), named('participant')];
  return `${leads && `, led by ${leads}`}${others && `, with ${others}`}`;
}
