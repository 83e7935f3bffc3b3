import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evidenceOf } from '../../../src/pipeline/signals/classify.ts';
import type { Windows } from '../../../src/pipeline/signals/windows.ts';
import { QUIET } from './quiet.ts';

const TYPES = {
  hiring: 'Engineering hiring burst',
  infrastructure: 'Infrastructure buildout',
  deploys: 'Deploy frequency spike',
  migration: 'Framework migration',
} as const;

const { composition, dependencies } = QUIET;
const newcomers = (joined: number | null, ...stayed: number[]) => ({
  newcomers: { joined, stayed },
});
const among = (steadyPeople: number) => ({
  composition: { ...composition, prior30d: { ...composition.prior30d, steadyPeople } },
});
const work = (personDays: number[], people = 2) => ({
  infrastructure: { personDays, people, ciFiles: 0, infraFiles: 0 },
});
const opened = (...names: string[]) => ({
  newRepositories: names.map((repository) => ({ repository, day: 20_000 })),
});
const released = (...releaseDays: number[]) => ({ releaseDays });
const replaced = (replacedRoles: number) => ({
  dependencies: dependencies && { ...dependencies, replacedRoles },
});
const FLOOD = { weeklyCommits: [900, 900, 1, 1, ...new Array(26).fill(1)] };

type Case = [what: string, change: Partial<Windows>, value: number | null];
const VALUES: Record<keyof typeof TYPES, Case[]> = {
  hiring: [
    ['three new people who stay, where none stayed before', newcomers(9, 3, 0, 0, 0), 1],
    ['two who stay', newcomers(9, 2, 0, 0, 0), 0],
    ['two in a company of one', { ...newcomers(2, 2, 0, 0, 0), ...among(1) }, 0],
    ['three in a company of three', { ...newcomers(3, 3, 0, 0, 0), ...among(3) }, 1],
    ['visitors', newcomers(200, 0, 0, 0, 0), 0],
    ['twice as many as in its own past', newcomers(8, 8, 4, 4, 4), 1],
    ['few against the people already there', { ...newcomers(8, 6, 0, 0, 0), ...among(80) }, 0.5],
    ['people of whom it is not known who is new', newcomers(null), null],
    ['people, where it is not known who was new before', newcomers(9, 9), null],
  ],
  infrastructure: [
    ['twice as many days as in its own past', work([20, 10, 10, 10]), 1],
    ['few days', work([5, 0, 0, 0]), 0.5],
    ['one person, however much they do', work([28, 0, 0, 0], 1), 0],
    ['two new repositories', opened('a/b', 'a/c'), 1],
    ['days without a past to compare with', work([20, 10, 10]), null],
  ],
  deploys: [
    ['twice the mean of days with a release', released(8, 4, 4, 4, 4, 4, 4), 1],
    ['five days after none', released(5, 0, 0, 0), 1],
    ['a flood of commits', FLOOD, 0],
    ['days, where older tags were cut', released(9, 1), null],
    ['no days, where all tags were cut', released(), null],
  ],
  migration: [
    ['no role that changed hands', replaced(0), 0],
    ['one role', replaced(1), 1],
    ['two roles', replaced(2), 2],
    ['manifests that were not read', { dependencies: null }, null],
  ],
};

for (const [name, cases] of Object.entries(VALUES))
  describe(`the evidence of ${TYPES[name as keyof typeof TYPES]}`, () => {
    for (const [what, change, value] of cases)
      it(`is ${value} for ${what}`, () => {
        const type = TYPES[name as keyof typeof TYPES];
        assert.equal(evidenceOf({ ...QUIET, ...change })[type].value, value);
      });
  });

describe('a count is above the past', () => {
  const cases: [keyof typeof TYPES, Partial<Windows>, boolean][] = [
    ['infrastructure', work([11, 10, 10, 10]), true],
    ['infrastructure', work([10, 10, 10, 10]), false],
    ['infrastructure', { ...work([10, 10, 10, 10]), ...opened('a/b') }, true],
    ['deploys', released(5, 4, 4, 4), true],
    ['deploys', released(4, 4, 4, 4), false],
  ];
  it('with more days than the mean before, or with a new repository', () => {
    for (const [name, change, expected] of cases)
      assert.equal(evidenceOf({ ...QUIET, ...change })[TYPES[name]].isAbovePast, expected, name);
  });
});
