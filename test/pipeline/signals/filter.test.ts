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
  ],
});
const COVERED_THROUGH = parseDay('2025-06-30');

function verdict(commit: Commit, counted = new Set<string>()): Verdict {
  return filterCommit(commit, RULES, COVERED_THROUGH, counted);
}

const excluded = (because: string) => ({ counted: false, because });
const counts = (kind: string) => ({ counted: true, kind });

describe('the filter', () => {
  it('counts a person’s commit', () => {
    assert.deepEqual(verdict(commitOn('2025-01-01')), counts('person'));
  });

  it('leaves out merges', () => {
    assert.deepEqual(verdict(commitOn('2025-01-01', { parents: 2 })), excluded('merge'));
    assert.deepEqual(verdict(commitOn('2025-01-01', { parents: 8 })), excluded('merge'));
    assert.deepEqual(verdict(commitOn('2025-01-01', { parents: 0 })), counts('person'));
  });

  it('counts an id once for a company', () => {
    const counted = new Set<string>();
    const commit = commitOn('2025-01-01');
    assert.deepEqual(verdict(commit, counted), counts('person'));
    assert.deepEqual(verdict(commit, counted), excluded('duplicate'));
  });

  it('lets the other copy count when the first one did not', () => {
    const counted = new Set<string>();
    const commit = commitOn('2025-06-30');
    const early = filterCommit(commit, RULES, parseDay('2025-06-01'), counted);
    assert.deepEqual(early, excluded('misdated'));
    assert.deepEqual(verdict(commit, counted), counts('person'));
  });

  it('leaves out commits dated after the copy or before 2005', () => {
    assert.deepEqual(verdict(commitOn('2025-06-30')), counts('person'));
    assert.deepEqual(verdict(commitOn('2025-07-01')), excluded('misdated'));
    assert.deepEqual(verdict(commitOn('2005-01-01')), counts('person'));
    assert.deepEqual(verdict(commitOn('2004-12-31')), excluded('misdated'));
    assert.deepEqual(verdict(commitOn('1970-01-01')), excluded('misdated'));
  });

  it('takes a reviewer’s trailer for no authorship', () => {
    const rules = accountRules({
      automations: { names: [], addresses: [] },
      agents: [
        { name: 'Pair', accounts: ['pair[bot]'], addresses: [], trailers: [] },
        {
          name: 'Critic',
          accounts: ['critic[bot]'],
          addresses: [],
          trailers: ['Critic'],
          reviews: true,
        },
      ],
    });
    const kindOf = (change: Partial<Commit>) =>
      filterCommit(commitOn('2025-01-01', change), rules, COVERED_THROUGH, new Set());
    for (const agent of ['critic[bot]', 'Critic', 'CRITIC[bot]'])
      assert.deepEqual(kindOf({ agent, agentRole: 'coauthor' }), counts('person'));
    assert.deepEqual(kindOf({ agent: 'pair[bot]', agentRole: 'coauthor' }), counts('assisted'));
    assert.deepEqual(kindOf({ agent: 'critic[bot]', agentRole: 'author' }), counts('agent'));
  });

  it('leaves out automations, by whole name only', () => {
    for (const botName of ['Jenkins', ' jenkins ', 'EXPO BOT', 'dependabot[bot]', 'Anything[BOT]'])
      assert.deepEqual(
        verdict(commitOn('2025-01-01', { botName })),
        excluded('automation'),
        botName,
      );
    for (const botName of ['Talbot', 'Travis', 'Jenkins Smith', 'Expo Bottle', '[bot] Botham'])
      assert.deepEqual(verdict(commitOn('2025-01-01', { botName })), counts('person'), botName);
  });

  it('distinguishes a coding agent’s own commits from commits that it helped with', () => {
    const authored = commitOn('2025-01-01', { agent: 'Copilot', agentRole: 'author' });
    assert.deepEqual(verdict(authored), counts('agent'));
    const listed = commitOn('2025-01-01', { botName: 'claude[bot]' });
    assert.deepEqual(verdict(listed), counts('agent'));
    const helped = commitOn('2025-01-01', { agent: 'Claude', agentRole: 'coauthor' });
    assert.deepEqual(verdict(helped), counts('assisted'));
  });

  it('leaves out an unlisted [bot] even when an agent helped it', () => {
    const commit = commitOn('2025-01-01', {
      botName: 'x[bot]',
      agent: 'Claude',
      agentRole: 'coauthor',
    });
    assert.deepEqual(verdict(commit), excluded('automation'));
  });

  it('does not take a look-alike letter for the listed one', () => {
    const cyrillic = commitOn('2025-01-01', { botName: 'Jеnkins' });
    assert.deepEqual(verdict(cyrillic), counts('person'));
    assert.equal(foldName('Ｊenkins'), 'jenkins');
  });
});
