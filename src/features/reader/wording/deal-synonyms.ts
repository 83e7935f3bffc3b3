/** Other words for who invested, who bought whom, and what became of it. */
import type { Synonym } from './synonym.ts';

export const OF_DEALS: readonly Synonym[] = [
  [
    'invested in',
    'as is',
    'own a piece of|owns a piece of|own a slice of|owns a slice of|own part of|own shares in|hold equity in|holds equity in|have equity in|has equity in|have a stake in|has a stake in|hold a stake in|holds a stake in|have money in|has money in|have skin in|bet on|bets on|placed a bet on|placed bets on|bankroll|bankrolls|bankrolled|put cash into|put capital into|put dollars into|poured money into|pumped money into|sunk money into|sank money into|threw money at|wrote a check for|wrote a cheque for|took a position in|took a flyer on|financially support|financially supports|gave money to|deployed capital into|parked money in|staked',
  ],
  [
    'investors in',
    'as is',
    'names on the cap table of|on the cap table of|on the cap table at|the money behind|money behind|the people behind the money at|capital behind|backing for|moneybags behind|vcs on board at|cheque writers at',
  ],
  ['led', 'verb', 'spearhead|anchor|champion|co-lead|quarterback'],
  [
    'raised',
    'as is',
    'pulled in|pull in|taken in|take in|hauled in|haul in|banked|scooped in|netted|landed in funding|collected|gathered in funding|amassed in funding|brought in|brought in funding|gotten in funding|received in funding|tapped investors for|drummed up|got from investors|been given by investors|attracted from investors|raked in|rake in|raking in|pocketed|picked up in funding|scored in funding',
  ],
  [
    'raise',
    'as is',
    'take in fresh capital|took in fresh capital|take on money|took on money|get fresh money|got fresh money|get funded|got funded|get new money|secure fresh capital|secure funding|secured funding|close a round|closed a round|do a round|go fundraising|announce a raise',
  ],
  [
    'funding round',
    'noun',
    'tranche|cash injection|cash infusion|capital injection|funding event|capital raise|financing event|money round|cheque|raise of money',
  ],
  [
    'acquire',
    'verb',
    'gobble|snatch up|snatch|hoover up|absorb|swallow up|acqui-hire|nab|add to the fold|pick off|mop up',
  ],
  [
    'acquired by',
    'as is',
    'picked up by|folded into|absorbed into|sold off to|sold itself to|ended up at|ended up with|ended up in the hands of|in the hands of|went to|merged into|taken out by|grabbed by|swallowed whole by|scooped up by|part of the family of',
  ],
  [
    'acquisitions',
    'as is',
    'buys|shopping spree|shopping list|buying spree|purchases|takeover targets|m&a activity|m&a track record|bolt-ons|tuck-ins|roll-ups',
  ],
  [
    'shut down',
    'as is',
    'closed their doors|closed its doors|close their doors|close its doors|closed shop|shut up shop|folded|gone dark|went dark|ceased operations|stopped operating|called it quits|dissolved|gone belly up|went belly up|sunset|sunsetted|went bankrupt|gone bankrupt|bankrupt|insolvent|gone under|wound up|liquidated|no longer exist|no longer exists|disappeared|ceased to exist|out of business|threw in the towel|pulled the plug',
  ],
  [
    'valuation',
    'as is',
    'post-money valuation|post-money|post money|price per valuation|paper value|market valuation|sticker price',
  ],
  [
    'most valuable',
    'as is',
    'priciest|most highly valued|highest valued|highest-valued|highest priced|most expensively valued|top valued|worth the most|worth most',
  ],
  [
    'unicorns',
    'noun',
    'billion-dollar company|billion dollar company|billion-dollar startup|billion dollar startup',
  ],
  [
    'which funds backed both',
    'as is',
    'co-investors shared by|common investors of|common backers of|mutual investors of|mutual backers of|shared investors of|shared backers of|joint investors of|joint backers of|investors shared by|backers shared by|investors common to|backers common to|same investors behind|overlapping investors of|investor overlap between|investor overlap of|overlap in investors between',
  ],
  [
    'last round',
    'as is',
    'last funding event|last money|latest money|last cheque|last check|last raise|most recent cheque|most recent raise|newest round|freshest round|last financing',
  ],
];
