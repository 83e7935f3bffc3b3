import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { followUps } from '../../../src/features/scout/follow-up.ts';
import { isOutcome, TrackRecord } from '../../../src/features/scout/outcomes.ts';
import { everValidated, validatingEvents } from '../../../src/features/scout/validating-events.ts';
import { isoDay, parseDay } from '../../../src/lib/period.ts';
import {
  type DealSource,
  type Exit,
  type FundingRound,
  NO_DEALS,
  type Valuation,
} from '../../../src/registry/deals.ts';
import type { Company } from '../../../src/registry/schema.ts';
import { exampleCompany } from '../../support/example-company.ts';

const source: DealSource = {
  ...{ url: 'https://example.org/news', title: 'News', publisher: 'Example' },
  ...{ kind: 'press-release', readAs: 'original', publishedOn: null, checked: '2026-11-01' },
  says: 'It says so.',
};
const money = { amount: null, currency: null };

function round(company: string, name: string, announcedOn: string | null): FundingRound {
  const slug = `${company}-${name}`;
  const course = { announcedOn, closedOn: null, investors: [], sources: [source] };
  return { slug, company, round: name, ...money, ...course };
}

function valuation(company: string, announcedOn: string): Valuation {
  const slug = `${company}-valuation`;
  return {
    slug,
    company,
    announcedOn,
    amount: 1e9,
    currency: 'USD',
    basis: null,
    sources: [source],
  };
}

function exit(kind: Exit['kind'], announcedOn: string | null, by: string | null = null): Exit {
  return { kind, by, announcedOn, closedOn: null, ...money, sources: [source] };
}

function registryOf(
  rounds: readonly FundingRound[],
  change: { companies?: Company[]; valuations?: Valuation[] } = {},
) {
  const slugs = ['acorn', 'birch', 'cedar', 'dogwood'];
  const {
    companies = slugs.map((slug) => exampleCompany(slug, { founded: 2019 })),
    valuations = [],
  } = change;
  return { companies, organizations: [], deals: { ...NO_DEALS, rounds, valuations } };
}

const UNTIL = parseDay('2026-11-01');

function judged(registry: ReturnType<typeof registryOf>, slug: string, starredOn: string) {
  return new TrackRecord(followUps(registry), UNTIL).judge(slug, parseDay(starredOn));
}

describe('validating events', () => {
  const of = (...deals: Parameters<typeof registryOf>) =>
    validatingEvents(registryOf(...deals)).get('acorn') ?? [];

  it('are priced rounds, valuations of a billion and acquisitions, oldest first', () => {
    const companies = [
      exampleCompany('acorn', { exits: [exit('acquired', '2026-01-01', 'birch')] }),
    ];
    companies.push(exampleCompany('birch', { name: 'Birch Example' }));
    const rounds = [
      round('acorn', 'Seed', '2022-01-10'),
      round('acorn', 'Accelerator', '2021-01-01'),
      round('acorn', 'Venture debt', '2023-01-01'),
      round('acorn', 'Series A', null),
    ];
    const events = of(rounds, { companies, valuations: [valuation('acorn', '2024-05')] });
    assert.deepEqual(
      events.map(({ kind, what, date, stage }) => [kind, what, date, stage]),
      [
        ['funding', 'Seed', '2022-01-10', 'Seed'],
        ['valuation', 'valued at a billion or more', '2024-05', 'Growth'],
        ['acquisition', 'acquired by Birch Example', '2026-01-01', undefined],
      ],
    );
  });

  it('count once if they were told together, as the rarest kind with the best known day', () => {
    const [event, ...others] = of([round('acorn', 'Series C', '2024-05-20')], {
      valuations: [valuation('acorn', '2024-05')],
    });
    assert.deepEqual(others, []);
    assert.equal(event?.kind, 'valuation');
    assert.equal(event?.what, 'Series C, valued at a billion or more');
    assert.equal(event?.date, '2024-05-20');
  });

  it('without a date count for what never had an event, and for nothing else', () => {
    const registry = registryOf([round('acorn', 'Seed', null)]);
    assert.deepEqual(validatingEvents(registry).get('acorn'), undefined);
    assert.deepEqual([...everValidated(registry)], ['acorn']);
  });
});

describe('a star', () => {
  const registry = registryOf([
    round('acorn', 'Seed', '2022-01-10'),
    round('acorn', 'Series A', '2024-01-10'),
    round('birch', 'Seed', '2023'),
    round('cedar', 'Seed', '2022-06-01'),
  ]);

  it('wins with the first event after its day, within three years', () => {
    const win = judged(registry, 'acorn', '2021-07-10');
    assert.ok(win && isOutcome(win) && win.state === 'win');
    assert.equal(win.event.what, 'Seed');
    assert.equal(win.stageThen, 'no event yet');
    assert.equal(Math.round(win.monthsEarly), 6);
    assert.ok(win.probability > 0 && win.probability < 1);
    const next = judged(registry, 'acorn', '2022-01-10');
    assert.ok(next && isOutcome(next) && next.state === 'win');
    assert.equal(next.event.what, 'Series A');
    assert.equal(next.stageThen, 'Seed');
  });

  it('misses when its three years are over, and is open before', () => {
    const states = ['2022-06-01', '2024-06-01'].map((day) => {
      const one = judged(registry, 'cedar', day);
      return one && isOutcome(one) ? [one.state, isoDay(one.until)] : one;
    });
    assert.deepEqual(states, [
      ['miss', '2025-06-02'],
      ['open', '2026-11-01'],
    ]);
  });

  it('is followed only after an event that may have come before it', () => {
    const unclear = judged(registry, 'birch', '2023-05-01');
    assert.ok(unclear && isOutcome(unclear));
    assert.equal(unclear.state, 'open');
    assert.equal(unclear.stageThen, 'Seed');
    const before = judged(registry, 'birch', '2022-12-31');
    assert.ok(before && isOutcome(before) && before.state === 'win');
  });

  it('waits for a project to become a company', () => {
    const early = judged(registry, 'dogwood', '2012-01-01');
    assert.ok(early && isOutcome(early));
    assert.equal(isoDay(early.until), '2022-07-01');
  });

  it('counts neither way for what is none any more, or of which nothing can be known', () => {
    const gone = (kind: Exit['kind'], on: string | null) => {
      const exits = [exit(kind, on)];
      const companies = [
        exampleCompany('acorn', { founded: 2019, exits }),
        exampleCompany('birch', { founded: 2019 }),
      ];
      return registryOf([round('birch', 'Seed', '2022-01-10')], { companies });
    };
    const reason = (one: ReturnType<typeof judged>) => one && !isOutcome(one) && one.reason;
    assert.equal(
      reason(judged(gone('acquired', '2024-01-02'), 'acorn', '2024-01-02')),
      'no-startup-any-more',
    );
    assert.equal(
      reason(judged(gone('acquired', '2024'), 'acorn', '2024-05-05')),
      'event-without-day',
    );
    assert.equal(reason(judged(registry, 'acorn', '2026-10-31')), 'too-recent');
    assert.equal(reason(judged(registryOf([]), 'acorn', '2024-01-01')), 'no-base-rate');
    assert.equal(judged(registry, 'nobody', '2024-01-01'), undefined);
    // Starred a day before it was acquired, it is a win; before it closed, a miss.
    const acquired = judged(gone('acquired', '2024-01-02'), 'acorn', '2024-01-01');
    assert.ok(acquired && isOutcome(acquired) && acquired.state === 'win');
    const closed = judged(gone('closed', '2024-01-02'), 'acorn', '2023-12-01');
    assert.ok(closed && isOutcome(closed));
    assert.deepEqual([closed.state, isoDay(closed.until)], ['miss', '2024-01-02']);
  });

  it('loses a win when the event is withdrawn', () => {
    const withdrawn = registryOf([round('cedar', 'Seed', '2022-06-01')]);
    const outcome = judged(withdrawn, 'acorn', '2021-07-10');
    assert.ok(outcome && isOutcome(outcome));
    assert.equal(outcome.state, 'miss');
  });
});

describe('the hazard', () => {
  it('expects as many events as there were, of all startups together', () => {
    const names = Array.from({ length: 60 }, (_, index) => `s${index}`);
    const rounds = names.flatMap((slug, index) =>
      index % 3 === 0
        ? [round(slug, 'Seed', `202${index % 4}-0${1 + (index % 9)}-10`)]
        : index % 3 === 1
          ? [
              round(slug, 'Seed', `2020-0${1 + (index % 9)}-10`),
              round(slug, 'Series A', `2022-1${index % 3}-10`),
            ]
          : [],
    );
    const companies = names.map((slug) => exampleCompany(slug, { founded: 2018 }));
    const { lives, hazard } = new TrackRecord(followUps(registryOf(rounds, { companies })), UNTIL);
    let expected = 0;
    for (const life of lives.values())
      for (const { standing, from, to } of life.spans(UNTIL))
        expected += hazard.cumulative(standing, from, to);
    assert.equal(hazard.events, rounds.length);
    assert.ok(Math.abs(expected - rounds.length) < 0.05 * rounds.length, String(expected));
  });

  it('is higher for a longer time, and never certain', () => {
    const { hazard } = new TrackRecord(
      followUps(registryOf([round('acorn', 'Seed', '2022-01-10')])),
      UNTIL,
    );
    const standing = { stage: 'Seed', since: parseDay('2022-01-10') } as const;
    const from = parseDay('2022-02-01');
    const probabilities = [0, 100, 1000, 100_000].map((days) =>
      hazard.probability(standing, from, from + days),
    );
    assert.deepEqual(
      probabilities,
      probabilities.toSorted((a, b) => a - b),
    );
    assert.equal(probabilities[0], 0);
    assert.ok((probabilities.at(-1) ?? 0) <= 1);
  });
});
