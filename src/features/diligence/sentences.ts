/** A dossier in sentences, shared by its page and its Markdown. */
import { count, listed, money } from '../../lib/prose.ts';
import type { Startup } from '../../pipeline/edition/record.ts';
import { statusWords } from '../../published/company-words.ts';
import { compareLatestFirst } from '../../registry/partial-date.ts';
import type { Dossier, Fact, RoundFact } from './dossier.ts';

/** States what a dossier leaves out. */
export const SOURCED_ONLY =
  'Only facts with a public source stand here; what is missing is unknown, not untrue.';
/** Shown instead of an empty timeline. */
export const NO_FACT = 'No documented fact.';

export type TimelineEvent = {
  /** A day, month or year; null if no source gives one. */
  date: string | null;
  /** One sentence without its final period. */
  text: string;
  sources: Fact['sources'];
};

/** When a source was published or, if unknown, when it was read. */
export function sourceDate({ publishedOn, checkedOn }: Dossier['citation'][number]): string {
  return publishedOn ?? `read ${checkedOn}`;
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  'press-release': 'press release',
  'both-sides': 'disclosure by both sides',
};
const READ_WORDS = {
  original: '',
  copy: 'copy of a ',
  translation: 'translation of a ',
  list: 'list made from a ',
  report: 'report of a ',
} as const;

/** The kind of disclosure and the form in which it was read: `translation of a press release`. */
export function sourceKind({ kind, readAs = 'original' }: Dossier['citation'][number]): string {
  return `${READ_WORDS[readAs]}${KIND_WORDS[kind] ?? kind}`;
}

const DATE_WORDS = {
  announcement: '',
  filing: ' (date of the filing)',
  report: ' (date of a report)',
} as const;

type DatedRound = NonNullable<Dossier['dossier']['lastRound']>;

/** `its Series A, announced 2025-03 (date of the filing), closed 2025-04-01` */
function roundText({ round, announcedOn, closedOn, dateBasis, ...marks }: DatedRound): string {
  const when = announcedOn === null ? ', undated' : `, announced ${announcedOn}`;
  const closed = closedOn === null ? '' : `, closed ${closedOn}`;
  return `its ${round}${when}${DATE_WORDS[dateBasis ?? 'announcement']}${closed}${disputed(marks)}`;
}

function disputed({ disputedSince }: { disputedSince?: string | undefined }): string {
  return disputedSince === undefined ? '' : ` (disputed since ${disputedSince})`;
}

/**
 * The stage with its basis, or a substitute if it is unknown; empty if the entity is not a startup.
 */
function stageLine({ kind, stage, lastRound }: Dossier['dossier']): string[] {
  if (kind !== 'startup') return [];
  if (stage) return [`Stage: ${stage.stage}, shown by ${roundText(stage)}`];
  const last = lastRound ? `; the last known round is ${roundText(lastRound)}` : '';
  return [`Stage: not known${last}`];
}

function statusLine({ status, exits }: Dossier['dossier']): string[] {
  if (status === null) return [];
  if (status === 'active') return ['Status: active; no exit is documented'];
  const [exit] = exits;
  if (!exit) return [`Status: ${status}`];
  const { by, announcedOn, closedOn } = exit;
  const basis = { by, announcedOn };
  const closed = closedOn === null ? '' : `, closed ${closedOn}`;
  return [`Status: ${statusWords({ status, statusBasis: basis })}${closed}${disputed(exit)}`];
}

/** The lines before the timeline, beginning with status and stage. */
export function headLines({ dossier }: Dossier): string[] {
  const { formerly, repositories, signal, notes } = dossier;
  const stewarded = repositories.filter(({ role }) => role === 'stewarded');
  return [
    ...statusLine(dossier),
    ...stageLine(dossier),
    ...(formerly.length > 0 ? [`Formerly: ${formerly.join(', ')}`] : []),
    ...rolesLine(repositories),
    ...stewarded.map(({ repository, reason }) => `Stewarded: ${repository}. ${reason ?? ''}`),
    ...(signal ? [`Engineering signal: ${signalText(signal)}`] : []),
    ...notes,
  ];
}

/** Its repositories, with the role of those that are not `main`. */
function rolesLine(repositories: Dossier['dossier']['repositories']): string[] {
  const own = repositories.filter(({ role }) => role !== 'stewarded');
  if (own.length === 0) return [];
  const names = own.map(({ repository, role }) =>
    role === 'main' ? repository : `${repository} (${role})`,
  );
  return [`Repositories: ${names.join(', ')}`];
}

/** Notices on facts, and their outcome. */
export function noticeLines({ dossier }: Dossier): string[] {
  return dossier.notices.map(
    ({ fact, kind, on, by, reason }) =>
      `${on}: ${fact} ${kind}, as said by ${ROLE_WORDS[by]}. ${reason}`,
  );
}

const ROLE_WORDS = {
  company: 'the company',
  counterparty: 'another party of the deal',
  publisher: 'the publisher of the source',
  reader: 'a reader',
  editor: 'an editor of the registry',
} as const;

function signalText(startup: Startup): string {
  const { period, commitVelocity14d, contributors, scores } = startup;
  return `in ${period} ${count(commitVelocity14d)} commits in 14 days (${startup.commitVelocityChange}), ${count(contributors)} contributors in 30 days (${startup.contributorGrowth}), score ${scores.composite} of 100`;
}

/** Events, latest first and undated last. */
export function timelineOf({ dossier }: Dossier): TimelineEvent[] {
  const { entity, exits, acquiredBy, acquisitionsMade, backedBy, portfolio, rounds, valuations } =
    dossier;
  const events: TimelineEvent[] = [
    // Acquisitions are added below, with both dates.
    ...exits.filter(({ kind }) => kind !== 'acquired').flatMap(exitEvents),
    ...acquiredBy.flatMap((deal) => acquisitionEvents(deal, deal.organization, entity)),
    ...acquisitionsMade.flatMap((deal) => acquisitionEvents(deal, entity, deal.organization)),
    ...rounds.flatMap(roundEvents),
    ...valuations.map(({ announcedOn: date, basis, sources, ...sum }) => ({
      date,
      text: `Valued${money(sum, ' at ')} (${basis ?? 'pre- or post-money not stated'})${disputed(sum)}`,
      sources,
    })),
    ...backedBy
      .filter(({ round }) => round === undefined)
      .map(({ organization, sources, ...marks }) => ({
        date: null,
        text: `Disclosed as an investor: ${organization}${disputed(marks)}`,
        sources,
      })),
    ...portfolio.map(({ announcedOn: date, organization, round, role, sources, ...sum }) => ({
      date,
      text: `${
        round === undefined
          ? `Disclosed as an investment: ${organization}`
          : `${role === 'lead' ? 'Led' : 'Took part in'} the ${round} of ${organization}${money(sum, ', ')}`
      }${disputed(sum)}`,
      sources,
    })),
  ];
  return events.toSorted((a, b) => compareLatestFirst(a.date, b.date));
}

function roundEvents(deal: RoundFact): TimelineEvent[] {
  const { announcedOn, closedOn, dateBasis, round, investors, sources, ...sum } = deal;
  const what = `${round}${money(sum, ' of ')}${investorsIn(investors)}${disputed(sum)}`;
  const basis = DATE_WORDS[dateBasis ?? 'announcement'];
  const announced = { date: announcedOn, text: `${what}${basis}`, sources };
  if (closedOn === null) return [announced];
  const closed = { date: closedOn, text: `Closed: ${round}`, sources };
  return announcedOn === null
    ? [{ ...announced, date: closedOn, text: `Closed: ${what}` }]
    : [announced, closed];
}

const EXIT_WORDS = {
  merged: 'Merged',
  closed: 'Closed down',
  public: 'Went public',
  acquired: 'Acquired',
};

function exitEvents(exit: Dossier['dossier']['exits'][number]): TimelineEvent[] {
  const { kind, by, announcedOn, closedOn, note, sources, ...sum } = exit;
  const text = `${EXIT_WORDS[kind]}${by === null ? '' : ` with ${by}`}${money(sum, ', ')}${note === undefined ? '' : `: ${note}`}${disputed(sum)}`;
  const done =
    closedOn === null ? [] : [{ date: closedOn, text: `Completed: ${EXIT_WORDS[kind]}`, sources }];
  return [{ date: announcedOn, text, sources }, ...done];
}

function acquisitionEvents(deal: Fact, acquirer: string, acquired: string): TimelineEvent[] {
  const { announcedOn, closedOn, terminatedOn, sources, ...sum } = deal;
  const what = `${acquirer} acquires ${acquired}`;
  const announced = {
    date: announcedOn,
    text: `Announced: ${what}${money(sum, ', for ')}${disputed(sum)}`,
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
