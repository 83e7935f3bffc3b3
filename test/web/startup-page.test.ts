/** Pages of each kind of startup, and of the checks of its numbers. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CheckedNumber } from '../../src/features/checks/check.ts';
import { commitsCheck } from '../../src/features/checks/commits.ts';
import { contributorsCheck } from '../../src/features/checks/contributors.ts';
import { lastDayNamed } from '../../src/lib/period.ts';
import type { CheckRecord } from '../../src/pipeline/edition/checks.ts';
import { layout } from '../../src/web/components/layout.ts';
import { checkPage } from '../../src/web/startup-check.ts';
import { shippedPublication } from '../../tools/shipped.ts';
import { type Served, serveExample, serveShipped } from '../support/service.ts';
import {
  exampleEdition,
  exampleEvidence,
  exampleStartup,
  exampleStartupView,
  startupPage,
} from './fixture.ts';
import { readElements } from './markup.ts';

const sentenceOf = (page: string) =>
  (/<p class="lead">(.*?)<\/p>/s.exec(page)?.[1] ?? '').replace(/<[^>]*>/g, '');

describe('the sentence of a startup', () => {
  it('says how its pace stands, with a number that opens its check, and what changed by name', () => {
    const startup = exampleStartup(2, { signalStrength: 'strong' });
    const page = startupPage(exampleStartupView(startup));
    assert.equal(
      sentenceOf(page),
      'Its pace is known for 3 weeks, too few to compare (growth rank 70 of 100): 42 commits in 14 days, after 31 in the 14 before. Released on 2 of the last 28 days (usually 1), most recently core v1.2.0 on 5 August.',
    );
    assert.match(page, /<a href="\/startups\/example-2\/check\/commits" data-check="">42 commits</);
  });

  it('says since when there is nothing, of a startup of zeros', () => {
    const startup = exampleStartup(1, { commitVelocity14d: 0 });
    const view = exampleStartupView(startup);
    const silent = (weeklyCommits: number[]) =>
      sentenceOf(startupPage({ ...view, evidence: { ...view.evidence, weeklyCommits } }));
    assert.match(silent([0, 0, 0, 5]), /in these 14 days; the last ones landed 3 weeks earlier\.$/);
    assert.match(silent([0, 0]), /^No commit that counts landed .* in 2 weeks\.$/);
  });
});

describe('the page of a startup', () => {
  it('says what is counted and what is missing', () => {
    const view = exampleStartupView();
    assert.match(startupPage(view), /Counted: 2 public repositories, all that are followed\./);
    const [core] = view.evidence.repositories;
    assert.ok(core);
    const unknown = { commits14d: null, priorCommits14d: null, notCounted: 'its copy ends' };
    const repositories = [core, { ...core, ...unknown, repository: 'example-1/x' }];
    const page = startupPage({ ...view, evidence: { ...view.evidence, repositories } });
    assert.match(
      page,
      /Counted: 1 public repository\. Not counted: example-1\/x \(its copy ends\)/,
    );
  });

  it('has no score and no check of it in a week without a ranking', () => {
    const { scores: _, ...rest } = exampleStartup(1);
    const page = startupPage({
      ...exampleStartupView(),
      startup: { ...rest, isPartial: true },
    });
    assert.match(page, /none: this week is published in part/);
    assert.doesNotMatch(page, /check\/score/);
  });
});

const lastDay = lastDayNamed('2026-w33');
const daily = (length: number, value: (day: number) => number) =>
  Array.from({ length }, (_, day) => value(day));

function exampleChecks(repository: string): CheckRecord {
  return {
    slug: 'example-1',
    period: '2026-w33',
    repositories: [
      {
        repository,
        began: '2020-01-01',
        commits: daily(28, (day) => (day === 20 ? 30 : day === 3 ? 12 : 0)),
        leftOut: {
          merge: daily(28, (day) => (day === 20 ? 4 : 0)),
          automation: daily(28, (day) => (day === 21 ? 5 : 0)),
        },
        people: daily(60, (day) => (day === 50 ? 3 : 0)),
        contributors: { current: 3, prior: 0 },
      },
    ],
    peopleByDays: { current: [2, 1], prior: [] },
  };
}

function checkedPage(number: CheckedNumber, repository = 'example-1/core', name = 'Example 1') {
  const startup = exampleStartup(1, { name });
  const make = number === 'commits' ? commitsCheck : contributorsCheck;
  const check = make(exampleChecks(repository), exampleEvidence(startup), lastDay);
  return layout(checkPage({ startup, check, number, edition: exampleEdition([startup]) }));
}

describe('the check of a number', () => {
  it('says the sum, and what separates it from what git prints', () => {
    const page = checkedPage('commits');
    assert.match(page, /30, all in example-1\/core; against 12 in the 14 days before\./);
    assert.match(page, /It prints 39: 39 − 4 merges − 5 commits by bots = <strong>30<\/strong>/);
    assert.match(
      page,
      /<td class="number">39<\/td><td class="number">−4<\/td><td class="number">−5<\/td><td class="number">0<\/td><td class="number"><strong>30/,
    );
    readElements(page);
  });

  it('says how often people came, and no names', () => {
    const page = checkedPage('contributors');
    assert.match(
      page,
      /3 people = 1 with commits on two days or more \+ 2 with commits on one day; against 0 in/,
    );
    assert.match(page, /It prints 3 or more; 3 people count\./);
    readElements(page);
  });
});

describe('the address of a check', () => {
  let example: Served;
  let shipped: Served;
  before(async () => {
    [example, shipped] = [await serveExample(), await serveShipped()];
  });
  after(async () => {
    await example.service.close();
    await shipped.service.close();
  });
  const answer = async ({ origin }: Served, path: string) => {
    const response = await fetch(origin + path);
    return { status: response.status, text: await response.text() };
  };

  it('answers what cannot be checked with the reason', async () => {
    const unknown = await answer(example, '/startups/acorn/check/stars');
    assert.equal(unknown.status, 404);
    assert.match(unknown.text, /commits, contributors, new-repositories, score/);
    const gone = await answer(example, '/startups/cedar/check/commits');
    assert.equal(gone.status, 404);
    assert.match(gone.text, /is not covered in 2025-w26, so there is no number to check/);
    assert.equal((await answer(example, '/startups/unknown/check/commits')).status, 404);
    assert.equal((await answer(example, '/api/check?company=acorn&number=stars')).status, 400);
    const missed = JSON.parse((await answer(example, '/api/check?company=cedar')).text);
    assert.equal(missed.found, false);
    assert.match(missed.reason, /ends on 2025-05-04/);
  });

  it('gives the published numbers, of any startup', async () => {
    const { editions } = await shippedPublication();
    const startups = [...(await editions.startups(editions.latest)).values()];
    for (const { slug, commitVelocity14d, contributors, newRepos, scores } of startups.slice(
      0,
      20,
    )) {
      const expected = {
        commits: commitVelocity14d,
        contributors,
        'new-repositories': newRepos,
        score: scores.composite,
      };
      for (const [number, value] of Object.entries(expected)) {
        const { text } = await answer(shipped, `/api/check?company=${slug}&number=${number}`);
        assert.equal(JSON.parse(text).check.value, value, `${number} of ${slug}`);
      }
    }
  });

  it('ranks again what the score ranked', async () => {
    const { editions } = await shippedPublication();
    for (const slug of [...(await editions.startups(editions.latest)).keys()].slice(0, 30)) {
      const { text } = await answer(shipped, `/api/check?company=${slug}&number=score`);
      const { among, commits, growth, newcomers, mix } = JSON.parse(text).check;
      for (const { below, ties, score } of [commits, growth, newcomers, mix])
        if (commits.value > 0)
          assert.equal(score, Math.round((100 * (below + ties / 2)) / among), slug);
    }
  });
});
