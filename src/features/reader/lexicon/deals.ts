/** Words for who buys, backs and raises. */
import type { Meaning } from '../meaning.ts';
import type { Row } from './asking.ts';

const act = (of: Extract<Meaning, { kind: 'act' }>['act'], words: string): Row => [
  { kind: 'act', act: of },
  words,
];

/** Words that stand before the name of the one who did it. */
const by = (of: Extract<Meaning, { kind: 'act' }>['act'], words: string): Row => [
  { kind: 'act', act: of, isBy: true },
  words,
];
const currency = (of: string, words: string): Row => [{ kind: 'currency', currency: of }, words];

export const DEALS: readonly Row[] = [
  currency('EUR', 'euro~ | eur | in euros | in eur'),
  currency('USD', 'usd | dollars | in dollars | us dollars | in usd | millions of dollars'),
  currency('GBP', 'gbp | pounds | in pounds | sterling'),
  act(
    'acquire',
    'acquire~ | buy~ | purchase~ | take~ over | snap~ up | swallow~ | scoop~ up | gobble~ up | absorb~ | pick~ up | pay~ for | takeover of | purchase of | acquisition of | shopping spree | buying spree | shopping list | takeover target~ | bolt ons | buys',
  ),
  act(
    'acquired',
    'been acquired | been bought | been sold | been purchased | been taken over | was acquired | was bought | were acquired | were bought | got acquired | got bought | get acquired | is acquired | being acquired | was sold | were sold | got sold | sold | sale of | sell~ | acquirer of | buyer of | purchaser of | taken over | acquired | is bought | under new ownership | changed hands | change~ hands | bought out | bought up',
  ),
  by(
    'acquire',
    'acquisitions made by | acquisitions by | acquisition by | purchases by | acquisitions from',
  ),
  by(
    'acquired',
    'acquired by | bought by | purchased by | taken over by | snapped up by | sold to | owned by | swallowed by | gobbled up by | absorbed by | sale to | sell~ to | bought up by | picked up by | now part of',
  ),
  act(
    'own',
    'owns | who own | owner~ | owned | ownership | parent | parent company | still independent | independent | stand~ alone | who is behind | independent company',
  ),
  act(
    'back',
    'back | invest~ | invest~ in | backs | backed | backing | funded | finance~ | put money into | put~ money in | put money in | bet on | bets on | stake in | stakes in | wrote a check | participate~ in | take~ part in | portfolio | portfolio of | holdings | investments | investments of | investments by | invested | bankroll~ | deals by | portfolio company~ | portfolio companies | portfolio of companies | bets | has backed | holdings of | companies backed by | participate~ | take~ part | took part | participants | participant',
  ),
  act('backed', 'backed | venture backed | vc backed | been backed'),
  by(
    'backed',
    'backed by | funded by | financed by | invested in by | money from | funding from | investment from | raised from | supported by | with money from | in the portfolio of | in portfolio of | alumni of | went through | came through | came out of | go through | bankrolled by | capital from | raise~ money from | raise~ from',
  ),
  act(
    'lead',
    'lead~ | spearhead~ | anchor~ | lead~ the round | head~ | co lead~ | lead~ rounds | lead~ a round | lead~ a round in | lead~ a round of',
  ),
  act(
    'led',
    'lead investor~ | lead investor of | who led | lead of | was led | in the lead of | leads of | lead investor in | who was in the lead',
  ),
  by('led', 'led by | was led by | co led by | rounds led by'),
  act(
    'raise',
    'raise~ | raise~ money | raise~ funding | raise~ capital | fundraise~ | close~ a round | secure~ | bring~ in | take~ in | pull~ in | land~ funding | get~ funding | received funding | funded | haul~ in | collect~ | bank~ | rake~ in | pocket~',
  ),
  act(
    'exit',
    'exit~ | what happened to | what became of | happen~ to | what happened with | happen~ with | became of | happened to | become of | whatever happened to | cease~ to exist | still exist | still alive | still around | still in business | still operating | survive~ | exit~ed',
  ),
  act(
    'co-invest',
    'co invest~ | coinvest~ | co investor~ | coinvestor~ | invest~ together with | invest~ alongside | invest~ together | invests alongside | alongside | co invest~ with | syndicate~ with',
  ),
  act('merge', 'merge~ | merger~ | merged with'),
  act(
    'close',
    'shut~ down | shutdown | close~ down | close~ | closed their doors | closed its doors | go~ out of business | go~ bust | go~ under | wind~ down | wound down | fold~ | defunct | bankrupt | discontinue~ | out of business | cease~ operations | shutter~ | die~ off',
  ),
  [
    { kind: 'value', field: 'exitKind', values: ['public'] },
    'go~ public | went public | ipo | ipos | ipo~ | public listing | listed on | publicly traded | floated',
  ],
  [
    { kind: 'value', field: 'state', values: ['called-off'] },
    'called off | cancelled | canceled | abandoned | terminated | fell through | fallen through | fall through | collapse of',
  ],
  [
    { kind: 'value', field: 'state', values: ['closed'] },
    'completed | finalized | finalised | gone through | went through | go through',
  ],
];
