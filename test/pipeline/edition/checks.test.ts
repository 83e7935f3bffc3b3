/** The data for checking a number adds up to the published number, for every startup and week. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { isoDay, parseDay } from '../../../src/lib/period.ts';
import { type CheckRecord, RepositoryDays } from '../../../src/pipeline/edition/checks.ts';
import { EditionStore } from '../../../src/pipeline/edition/edition-store.ts';
import { type PublishOptions, publish } from '../../../src/pipeline/edition/publish.ts';
import { accountRules } from '../../../src/pipeline/signals/accounts.ts';
import { Editions } from '../../../src/published/editions.ts';
import { shippedPublication } from '../../../tools/shipped.ts';
import { mainRepositories } from '../../support/example-company.ts';
import { commitOn, ledgerOf } from '../../support/histories.ts';
import { FOUR_WEEKS, publishedExample } from '../../support/publication.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

async function opened({ store }: PublishOptions): Promise<Editions> {
  const editions = await Editions.open(store);
  assert.ok(editions);
  return editions;
}

describe('the days of every startup', () => {
  it('add up to its commits, contributors and what each repository adds', async () => {
    const { editions } = await shippedPublication();
    const periods = editions.periods.map(({ slug }) => slug);
    let checked = 0;
    for (const period of periods.filter((_, index) => index % 15 === 0)) {
      const [startups, evidence, checks] = [
        await editions.startups(period),
        await editions.evidence(period),
        await editions.checks(period),
      ];
      assert.deepEqual([...checks.keys()], [...startups.keys()]);
      for (const [slug, startup] of startups) {
        const [own, record] = [checks.get(slug), evidence.get(slug)];
        assert.ok(own && record);
        const where = `${slug} in ${period}`;
        const days = (from: number, to: number) =>
          sum(own.repositories.map(({ commits }) => sum(commits.slice(from, to))));
        assert.equal(days(14, 28), startup.commitVelocity14d, where);
        assert.equal(days(0, 14), record.priorVelocity, where);
        assert.equal(sum(own.peopleByDays.current), startup.contributors, where);
        assert.equal(sum(own.peopleByDays.prior), record.priorContributors, where);
        const { current30d } = record.composition;
        assert.equal(sum(own.peopleByDays.current.slice(1)), current30d.peopleOnTwoDays, where);
        assert.deepEqual(
          own.repositories.map(({ repository, commits }) => [
            repository,
            sum(commits.slice(14)),
            sum(commits.slice(0, 14)),
          ]),
          record.repositories
            .filter(({ commits14d }) => commits14d !== null)
            .map(({ repository, commits14d, priorCommits14d }) => [
              repository,
              commits14d,
              priorCommits14d,
            ]),
          where,
        );
        for (const { contributors, people } of own.repositories) {
          assert.ok(contributors.current <= startup.contributors, where);
          assert.ok(Math.max(...people.slice(30)) <= contributors.current, where);
          assert.ok(sum(people.slice(30)) >= contributors.current, where);
        }
        checked++;
      }
    }
    assert.ok(checked > 1000, String(checked));
  });
});

describe('days of people', () => {
  const RULES = accountRules({ automations: { names: ['Renovate'], addresses: [] }, agents: [] });
  const commit = fc.record({
    // The copy ends on day 89: later commits are misdated.
    day: fc.integer({ min: 0, max: 95 }),
    emailHash: fc.constantFrom('a', 'b', 'c', 'd'),
    parents: fc.constantFrom(1, 1, 1, 2),
    botName: fc.constantFrom('', '', 'Renovate'),
    isAgents: fc.boolean(),
    where: fc.constantFrom('acorn/core', 'acorn/other'),
  });

  it('are the same counted commit by commit', async (t) => {
    const folder = await temporaryFolder(t);
    const options = await publishedExample(folder, FOUR_WEEKS);
    const [acorn] = options.registry.companies;
    assert.ok(acorn);
    const repositories = mainRepositories('acorn/core', 'acorn/other');
    const registry = { ...options.registry, companies: [{ ...acorn, repositories }] };
    const first = parseDay('2025-04-01');
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(commit, { minLength: 1, maxLength: 60 }), async (given) => {
        const own = `${folder}/run${run++}`;
        const ledger = await ledgerOf(
          own,
          {
            acorn: repositories.map(({ name }) => ({
              repository: name,
              coveredFrom: '2025-04-01',
              coveredThrough: '2025-06-29',
              commits: given
                .filter(({ where }) => where === name)
                .map(({ day, isAgents, where: _, ...rest }) =>
                  commitOn(isoDay(first + day), {
                    ...rest,
                    ...(isAgents && { agent: 'Agent', agentRole: 'author' }),
                  }),
                ),
            })),
          },
          RULES,
        );
        const store = new EditionStore(`${own}/editions`);
        await publish({ ...options, ledger, registry, store, dataFolder: own });
        const record = (await (await opened({ ...options, store })).checks('2025-w26')).get(
          'acorn',
        );
        assert.ok(record);
        assert.deepEqual(record, byHand(given));
        z.array(z.strictObject(RepositoryDays.shape)).parse(record.repositories);
      }),
      { numRuns: 6 },
    );
  });

  /** D is day 89. */
  function byHand(given: readonly (typeof commit extends fc.Arbitrary<infer T> ? T : never)[]) {
    const isMerge = ({ parents }: { parents: number }) => parents === 2;
    const isBots = (one: { parents: number; botName: string }) =>
      !isMerge(one) && one.botName !== '';
    const isCounted = (one: { parents: number; botName: string }) => !isMerge(one) && !isBots(one);
    const people = given.filter((one) => isCounted(one) && !one.isAgents);
    const inWindow = (ago: number, before: number) =>
      people.filter(({ day }) => day <= 89 - ago && day > 89 - before);
    const byDays = (ago: number, before: number) => {
      const days = Map.groupBy(inWindow(ago, before), ({ emailHash }) => emailHash);
      const numbers = [...days.values()].map((own) => new Set(own.map(({ day }) => day)).size);
      return Array.from(
        { length: Math.max(0, ...numbers) },
        (_, index) => numbers.filter((number) => number === index + 1).length,
      );
    };
    const daily = (length: number, count: (day: number) => number) =>
      Array.from({ length }, (_, index) => count(89 - length + 1 + index));
    return {
      slug: 'acorn',
      period: '2025-w26',
      repositories: ['acorn/core', 'acorn/other'].map((repository) => {
        const here = given.filter(({ where }) => where === repository);
        const merges = daily(28, (on) => here.filter((c) => c.day === on && isMerge(c)).length);
        const bots = daily(28, (on) => here.filter((c) => c.day === on && isBots(c)).length);
        const distinct = (list: typeof given) =>
          new Set(list.filter((c) => c.where === repository).map((c) => c.emailHash)).size;
        return {
          repository,
          began: '2020-01-01',
          commits: daily(28, (on) => here.filter((c) => c.day === on && isCounted(c)).length),
          leftOut: {
            ...(sum(bots) > 0 && { automation: bots }),
            ...(sum(merges) > 0 && { merge: merges }),
          },
          people: daily(60, (on) => distinct(people.filter(({ day }) => day === on))),
          contributors: {
            current: distinct(inWindow(0, 30)),
            prior: distinct(inWindow(30, 60)),
          },
        };
      }),
      peopleByDays: { current: byDays(0, 30), prior: byDays(30, 60) },
    } satisfies CheckRecord;
  }
});
