import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseDay } from '../../../src/lib/period.ts';
import type { Commit } from '../../../src/pipeline/collect/commit.ts';
import { accountRules, foldName } from '../../../src/pipeline/signals/accounts.ts';
import { filterCommit, type Verdict } from '../../../src/pipeline/signals/filter.ts';
import { commitOn } from '../../support/histories.ts';

const RULES = accountRules({
  automations: { names: ['Jenkins', 'Expo Bot'], addresses: [] },
  agents: [
    { name: 'Claude', accounts: ['claude[bot]'], addresses: [], trailers: [] },
    { name: 'Copilot', accounts: ['Copilot'], addresses: [], trailers: [] },
    {
      name: 'Critic',
      accounts: ['critic[bot]'],
      addresses: [],
      trailers: ['Critic'],
      reviews: true,
    },
  ],
});
const COVERED_THROUGH = parseDay('2025-06-30');

const D = '2025-01-01';
const excluded = (because: string): Verdict => ({ counted: false, because }) as Verdict;
const counts = (kind: string): Verdict => ({ counted: true, kind }) as Verdict;
const MISDATED = excluded('misdated');
const bot = (botName: string) => commitOn(D, { botName });
const by = (agent: string, agentRole: Commit['agentRole'], botName = '') =>
  commitOn(D, { agent, agentRole, botName });

/** Automations are known by their whole names, in which no look-alike letter stands for another. */
const AUTOMATIONS = ['Jenkins', ' jenkins ', 'EXPO BOT', 'dependabot[bot]', 'Anything[BOT]'];
const PEOPLE = ['Talbot', 'Travis', 'Jenkins Smith', 'Expo Bottle', '[bot] Botham', 'Jеnkins'];

const CASES: [what: string, commit: Commit, expected: Verdict][] = [
  ['a person’s commit', commitOn(D), counts('person')],
  ['a first commit', commitOn(D, { parents: 0 }), counts('person')],
  ['a merge', commitOn(D, { parents: 2 }), excluded('merge')],
  ['a merge of many', commitOn(D, { parents: 8 }), excluded('merge')],
  ['the last day of the copy', commitOn('2025-06-30'), counts('person')],
  ['a day after the copy', commitOn('2025-07-01'), MISDATED],
  ['the first day that counts', commitOn('2005-01-01'), counts('person')],
  ['the day before', commitOn('2004-12-31'), MISDATED],
  ['the first day of Unix', commitOn('1970-01-01'), MISDATED],
  ['an agent’s own commit', by('Copilot', 'author'), counts('agent')],
  ['that of an agent’s account', bot('claude[bot]'), counts('agent')],
  ['a commit that an agent helped with', by('Claude', 'coauthor'), counts('assisted')],
  ['an unlisted [bot], helped', by('Claude', 'coauthor', 'x[bot]'), excluded('automation')],
  ['a reviewer’s own commit', by('critic[bot]', 'author'), counts('agent')],
  ...['critic[bot]', 'Critic', 'CRITIC[bot]'].map((name): (typeof CASES)[number] => [
    `the trailer of a reviewer, ${name}`,
    by(name, 'coauthor'),
    counts('person'),
  ]),
  ...AUTOMATIONS.map((name): (typeof CASES)[number] => [name, bot(name), excluded('automation')]),
  ...PEOPLE.map((name): (typeof CASES)[number] => [name, bot(name), counts('person')]),
];

describe('the filter', () => {
  for (const [what, commit, expected] of CASES)
    it(`decides on ${what}`, () => {
      assert.deepEqual(filterCommit(commit, RULES, COVERED_THROUGH, new Set()), expected);
    });

  it('counts an id once for a company, and the other copy where the first one did not count', () => {
    const ids = new Set<string>();
    const commit = commitOn('2025-06-30');
    const verdict = (through: number) => filterCommit(commit, RULES, through, ids);
    assert.deepEqual(verdict(parseDay('2025-06-01')), MISDATED);
    assert.deepEqual(verdict(COVERED_THROUGH), counts('person'));
    assert.deepEqual(verdict(COVERED_THROUGH), excluded('duplicate'));
  });

  it('folds letters of another width', () => assert.equal(foldName('Ｊenkins'), 'jenkins'));
});
