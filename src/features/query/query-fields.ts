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

const weekly = (name: string, kind: Kind, title: string, words?: string): Field => ({
  name,
  kind,
  title,
  isWeekly: true,
  ...(words !== undefined && { words }),
});

const composition = (days: 14 | 30): Field[] => {
  const field = (name: string, kind: Kind, title: string, wordsOf: 14 | 30, words: string) =>
    weekly(
      `${name}${days}d`,
      kind,
      `${title} in ${days} days`,
      days === wordsOf ? words : undefined,
    );
  return [
    field(
      'largestContributorShare',
      'share',
      'share of the most active person',
      14,
      'largestcontributorshare | largest contributor share | top contributor share | top committer share | share of the top contributor | share of the most active person | share of its busiest committer | share of one person | bus factor | key person risk | key man risk | key person dependency | single person | one person | one developer | one contributor | one engineer | a single person | a single developer | a single contributor | single contributor | single developer | most active contributor | most active person | most active developer | largest single contributor | single largest contributor | single biggest contributor | biggest single contributor | single busiest committer | single most active developer | single most prolific developer | most prolific developer | most prolific contributor | most active committer | busiest contributor | busiest committer | busiest developer | top contributor | top committer | biggest contributor | one person show | one man show | dependence on one person',
    ),
    field(
      'bulkShare',
      'share',
      'share of commits that landed in bulk',
      14,
      'bulkshare | bulk share | bulk | commits in bulk | share of bulk commits | bulk commits | landed in bulk',
    ),
    field(
      'peopleOnTwoDays',
      'count',
      'people with commits on two days',
      30,
      'people on two days | regulars | regular contributor~',
    ),
    field(
      'newPeople',
      'count',
      'new people',
      30,
      'newpeople | new people | new contributor~ | new developer~ | new committer~ | new engineer~ | newcomer~ | first time contributor~ | first time committer~ | first timers | new faces | fresh contributors | new joiners | first commit',
    ),
    field(
      'returningPeople',
      'count',
      'returning people',
      30,
      'returning people | returning contributor~ | returning developer~ | returnees',
    ),
  ];
};

/** The numbers of a startup's record. */
const RECORD: readonly Field[] = [
  weekly(
    'commitVelocity14d',
    'count',
    'commits in 14 days',
    'commit~ | commit velocity | velocity | commit count~ | count of commits | commit volume | commit activity | commit rate | commit total | commit tally | commit number~ | commit frequency | activity | activity level~ | pace | pace of work | output | throughput | speed | shipping speed | development speed | development pace | development activity | dev activity | code activity | coding activity | engineering activity | engineering output | code output | code volume | code change~ | check-in~ | changeset~ | active | busy | productive | ship~ | ship~ code | ship~ software | push~ code | push~ commits | land~ code | write~ code | code shipped | productivity | shipping cadence | cadence | hectic',
  ),
  weekly(
    'commitVelocityChangeRatio',
    'ratio',
    'change of commits against the 14 days before',
    'velocity change~ | commit velocity change~ | commit change~ | commit growth | commits growth | growth in commits | growth of commits | change in commits | change of commits | change in velocity | change in activity | change in pace | change of pace | commit growth rate | commit momentum | velocity delta | commit delta | commits change | rate of change | percentage change in commits | growth rate of commits',
  ),
  weekly(
    'contributors',
    'count',
    'contributors in 30 days',
    'contributor~ | contribs | contributor count~ | developer~ | developer count | dev~ | dev count | engineer~ | engineer count | coder~ | programmer~ | committer~ | author | authors | people | ppl | person | individuals | humans | folks | hands | team | team size~ | team~ | dev team | engineering team | developer team | size of the team | engineering headcount | developer headcount | committer headcount | contributor headcount | headcount of contributors | people committing | people commit | people contributing | people contribute | people who commit | people coding | people working on | people work on | engineers working on | developers working on | developer community | contributor community | contributor base | developer base | maintainer~ | hacker~ | contribute~ | crew',
  ),
  weekly(
    'contributorGrowth',
    'ratio',
    'growth of contributors against the 30 days before',
    'contributor growth | contributors growth | team growth | growth of contributors | growth in contributors | growth of the team | growth of its team | change in contributors | change of contributors | contributor change | headcount growth | developer growth | team expansion | growth rate of contributors | growth rate of the team | hiring pace',
  ),
  weekly(
    'newRepos',
    'count',
    'new repositories',
    'new repo~ | new repository~ | new project~ | new codebase~ | repos opened | repositories opened | repos created | repositories created | newly created repos | newly created repositories | fresh repos',
  ),
  weekly(
    'agentShare',
    'share',
    'share of commits by or with coding agents',
    'agent share~ | ai share | share of ai | coding agent~ | ai coding agent~ | ai agent~ | agent~ | ai | copilot~ | llm | llms | machine~ | robots | ai tool~ | ai coding tool~ | coding tool~ | ai assistant~ | coding assistant~ | ai coding assistant~ | claude code | ai written | ai generated | ai assisted | ai authored | ai coded | agent written | agent authored | agent assisted | agent generated | machine written | llm written | ai driven | ai usage | ai use | ai adoption | agent usage | agent use | agent adoption | ai involvement | ai percentage | agentic',
  ),
  weekly(
    'scoreComposite',
    'score',
    'composite score',
    'composite~ | composite score~ | score~ | overall score | total score | main score | combined score | rating | overall rating | composite rating | strongest overall | performance | perform~ | ranking score',
  ),
  weekly(
    'scoreGrowth',
    'score',
    'growth score',
    'growth score~ | acceleration | acceleration score | momentum | momentum score | score growth',
  ),
  weekly(
    'scoreVelocity',
    'score',
    'velocity score',
    'velocity score~ | speed score | score velocity',
  ),
  weekly(
    'scoreNovelty',
    'score',
    'novelty score',
    'novelty | novelty score~ | newcomer score | score novelty | newness',
  ),
  weekly(
    'sectorRank',
    'rank',
    'rank in its sector',
    'sector rank | rank | in its sector | within its sector | inside its sector | in its own sector | within its own sector | among its peers | against its peers | rank in its sector | rank in sector | rank within its sector | rank in its category | place in its sector | position in its sector | place in the sector | standing | position | place | rank among its peers | rank among peers | sector position | rank~ in its sector | rank~ in their sector | where it ranks | stand~ in its sector',
  ),
  weekly(
    'trendingRank',
    'rank',
    'rank among the trending 20',
    'trending rank | trending position | trending place | rank in the trending list | rank on the trending list | place on the trending list | place in the trending list | position on the trending list | spot on the trending list | overall rank | overall ranking | rank overall | rank in the top 20 | place in the top 20',
  ),
  weekly(
    'releaseDays',
    'count',
    'days with a release in 28 days',
    'release day~ | days with a release | days with releases | days of releases | releases',
  ),
  {
    ...weekly(
      'signalType',
      'category',
      'signal type',
      'signal~ | signal type~ | type of signal | kind of signal | types of signal | kinds of signal | pattern | engineering pattern | signal classification',
    ),
    values: [...SIGNAL_TYPES, 'none'],
  },
  {
    ...weekly(
      'signalStrength',
      'category',
      'signal strength',
      'signal strength | strength | strength of the signal | how strong the signal | how strong',
    ),
    values: ['strong', 'weak', 'none'],
  },
  ...composition(14),
  ...composition(30),
];

/** What a company is; of a startup in a past week, as it was then. */
const PROFILE: readonly Field[] = [
  {
    name: 'sector',
    kind: 'category',
    title: 'sector',
    words:
      'sector | category | industry | vertical | space | segment | market segment | field of business | line of business',
    phrase: 'in the sector',
  },
  {
    name: 'stage',
    kind: 'category',
    title: 'stage',
    words: 'stage | funding stage | company stage',
    phrase: 'at stage',
    values: STAGES,
  },
  { name: 'status', kind: 'category', title: 'status', words: 'status', values: STATUSES },
  {
    name: 'geography',
    kind: 'category',
    title: 'geography',
    words:
      'geography | region | country | headquarters | hq | location | based | headquartered | where based | home country | home region | located',
    phrase: 'based in',
    values: GEOGRAPHIES,
  },
  {
    name: 'founded',
    kind: 'year',
    title: 'year of founding',
    words:
      'founded | year of founding | founding year | age | how old | foundation year | start year | year it was founded | established',
  },
];

/** What is known of a company's deals, today. */
const DEALS: readonly Field[] = [
  {
    name: 'raised',
    kind: 'money',
    title: 'money raised in documented rounds',
    words:
      'raised | total raised | money raised | funding | total funding | funding total | capital raised | total capital | raise in total | raised in total | raised so far | raised to date | funding raised | capital',
  },
  {
    name: 'rounds',
    kind: 'count',
    title: 'documented rounds',
    words:
      'number of rounds | rounds raised | documented rounds | how many rounds | how many funding rounds',
  },
  {
    name: 'backers',
    kind: 'name',
    title: 'backers',
    words:
      'backer~ | investor~ | investors behind | backers behind | who is behind | investors in | backers of | investors of | shareholder~ | vc~ | vcs | cap table | funders | financiers | venture backers | money behind',
    phrase: 'backed by',
    isMany: true,
  },
  {
    name: 'leads',
    kind: 'name',
    title: 'investors that led a round',
    words: 'lead investor~ | leads | lead backer~',
    phrase: 'with a round led by',
    isMany: true,
  },
  { name: 'backerCount', kind: 'count', title: 'documented backers' },
  {
    name: 'lastRound',
    kind: 'text',
    title: 'last round',
    words:
      'last round | latest round | last raise | latest raise | last funding | latest funding | last funding round | latest funding round | most recent round | most recent funding round | most recent raise | newest round | recent round | last financing | last known round',
  },
  { name: 'lastRoundOn', kind: 'date', title: 'date of the last round' },
  { name: 'lastRoundAmount', kind: 'money', title: 'money raised in the last round' },
  {
    name: 'valuation',
    kind: 'money',
    title: 'last published valuation of a billion or more',
    words:
      'valuation~ | value | valued | valued at | worth | market value | how valuable | post money valuation | post money',
  },
  { name: 'valuedOn', kind: 'date', title: 'date of that valuation' },
  { name: 'acquiredBy', kind: 'name', title: 'acquirer', phrase: 'acquired by' },
  {
    name: 'acquired',
    kind: 'name',
    title: 'companies it acquired',
    phrase: 'that acquired',
    isMany: true,
  },
  {
    name: 'acquisitions',
    kind: 'count',
    title: 'acquisitions made',
    words: 'number of acquisitions',
  },
];

const NAME: Field = { name: 'name', kind: 'text', title: 'name' };
const TRACKED = yesNo('tracked');
const KIND: Field = { name: 'kind', kind: 'category', title: 'kind', values: ENTITY_KINDS };
const COMPANY: Field = { name: 'company', kind: 'name', title: 'company', phrase: 'of' };
const LINKS: readonly Field[] = [
  {
    name: 'formerNames',
    kind: 'text',
    title: 'former names',
    words:
      'former name~ | formerly | formerly called | formerly known as | previous name~ | previously called | previously known as | earlier name~ | old name~ | original name | used to be called | once called | called before | called earlier | known before | known as before | renamed | name change | original names',
  },
  { name: 'description', kind: 'text', title: 'description', words: 'description' },
  {
    name: 'website',
    kind: 'text',
    title: 'website',
    words: 'website | web site | homepage | home page | web address | domain | url | site',
  },
  {
    name: 'github',
    kind: 'text',
    title: 'GitHub organization',
    words: 'github | github org | github organization | github account | github url',
  },
  {
    name: 'repositoryCount',
    kind: 'count',
    title: 'repositories tracked',
    words:
      'repository count | number of repositories | number of repos | how many repos | how many repositories',
  },
  {
    name: 'repositories',
    kind: 'text',
    title: 'repositories',
    words: 'repository~ | repo~ | repos counted | tracked repos | repositories tracked',
  },
];

/** When a deal was announced, and for how much. */
const DATED: readonly Field[] = [
  {
    name: 'announcedOn',
    kind: 'date',
    title: 'date of the announcement',
    words: 'date | announcement | announcement date | day',
  },
  { name: 'year', kind: 'year', title: 'year of the announcement' },
];
const MONEY: readonly Field[] = [
  {
    name: 'amount',
    kind: 'money',
    title: 'amount',
    words:
      'amount | size | price | purchase price | deal size | round size | sum | how much was paid | cheque | check',
  },
  { name: 'currency', kind: 'category', title: 'currency' },
];
const CLOSED_ON: Field = {
  name: 'closedOn',
  kind: 'date',
  title: 'date of closing',
  words: 'closing date | completion date | date of closing',
};
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
    {
      name: 'companies',
      kind: 'count',
      title: 'companies backed',
      words:
        'portfolio size | number of portfolio companies | number of investments | portfolio company~',
    },
    { name: 'rounds', kind: 'count', title: 'documented rounds taken part in' },
    {
      name: 'roundsLed',
      kind: 'count',
      title: 'rounds led',
      words: 'rounds led | number of rounds led',
    },
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
    {
      name: 'lead',
      kind: 'name',
      title: 'lead investor',
      words: 'lead investor~ | lead',
      phrase: 'led by',
      isMany: true,
    },
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
    {
      name: 'acquired',
      kind: 'name',
      title: 'acquired company',
      words: 'acquisitions made | companies acquired',
      phrase: 'of',
    },
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
    {
      name: 'leader',
      kind: 'name',
      title: 'likeliest startup',
      words: 'favourite | favorite | front runner | likeliest',
    },
    {
      name: 'probability',
      kind: 'share',
      title: 'probability of the answer yes',
      words: 'probability | odds | likelihood | chance~',
    },
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
