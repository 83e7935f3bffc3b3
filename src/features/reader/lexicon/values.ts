/** Words for what a startup is, shows or stands at. */
import type { Meaning } from '../meaning.ts';
import type { Row } from './asking.ts';

const is = (field: string, value: string | readonly (string | null)[], words: string): Row => [
  { kind: 'value', field, values: [value].flat() },
  words,
];
const condition = (
  field: string,
  op: '=' | '!=' | '>' | '<' | '>=',
  value: string | number,
  words: string,
): Row => [{ kind: 'condition', conditions: [{ field, op, values: [value] }] }, words];
const round = (name: string, words: string): Row => [{ kind: 'round', round: name }, words];
const SERIES: readonly Row[] = [...'abcdefgh'].map((letter) =>
  round(
    `Series ${letter.toUpperCase()}`,
    `series ${letter} | series ${letter} round~ | ${letter === 'a' ? 'a series' : letter} round~ | series ${letter} funding | series ${letter} financing`,
  ),
);

export const VALUES: readonly Row[] = [
  is(
    'signalType',
    'Engineering hiring burst',
    'hiring burst~ | engineering hiring burst~ | hiring signal~ | hiring | hiring spree | hire~',
  ),
  is(
    'signalType',
    'Infrastructure buildout',
    'infrastructure buildout~ | infrastructure build out~ | infra buildout~ | infra build out | buildout~ | build~ out infrastructure | building out infrastructure | infrastructure signal | building infrastructure | building out their infrastructure | build~ out their infrastructure | building out its infrastructure',
  ),
  is(
    'signalType',
    'Deploy frequency spike',
    'deploy frequency spike~ | deploy spike~ | deployment spike~ | release spike~ | deploy frequency | deployment frequency | deployment frequency spike~ | releasing more often | deploying more often | release~ more often | deploy~ more often | deploy signal',
  ),
  is(
    'signalType',
    'Framework migration',
    'framework migration~ | migration~ | migrating framework | migrate~ | migrating to another framework | switching framework~ | change~ framework | switch~ framework~ | changing frameworks | moving framework | migration signal | rewriting',
  ),
  is('signalStrength', 'strong', 'strong | strong signal~ | strength strong | strongly'),
  is('signalStrength', 'weak', 'weak | weak signal~ | strength weak'),
  is(
    'signalStrength',
    'none',
    'no signal | no signals | without signal | without a signal | without any signal | show no signal | strength none | signal none | no signal at all',
  ),
  condition(
    'signalStrength',
    '!=',
    'none',
    'any signal | a signal | show a signal | shows a signal | show any signal | with a signal | have a signal | carry a signal | carry any signal',
  ),

  is('stage', 'Pre-seed', 'pre seed | preseed | pre seed stage'),
  is('stage', 'Seed', 'seed | seed stage | at seed | seed funded'),
  is(
    'stage',
    'Series A/B',
    'series a b | series a or b | series a and b | series ab | a b stage | series a b stage',
  ),
  is(
    'stage',
    'Growth',
    'growth stage | late stage | stage growth | growth startup~ | growth company~ | growth company | growth companies | later stage | growth firms | growth ones',
  ),
  is('stage', ['Pre-seed', 'Seed'], 'early stage'),
  is(
    'stage',
    [null],
    'no stage | unknown stage | without a stage | stage unknown | no known stage',
  ),
  ...SERIES,
  round('Seed', 'seed | seed round~ | seed funding | seed financing | seed raise | seed rounds'),
  round('Pre-seed', 'pre seed | preseed | pre seed round~'),
  round('Accelerator', 'accelerator'),

  is(
    'geography',
    'US',
    'usa | u.s | u.s.a | united states | america | american~ | us based | us startup~ | us company | us companies | in us | in the us | from the us | the us | us headquartered | the states',
  ),
  is(
    'geography',
    'UK',
    'uk | u.k | united kingdom | britain | great britain | british | england | uk based',
  ),
  is('geography', 'EU', 'eu | e.u | european union | europe | european~ | eu based'),
  is('geography', 'APAC', 'apac | asia | asian | asia pacific'),
  is('geography', 'Canada', 'canada | canadian~'),
  is(
    'geography',
    'LATAM',
    'latam | latin america | latin american | south america | south american',
  ),
  is('geography', 'MENA', 'mena | middle east | middle eastern'),
  is(
    'geography',
    [null],
    'no geography | unknown geography | geography unknown | unknown location | without a geography | no known geography | unknown region',
  ),

  is('status', 'active', 'independent | still independent'),
  is(
    'status',
    'acquired',
    'acquired | been acquired | were acquired | was acquired | got acquired | already acquired | been bought | bought up | already been bought',
  ),
  is('status', 'closed', 'closed | shut down'),
  is(
    'covered',
    'no',
    'uncovered | not covered | missing | no data | without data | no numbers | no current numbers | lack coverage | absent | lacking data',
  ),
  condition(
    'commitVelocity14d',
    '=',
    0,
    'silent | dormant | gone quiet | went quiet | go quiet | went dark | gone dark | inactive | idle | completely quiet | quiet | stopped committing | no activity | stopped | asleep',
  ),
  condition(
    'agentShare',
    '=',
    0,
    'no ai | no agents | no coding agents | without ai | without agents | no agent commits | no ai commits | no sign of agents',
  ),
  condition(
    'contributors',
    '=',
    1,
    'solo | one person startup~ | one person team~ | one person company~ | one man | single person | one person project~ | lone developer | just one contributor | one contributor | only one contributor | exactly one contributor',
  ),
  condition(
    'valuation',
    '>=',
    1_000_000_000,
    'unicorn~ | billion dollar company~ | billion dollar startup~ | billion dollar company | billion dollar companies',
  ),
  condition('tracked', '=', 'yes', 'tracked'),
];

/** Meanings that only a few words have, for the subjects of rows. */
const subject = (of: Extract<Meaning, { kind: 'subject' }>['subject'], words: string): Row => [
  { kind: 'subject', subject: of },
  words,
];
export const SUBJECT_WORDS: readonly Row[] = [
  subject(
    'startup',
    'startup~ | start up~ | company | firm~ | business~ | venture~ | cos | project~ | player~ | vendor~ | outfit~ | names | shop~ | co | org | enterprise~ | tracked startup~ | tracked company | covered startup~ | maker~ | those | ones | of them | everyone | everything | everybody | anyone | anybody | competitor~ | peer~ | rival~ | upstart~ | scaleup~ | one | entity | organization~',
  ),
  subject(
    'sector',
    'sector~ | category | categories | vertical~ | industry | industries | segment~ | space~ | field~ | market segment~ | area~',
  ),
  subject(
    'fund',
    'fund~ | investor~ | vc~ | vcs | vc firm~ | venture fund~ | venture capitalist~ | backer~ | venture firm~ | investment firm~ | angel~ | capital firm~',
  ),
  subject('acquirer', 'acquirer~ | buyer~ | purchaser~ | acquiring company'),
  subject(
    'round',
    'round~ | funding round~ | raise~ | financing~ | funding history | fundraise~ | fundraising~ | financing round~ | investment round~ | funding event~ | funding | deal~ | raises | rounds of funding | cheques',
  ),
  subject(
    'acquisition',
    'acquisition~ | takeover~ | buyout~ | purchase~ | m&a | m & a | deal~ | bought companies | m and a | acquisition deal~',
  ),
  subject('exit', 'exit~ | outcome~ | fate'),
  subject('valuation', 'valuation~'),
  subject('market', 'market~ | prediction market~ | forecast~ | open market~ | bet~'),
  subject('finding', 'finding~ | research finding~'),
];
