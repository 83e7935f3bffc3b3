/**
 * The fields of every subject: what can be shown, compared, filtered and grouped by. Names are those
 * of the columns of the dataset, where it has the field.
 *
 * A line is a field: its name, its kind (`*`: several values at once), its title, and what it may have:
 * other names that questions have for it, and the words before what it is compared with.
 */
import { SIGNAL_TYPES } from '../../pipeline/edition/record.ts';
import { EXIT_KINDS, VALUATION_BASES } from '../../registry/deals.ts';
import { MARKET_ASKS, MARKET_OUTCOMES, MARKET_STATUSES } from '../../registry/markets.ts';
import { GEOGRAPHIES, STAGES } from '../../registry/schema.ts';
import { STATUSES } from '../../registry/status.ts';
import { ENTITY_KINDS } from '../diligence/entities.ts';
import { type Field, isNumber, type Kind, YES_NO } from './field.ts';
import type { Subject } from './query.ts';

/** Values of categories, where they are the same whatever is published. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  signalType: [...SIGNAL_TYPES, 'none'],
  signalStrength: ['strong', 'weak', 'none'],
  stage: STAGES,
  roundStage: STAGES,
  status: STATUSES,
  geography: GEOGRAPHIES,
  kind: ENTITY_KINDS,
  role: ['lead', 'participant', 'listed'],
  basis: VALUATION_BASES,
  state: ['announced', 'closed', 'called-off'],
  exitKind: EXIT_KINDS,
  asks: MARKET_ASKS,
  outcome: MARKET_OUTCOMES,
};

function fields(table: string): Field[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', kind = '', title = '', words = '', phrase = ''] = line
        .split(';')
        .map((cell) => cell.trim());
      const values = VALUES[name];
      return {
        name,
        // The table has no other kinds; a test looks at each.
        kind: kind.replace('*', '') as Kind,
        title,
        ...(words !== '' && { words }),
        ...(phrase !== '' && { phrase }),
        ...(values && { values }),
        ...(kind.endsWith('*') && { isMany: true as const }),
      };
    });
}

const weekly = (list: readonly Field[]): Field[] =>
  list.map((field) => ({ ...field, isWeekly: true }));
const yesNo = (name: string): Field => ({
  name,
  kind: 'category',
  title: name,
  values: YES_NO,
  phrases: { yes: `that are ${name}`, no: `that are not ${name}` },
});

/** The numbers of a startup's record, and its signal. */
const RECORD = weekly(
  fields(`
commitVelocity14d ; count ; commits in 14 days ; commit~ | commit velocity | velocity | commit count~ | count of commits | commit volume | commit activity | commit rate | commit total | commit tally | commit number~ | commit frequency | activity | activity level~ | pace | pace of work | output | throughput | speed | shipping speed | development speed | development pace | development activity | dev activity | code activity | coding activity | engineering activity | engineering output | code output | code volume | code change~ | check-in~ | changeset~ | active | busy | productive | ship~ | ship~ code | ship~ software | push~ code | push~ commits | land~ code | write~ code | code shipped | productivity | shipping cadence | cadence | hectic
commitVelocityChangeRatio ; ratio ; change of commits against the 14 days before ; velocity change~ | commit velocity change~ | commit change~ | commit growth | commits growth | growth in commits | growth of commits | change in commits | change of commits | change in velocity | change in activity | change in pace | change of pace | commit growth rate | commit momentum | velocity delta | commit delta | commits change | rate of change | percentage change in commits | growth rate of commits
contributors ; count ; contributors in 30 days ; contributor~ | contribs | contributor count~ | developer~ | developer count | dev~ | dev count | engineer~ | engineer count | coder~ | programmer~ | committer~ | author | authors | people | ppl | person | individuals | humans | folks | hands | team | team size~ | team~ | dev team | engineering team | developer team | size of the team | engineering headcount | developer headcount | committer headcount | contributor headcount | headcount of contributors | people committing | people commit | people contributing | people contribute | people who commit | people coding | people working on | people work on | engineers working on | developers working on | developer community | contributor community | contributor base | developer base | maintainer~ | hacker~ | contribute~ | crew
contributorGrowth ; ratio ; growth of contributors against the 30 days before ; contributor growth | contributors growth | team growth | growth of contributors | growth in contributors | growth of the team | growth of its team | change in contributors | change of contributors | contributor change | headcount growth | developer growth | team expansion | growth rate of contributors | growth rate of the team | hiring pace
newRepos ; count ; new repositories ; new repo~ | new repository~ | new project~ | new codebase~ | repos opened | repositories opened | repos created | repositories created | newly created repos | newly created repositories | fresh repos
agentShare ; share ; share of commits by or with coding agents ; agent share~ | ai share | share of ai | coding agent~ | ai coding agent~ | ai agent~ | agent~ | ai | copilot~ | llm | llms | machine~ | robots | ai tool~ | ai coding tool~ | coding tool~ | ai assistant~ | coding assistant~ | ai coding assistant~ | claude code | ai written | ai generated | ai assisted | ai authored | ai coded | agent written | agent authored | agent assisted | agent generated | machine written | llm written | ai driven | ai usage | ai use | ai adoption | agent usage | agent use | agent adoption | ai involvement | ai percentage | agentic
scoreComposite ; score ; composite score ; composite~ | composite score~ | score~ | overall score | total score | main score | combined score | rating | overall rating | composite rating | strongest overall | performance | perform~ | ranking score
scoreGrowth ; score ; growth score ; growth score~ | acceleration | acceleration score | momentum | momentum score | score growth
scoreVelocity ; score ; velocity score ; velocity score~ | speed score | score velocity
scoreNovelty ; score ; novelty score ; novelty | novelty score~ | newcomer score | score novelty | newness
sectorRank ; rank ; rank in its sector ; sector rank | rank | in its sector | within its sector | inside its sector | in its own sector | within its own sector | among its peers | against its peers | rank in its sector | rank in sector | rank within its sector | rank in its category | place in its sector | position in its sector | place in the sector | standing | position | place | rank among its peers | rank among peers | sector position | rank~ in its sector | rank~ in their sector | where it ranks | stand~ in its sector
trendingRank ; rank ; rank among the trending 20 ; trending rank | trending position | trending place | rank in the trending list | rank on the trending list | place on the trending list | place in the trending list | position on the trending list | spot on the trending list | overall rank | overall ranking | rank overall | rank in the top 20 | place in the top 20
releaseDays ; count ; days with a release in 28 days ; release day~ | days with a release | days with releases | days of releases | releases
signalType ; category ; signal type ; signal~ | signal type~ | type of signal | kind of signal | types of signal | kinds of signal | pattern | engineering pattern | signal classification
signalStrength ; category ; signal strength ; signal strength | strength | strength of the signal | how strong the signal | how strong
largestContributorShare14d ; share ; share of the most active person in 14 days ; largestcontributorshare | largest contributor share | top contributor share | top committer share | share of the top contributor | share of the most active person | share of its busiest committer | share of one person | bus factor | key person risk | key man risk | key person dependency | single person | one person | one developer | one contributor | one engineer | a single person | a single developer | a single contributor | single contributor | single developer | most active contributor | most active person | most active developer | largest single contributor | single largest contributor | single biggest contributor | biggest single contributor | single busiest committer | single most active developer | single most prolific developer | most prolific developer | most prolific contributor | most active committer | busiest contributor | busiest committer | busiest developer | top contributor | top committer | biggest contributor | one person show | one man show | dependence on one person
bulkShare14d ; share ; share of commits that landed in bulk in 14 days ; bulkshare | bulk share | bulk | commits in bulk | share of bulk commits | bulk commits | landed in bulk
peopleOnTwoDays14d ; count ; people with commits on two days in 14 days
newPeople14d ; count ; new people in 14 days
returningPeople14d ; count ; returning people in 14 days
largestContributorShare30d ; share ; share of the most active person in 30 days
bulkShare30d ; share ; share of commits that landed in bulk in 30 days
peopleOnTwoDays30d ; count ; people with commits on two days in 30 days ; people on two days | regulars | regular contributor~
newPeople30d ; count ; new people in 30 days ; newpeople | new people | new contributor~ | new developer~ | new committer~ | new engineer~ | newcomer~ | first time contributor~ | first time committer~ | first timers | new faces | fresh contributors | new joiners | first commit
returningPeople30d ; count ; returning people in 30 days ; returning people | returning contributor~ | returning developer~ | returnees
`),
);

/** What a company is; of a startup in a past week, as it was then. */
const PROFILE = fields(`
sector ; category ; sector ; sector | category | industry | vertical | space | segment | market segment | field of business | line of business ; in the sector
stage ; category ; stage ; stage | funding stage | company stage ; at stage
status ; category ; status ; status
geography ; category ; geography ; geography | region | country | headquarters | hq | location | based | headquartered | where based | home country | home region | located ; based in
founded ; year ; year of founding ; founded | year of founding | founding year | age | how old | foundation year | start year | year it was founded | established
`);

/** What is known of a company's deals, today. */
const DEALS = fields(`
raised ; money ; money raised in documented rounds ; raised | total raised | money raised | funding | total funding | funding total | capital raised | total capital | raise in total | raised in total | raised so far | raised to date | funding raised | capital
rounds ; count ; documented rounds ; number of rounds | rounds raised | documented rounds | how many rounds | how many funding rounds
backers ; name* ; backers ; backer~ | investor~ | investors behind | backers behind | who is behind | investors in | backers of | investors of | shareholder~ | vc~ | vcs | cap table | funders | financiers | venture backers | money behind ; backed by
leads ; name* ; investors that led a round ; lead investor~ | leads | lead backer~ ; with a round led by
backerCount ; count ; documented backers
lastRound ; text ; last round ; last round | latest round | last raise | latest raise | last funding | latest funding | last funding round | latest funding round | most recent round | most recent funding round | most recent raise | newest round | recent round | last financing | last known round
lastRoundOn ; date ; date of the last round
lastRoundAmount ; money ; money raised in the last round
valuation ; money ; last published valuation of a billion or more ; valuation~ | value | valued | valued at | worth | market value | how valuable | post money valuation | post money
valuedOn ; date ; date of that valuation
acquiredBy ; name ; acquirer ; ; acquired by
acquired ; name* ; companies it acquired ; ; that acquired
acquisitions ; count ; acquisitions made ; number of acquisitions
`);

const LINKS = fields(`
formerNames ; text ; former names ; former name~ | formerly | formerly called | formerly known as | previous name~ | previously called | previously known as | earlier name~ | old name~ | original name | used to be called | once called | called before | called earlier | known before | known as before | renamed | name change | original names
description ; text ; description ; description
website ; text ; website ; website | web site | homepage | home page | web address | domain | url | site
github ; text ; GitHub organization ; github | github org | github organization | github account | github url
repositoryCount ; count ; repositories tracked ; repository count | number of repositories | number of repos | how many repos | how many repositories
repositories ; text ; repositories ; repository~ | repo~ | repos counted | tracked repos | repositories tracked
`);

const NAME = fields('name ; text ; name');
const TRACKED = yesNo('tracked');
const COMPANY = fields('company ; name ; company ; ; of');
/** When a deal was announced, and for how much. */
const DATED = fields(`
announcedOn ; date ; date of the announcement ; date | announcement | announcement date | day
year ; year ; year of the announcement
`);
const MONEY = fields(`
amount ; money ; amount ; amount | size | price | purchase price | deal size | round size | sum | how much was paid | cheque | check
currency ; category ; currency
`);
const CLOSED_ON = fields(
  'closedOn ; date ; date of closing ; closing date | completion date | date of closing',
);
const ROUND = fields(`
round ; text ; round
roundStage ; category ; stage of the round
`);
/** The same facts of the company whose deal it is. */
const OF_COMPANY: readonly Field[] = [
  ...PROFILE.map((field) =>
    field.phrase === undefined ? field : { ...field, phrase: `of companies ${field.phrase}` },
  ),
  { ...TRACKED, phrases: { yes: 'of tracked companies', no: 'of companies that are not tracked' } },
];

export const FIELDS: Readonly<Record<Subject, readonly Field[]>> = {
  startup: [...NAME, ...RECORD, ...PROFILE, yesNo('covered'), ...DEALS, ...LINKS],
  sector: [
    ...NAME,
    ...weekly(fields('startups ; count ; covered startups')),
    ...RECORD.filter(isNumber),
    ...fields('description ; text ; description'),
  ],
  company: [...NAME, ...fields('kind ; category ; kind'), TRACKED, ...PROFILE, ...DEALS, ...LINKS],
  fund: [
    ...NAME,
    ...fields(`
companies ; count ; companies backed ; portfolio size | number of portfolio companies | number of investments | portfolio company~
rounds ; count ; documented rounds taken part in
roundsLed ; count ; rounds led ; rounds led | number of rounds led
backed ; name* ; companies backed ; ; that backed
led ; name* ; companies of which it led a round ; ; that led a round of
coinvestors ; name* ; investors in the same rounds ; ; that invested together with
sectors ; category* ; sectors of tracked startups backed
lastOn ; date ; date of the last round taken part in
`),
  ],
  acquirer: [
    ...NAME,
    TRACKED,
    ...fields(`
acquisitions ; count ; acquisitions made
acquired ; name* ; companies it acquired ; ; that acquired
sectors ; category* ; sectors of tracked startups acquired
lastOn ; date ; date of the last acquisition
`),
  ],
  round: [
    ...COMPANY,
    ...ROUND,
    ...MONEY,
    ...DATED,
    ...CLOSED_ON,
    ...fields(`
lead ; name* ; lead investor ; lead investor~ | lead ; led by
investors ; name* ; investors ; ; with money from
investorCount ; count ; documented investors
`),
    ...OF_COMPANY,
  ],
  backing: [
    ...fields('fund ; name ; investor ; ; by'),
    ...COMPANY,
    ...fields('role ; category ; role'),
    ...ROUND,
    ...DATED,
    ...OF_COMPANY,
  ],
  valuation: [...COMPANY, ...MONEY, ...DATED, ...fields('basis ; category ; basis'), ...OF_COMPANY],
  acquisition: [
    ...fields(`
acquirer ; name ; acquirer ; ; by
acquired ; name ; acquired company ; acquisitions made | companies acquired ; of
state ; category ; state
`),
    ...MONEY,
    ...DATED,
    ...CLOSED_ON,
    ...OF_COMPANY,
  ],
  exit: [
    ...COMPANY,
    ...fields(`
exitKind ; category ; kind of exit
by ; name ; acquirer or partner ; ; to
`),
    ...MONEY,
    ...DATED,
    ...CLOSED_ON,
    ...OF_COMPANY,
  ],
  market: [
    ...NAME,
    ...fields(`
status ; category ; status
asks ; category ; kind of question
opened ; date ; opening
closes ; date ; closing
leader ; name ; likeliest startup ; favourite | favorite | front runner | likeliest
probability ; share ; probability of the answer yes ; probability | odds | likelihood | chance~
outcome ; category ; outcome
`).map((field) => (field.name === 'status' ? { ...field, values: MARKET_STATUSES } : field)),
  ],
  finding: [...NAME, ...fields('statement ; text ; statement')],
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
