/**
 * The fields of every subject: what can be shown, compared, filtered and grouped by. Names are those
 * of the columns of the dataset, where it has the field.
 */
import { SIGNAL_TYPES } from '../../pipeline/edition/record.ts';
import { EXIT_KINDS, VALUATION_BASES } from '../../registry/deals.ts';
import { MARKET_ASKS, MARKET_OUTCOMES, MARKET_STATUSES } from '../../registry/markets.ts';
import { GEOGRAPHIES, STAGES } from '../../registry/schema.ts';
import { STATUSES } from '../../registry/status.ts';
import { ENTITY_KINDS } from '../diligence/entities.ts';
import { type Field, isNumber, type Kind, YES_NO } from './field.ts';
import type { Subject } from './query.ts';

const yesNo = (name: string): Field => ({
  name,
  kind: 'category',
  title: name,
  values: YES_NO,
  phrases: { yes: `that are ${name}`, no: `that are not ${name}` },
});

const weekly = (name: string, kind: Kind, title: string): Field => ({
  name,
  kind,
  title,
  isWeekly: true,
});

const composition = (days: 14 | 30): Field[] => [
  weekly(
    `largestContributorShare${days}d`,
    'share',
    `share of the most active person in ${days} days`,
  ),
  weekly(`bulkShare${days}d`, 'share', `share of commits that landed in bulk in ${days} days`),
  weekly(`peopleOnTwoDays${days}d`, 'count', `people with commits on two days in ${days} days`),
  weekly(`newPeople${days}d`, 'count', `new people in ${days} days`),
  weekly(`returningPeople${days}d`, 'count', `returning people in ${days} days`),
];

/** The numbers of a startup's record. */
const RECORD: readonly Field[] = [
  weekly('commitVelocity14d', 'count', 'commits in 14 days'),
  weekly('commitVelocityChangeRatio', 'ratio', 'change of commits against the 14 days before'),
  weekly('contributors', 'count', 'contributors in 30 days'),
  weekly('contributorGrowth', 'ratio', 'growth of contributors against the 30 days before'),
  weekly('newRepos', 'count', 'new repositories'),
  weekly('agentShare', 'share', 'share of commits by or with coding agents'),
  weekly('scoreComposite', 'score', 'composite score'),
  weekly('scoreGrowth', 'score', 'growth score'),
  weekly('scoreVelocity', 'score', 'velocity score'),
  weekly('scoreNovelty', 'score', 'novelty score'),
  weekly('sectorRank', 'rank', 'rank in its sector'),
  weekly('trendingRank', 'rank', 'rank among the trending 20'),
  weekly('releaseDays', 'count', 'days with a release in 28 days'),
  { ...weekly('signalType', 'category', 'signal type'), values: [...SIGNAL_TYPES, 'none'] },
  {
    ...weekly('signalStrength', 'category', 'signal strength'),
    values: ['strong', 'weak', 'none'],
  },
  ...composition(14),
  ...composition(30),
];

/** What a company is; of a startup in a past week, as it was then. */
const PROFILE: readonly Field[] = [
  { name: 'sector', kind: 'category', title: 'sector', phrase: 'in the sector' },
  { name: 'stage', kind: 'category', title: 'stage', phrase: 'at stage', values: STAGES },
  { name: 'status', kind: 'category', title: 'status', values: STATUSES },
  {
    name: 'geography',
    kind: 'category',
    title: 'geography',
    phrase: 'based in',
    values: GEOGRAPHIES,
  },
  { name: 'founded', kind: 'year', title: 'year of founding' },
];

/** What is known of a company's deals, today. */
const DEALS: readonly Field[] = [
  { name: 'raised', kind: 'money', title: 'money raised in documented rounds' },
  { name: 'rounds', kind: 'count', title: 'documented rounds' },
  { name: 'backers', kind: 'name', title: 'backers', phrase: 'backed by', isMany: true },
  {
    name: 'leads',
    kind: 'name',
    title: 'investors that led a round',
    phrase: 'with a round led by',
    isMany: true,
  },
  { name: 'backerCount', kind: 'count', title: 'documented backers' },
  { name: 'lastRound', kind: 'text', title: 'last round' },
  { name: 'lastRoundOn', kind: 'date', title: 'date of the last round' },
  { name: 'lastRoundAmount', kind: 'money', title: 'money raised in the last round' },
  { name: 'valuation', kind: 'money', title: 'last published valuation of a billion or more' },
  { name: 'valuedOn', kind: 'date', title: 'date of that valuation' },
  { name: 'acquiredBy', kind: 'name', title: 'acquirer', phrase: 'acquired by' },
  {
    name: 'acquired',
    kind: 'name',
    title: 'companies it acquired',
    phrase: 'that acquired',
    isMany: true,
  },
  { name: 'acquisitions', kind: 'count', title: 'acquisitions made' },
];

const NAME: Field = { name: 'name', kind: 'text', title: 'name' };
const TRACKED = yesNo('tracked');
const KIND: Field = { name: 'kind', kind: 'category', title: 'kind', values: ENTITY_KINDS };
const COMPANY: Field = { name: 'company', kind: 'name', title: 'company', phrase: 'of' };
const LINKS: readonly Field[] = [
  { name: 'formerNames', kind: 'text', title: 'former names' },
  { name: 'description', kind: 'text', title: 'description' },
  { name: 'website', kind: 'text', title: 'website' },
  { name: 'github', kind: 'text', title: 'GitHub organization' },
  { name: 'repositoryCount', kind: 'count', title: 'repositories tracked' },
  { name: 'repositories', kind: 'text', title: 'repositories' },
];

/** When a deal was announced, and for how much. */
const DATED: readonly Field[] = [
  { name: 'announcedOn', kind: 'date', title: 'date of the announcement' },
  { name: 'year', kind: 'year', title: 'year of the announcement' },
];
const MONEY: readonly Field[] = [
  { name: 'amount', kind: 'money', title: 'amount' },
  { name: 'currency', kind: 'category', title: 'currency' },
];
const CLOSED_ON: Field = { name: 'closedOn', kind: 'date', title: 'date of closing' };
const ROUND: readonly Field[] = [
  { name: 'round', kind: 'text', title: 'round' },
  { name: 'roundStage', kind: 'category', title: 'stage of the round', values: STAGES },
];
/** The same facts of the company whose deal it is. */
const OF_COMPANY: readonly Field[] = [
  ...PROFILE.map((field) =>
    field.phrase === undefined ? field : { ...field, phrase: `of companies ${field.phrase}` },
  ),
  { ...TRACKED, phrases: { yes: 'of tracked companies', no: 'of companies that are not tracked' } },
];

export const FIELDS: Readonly<Record<Subject, readonly Field[]>> = {
  startup: [NAME, ...RECORD, ...PROFILE, yesNo('covered'), ...DEALS, ...LINKS],
  sector: [
    NAME,
    { name: 'startups', kind: 'count', title: 'covered startups', isWeekly: true },
    ...RECORD.filter(isNumber),
    { name: 'description', kind: 'text', title: 'description' },
  ],
  company: [NAME, KIND, TRACKED, ...PROFILE, ...DEALS, ...LINKS],
  fund: [
    NAME,
    { name: 'companies', kind: 'count', title: 'companies backed' },
    { name: 'rounds', kind: 'count', title: 'documented rounds taken part in' },
    { name: 'roundsLed', kind: 'count', title: 'rounds led' },
    {
      name: 'backed',
      kind: 'name',
      title: 'companies backed',
      phrase: 'that backed',
      isMany: true,
    },
    {
      name: 'led',
      kind: 'name',
      title: 'companies of which it led a round',
      phrase: 'that led a round of',
      isMany: true,
    },
    {
      name: 'coinvestors',
      kind: 'name',
      title: 'investors in the same rounds',
      phrase: 'that invested together with',
      isMany: true,
    },
    {
      name: 'sectors',
      kind: 'category',
      title: 'sectors of tracked startups backed',
      isMany: true,
    },
    { name: 'lastOn', kind: 'date', title: 'date of the last round taken part in' },
  ],
  acquirer: [
    NAME,
    TRACKED,
    { name: 'acquisitions', kind: 'count', title: 'acquisitions made' },
    {
      name: 'acquired',
      kind: 'name',
      title: 'companies it acquired',
      phrase: 'that acquired',
      isMany: true,
    },
    {
      name: 'sectors',
      kind: 'category',
      title: 'sectors of tracked startups acquired',
      isMany: true,
    },
    { name: 'lastOn', kind: 'date', title: 'date of the last acquisition' },
  ],
  round: [
    COMPANY,
    ...ROUND,
    ...MONEY,
    ...DATED,
    CLOSED_ON,
    { name: 'lead', kind: 'name', title: 'lead investor', phrase: 'led by', isMany: true },
    {
      name: 'investors',
      kind: 'name',
      title: 'investors',
      phrase: 'with money from',
      isMany: true,
    },
    { name: 'investorCount', kind: 'count', title: 'documented investors' },
    ...OF_COMPANY,
  ],
  backing: [
    { name: 'fund', kind: 'name', title: 'investor', phrase: 'by' },
    COMPANY,
    {
      name: 'role',
      kind: 'category',
      title: 'role',
      values: ['lead', 'participant', 'listed'],
    },
    ...ROUND,
    ...DATED,
    ...OF_COMPANY,
  ],
  valuation: [
    COMPANY,
    ...MONEY,
    ...DATED,
    { name: 'basis', kind: 'category', title: 'basis', values: VALUATION_BASES },
    ...OF_COMPANY,
  ],
  acquisition: [
    { name: 'acquirer', kind: 'name', title: 'acquirer', phrase: 'by' },
    { name: 'acquired', kind: 'name', title: 'acquired company', phrase: 'of' },
    {
      name: 'state',
      kind: 'category',
      title: 'state',
      values: ['announced', 'closed', 'called-off'],
    },
    ...MONEY,
    ...DATED,
    CLOSED_ON,
    ...OF_COMPANY,
  ],
  exit: [
    COMPANY,
    { name: 'exitKind', kind: 'category', title: 'kind of exit', values: EXIT_KINDS },
    { name: 'by', kind: 'name', title: 'acquirer or partner', phrase: 'to' },
    ...MONEY,
    ...DATED,
    CLOSED_ON,
    ...OF_COMPANY,
  ],
  market: [
    NAME,
    {
      name: 'status',
      kind: 'category',
      title: 'status',
      values: MARKET_STATUSES,
    },
    { name: 'asks', kind: 'category', title: 'kind of question', values: MARKET_ASKS },
    { name: 'opened', kind: 'date', title: 'opening' },
    { name: 'closes', kind: 'date', title: 'closing' },
    { name: 'leader', kind: 'name', title: 'likeliest startup' },
    { name: 'probability', kind: 'share', title: 'probability of the answer yes' },
    { name: 'outcome', kind: 'category', title: 'outcome', values: MARKET_OUTCOMES },
  ],
  finding: [NAME, { name: 'statement', kind: 'text', title: 'statement' }],
};

export function fieldOf(subject: Subject, name: string): Field | undefined {
  return FIELDS[subject].find((field) => field.name === name);
}

/** Subjects with a record of every week, with dated deals, and with what is known today. */
export const TIME: Readonly<Record<Subject, 'weekly' | 'dated' | 'today'>> = {
  startup: 'weekly',
  sector: 'weekly',
  company: 'today',
  fund: 'today',
  acquirer: 'today',
  round: 'dated',
  backing: 'dated',
  valuation: 'dated',
  acquisition: 'dated',
  exit: 'dated',
  market: 'today',
  finding: 'today',
};
