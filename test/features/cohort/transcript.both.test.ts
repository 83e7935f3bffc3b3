/** A cohort from the invitation to a graded hit and a graded miss, on a registry of the test's own. */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { readCohort } from '../../../src/features/cohort/cohort-snapshot.ts';
import { brokenCommitments, gradeCohort } from '../../../src/features/cohort/grade-cohort.ts';
import {
  admitMember,
  holderOfMemberKey,
  inviteMember,
  removeMember,
  renewMemberKey,
  setSeats,
} from '../../../src/features/cohort/members.ts';
import { MAX_PICKS, makePick, openRound } from '../../../src/features/cohort/picks.ts';
import { standingsOf } from '../../../src/features/cohort/standings.ts';
import { eventsByCompany } from '../../../src/features/outcomes/registry-outcomes.ts';
import { sha256 } from '../../../src/lib/atomic-files.ts';
import { type FundingRound, NO_DEALS } from '../../../src/registry/deals.ts';
import type { Company, Registry } from '../../../src/registry/schema.ts';
import type { Store } from '../../../src/store/store.ts';
import { onEachEngine } from '../../payments/support/stores.ts';
import { exampleCompany } from '../../support/example-company.ts';
import { exampleRegistry } from '../../support/publication.ts';

const SOURCE = {
  url: 'https://acorn.example.org/series-a',
  title: 'Acorn raises',
  publisher: 'Acorn',
  kind: 'press-release',
  readAs: 'original',
  publishedOn: null,
  checked: '2026-06-01',
  says: 'Acorn says that it raised.',
} as const;

function round(company: string, announcedOn: string): FundingRound {
  return {
    ...{ slug: `${company}-series-a`, company, round: 'Series A', announcedOn, closedOn: null },
    ...{ amount: null, currency: null, investors: [], sources: [SOURCE] },
  };
}

const acorn = exampleCompany('acorn', { name: 'Acorn' });
const birch = exampleCompany('birch', { name: 'Birch' });
const cedar = exampleCompany('cedar', {
  name: 'Cedar',
  exits: [
    {
      ...{ kind: 'acquired', by: null, announcedOn: '2026-01-09', closedOn: null },
      ...{ amount: null, currency: null, sources: [SOURCE] },
    },
  ],
});

async function registryOf(...rounds: FundingRound[]): Promise<Registry> {
  return {
    ...(await exampleRegistry()),
    companies: [acorn, birch, cedar],
    deals: { ...NO_DEALS, rounds },
  };
}

const at = (text: string) => new Date(`${text}:00Z`);

async function pick(store: Store, key: string, company: Company | undefined, now: string) {
  const { id } = await holderOfMemberKey(store, key);
  return makePick(store, { memberId: id, company, asked: company?.name ?? 'Dogwood' }, at(now));
}

async function gradeAt(store: Store, registry: Registry, now: string, correction?: string) {
  return gradeCohort(store, await eventsByCompany(registry), at(now), correction);
}

onEachEngine('a cohort', (engine) => {
  async function newStore(t: TestContext): Promise<Store> {
    const { store, drop } = await engine.make();
    t.after(drop);
    return store;
  }

  async function withMember(t: TestContext): Promise<{ store: Store; key: string }> {
    const store = await newStore(t);
    await setSeats(store, 1, at('2026-01-01T09:00'));
    await inviteMember(store, 'quiet-otter', 0, at('2026-01-01T09:01'));
    return { store, key: await admitMember(store, 'quiet-otter', at('2026-01-01T09:02')) };
  }

  it('goes from an invitation to a hit and a miss', async (t) => {
    const store = await newStore(t);
    // Two seats, and two who take them; a third finds none.
    await setSeats(store, 2, at('2026-01-01T09:00'));
    await inviteMember(store, 'quiet-otter', 0, at('2026-01-01T09:01'));
    await inviteMember(store, 'grey-heron', 0, at('2026-01-01T09:02'));
    await assert.rejects(inviteMember(store, 'late-fox', 0, at('2026-01-01T09:03')), {
      code: 'no-seat',
    });
    const otter = await admitMember(store, 'quiet-otter', at('2026-01-02T09:00'));
    const heron = await admitMember(store, 'grey-heron', at('2026-01-02T09:01'));
    // A round takes picks until its lock.
    await openRound(store, '2026-q1', at('2026-01-15T00:00'), at('2026-01-03T09:00'));
    const { pick: made } = await pick(store, otter, acorn, '2026-01-05T10:00');
    await pick(store, otter, birch, '2026-01-05T10:01');
    await pick(store, heron, birch, '2026-01-06T10:00');
    // Until then the commitments alone are public.
    const before = standingsOf(await readCohort(store), at('2026-01-10T00:00'));
    assert.deepEqual(
      before.members.flatMap(({ record }) => record.map(({ company, nonce }) => [company, nonce])),
      [1, 2, 3].map(() => [null, null]),
    );
    // Afterwards anyone can check them.
    const locked = standingsOf(await readCohort(store), at('2026-01-15T00:00'));
    const member = locked.members.find(({ handle }) => handle === 'quiet-otter');
    const shown = member?.record.find(({ company }) => company === 'acorn');
    assert.equal(
      sha256(
        `{"company":"acorn","member":"${member?.id}","nonce":"${shown?.nonce}","round":"2026-q1"}`,
      ),
      made.commitment,
    );
    // Acorn raises on day 65: too late for 60 days, in time for 90. Birch never does.
    const registry = await registryOf(round('acorn', '2026-03-21'));
    const steps = [];
    for (const now of [
      '2026-02-01T06:00',
      '2026-03-17T06:00',
      '2026-03-22T06:00',
      '2026-04-16T06:00',
    ])
      for (const { days, before: from, state, pickId } of (await gradeAt(store, registry, now))
        .transitions)
        steps.push(
          `${now.slice(0, 10)} ${pickId === made.id ? 'acorn' : 'birch'} ${days}: ${from} → ${state}`,
        );
    assert.deepEqual(steps.toSorted(), [
      '2026-03-17 acorn 60: pending → miss',
      '2026-03-17 birch 60: pending → miss',
      '2026-03-17 birch 60: pending → miss',
      '2026-03-22 acorn 90: pending → hit',
      '2026-04-16 birch 90: pending → miss',
      '2026-04-16 birch 90: pending → miss',
    ]);
    const { leaderboard, aggregate } = standingsOf(await readCohort(store), at('2026-04-17T00:00'));
    assert.deepEqual(
      leaderboard.map(({ handle, hits, misses, closedWindows, picks, hitRatePct }) => [
        ...[handle, hits, misses, closedWindows, picks, hitRatePct],
      ]),
      [
        ['quiet-otter', 1, 3, 4, 2, 25],
        ['grey-heron', 0, 2, 2, 1, 0],
      ],
    );
    assert.deepEqual(aggregate, { picks: 3, hits: 1, closedWindows: 6, hitRatePct: 17 });
    // The round turns out to be a mistake: the outcome stays until an operator withdraws it with a reason.
    const withdrawn = await registryOf();
    const { transitions, contradictions } = await gradeAt(store, withdrawn, '2026-05-01T06:00');
    assert.deepEqual(transitions, []);
    assert.equal(contradictions.length, 1);
    await gradeAt(store, withdrawn, '2026-05-02T06:00', 'The announcement was a mistake.');
    const corrected = standingsOf(await readCohort(store), at('2026-05-03T00:00'));
    const record = corrected.members.flatMap((one) => one.record);
    const window = record
      .find(({ commitment }) => commitment === made.commitment)
      ?.windows.find(({ days }) => days === 90);
    assert.deepEqual(
      window?.transitions.map(({ from, to, reason, event }) => [
        ...[from, to, reason, event?.on ?? null],
      ]),
      [
        ['pending', 'hit', null, '2026-03-21'],
        ['hit', 'pending', 'The announcement was a mistake.', null],
        ['pending', 'miss', null, null],
      ],
    );
  });

  it('refuses picks that cannot be, and loses none that are', async (t) => {
    const { store, key } = await withMember(t);
    await assert.rejects(pick(store, key, acorn, '2026-01-02T09:00'), { code: 'no-open-round' });
    await openRound(store, 'first', at('2026-01-15T00:00'), at('2026-01-03T09:00'));
    await assert.rejects(
      openRound(store, 'second', at('2026-02-15T00:00'), at('2026-01-03T09:01')),
      { code: 'invalid-round' },
    );
    await pick(store, key, acorn, '2026-01-10T10:00');
    for (const [company, now, code] of [
      [acorn, '2026-01-10T10:01', 'picked-already'],
      [undefined, '2026-01-10T10:02', 'unknown-startup'],
      // Acquired the day before.
      [cedar, '2026-01-10T10:03', 'not-eligible'],
      // The moment of the lock is too late.
      [birch, '2026-01-15T00:00', 'picks-locked'],
    ] as const)
      await assert.rejects(pick(store, key, company, now), { code }, code);
    for (let index = 1; index < MAX_PICKS; index++)
      await pick(store, key, exampleCompany(`more-${index}`), '2026-01-11T10:00');
    await assert.rejects(pick(store, key, birch, '2026-01-11T10:01'), { code: 'too-many-picks' });
    assert.equal((await readCohort(store)).picks.length, MAX_PICKS);
  });

  it('opens no lock for a clock that is set back', async (t) => {
    const { store, key } = await withMember(t);
    await openRound(store, 'first', at('2026-01-15T00:00'), at('2026-01-03T09:00'));
    await pick(store, key, acorn, '2026-01-14T23:59');
    const renewed = await renewMemberKey(store, 'quiet-otter', at('2026-01-15T00:05'));
    // Some minutes are the difference of two machines: what counts is what was recorded last.
    await assert.rejects(pick(store, renewed, birch, '2026-01-14T23:58'), { code: 'picks-locked' });
    await assert.rejects(pick(store, renewed, birch, '2026-01-12T00:00'), { code: 'clock-behind' });
    await assert.rejects(gradeAt(store, await registryOf(), '2025-06-01T00:00'), {
      code: 'clock-behind',
    });
  });

  it('leaves a member one valid key, and none once removed, under concurrent requests', async (t) => {
    const { store } = await withMember(t);
    const renew = () => renewMemberKey(store, 'quiet-otter', at('2026-01-03T10:00'));
    await Promise.all(Array.from({ length: 8 }, renew));
    assert.equal((await validMemberKeys(store)).length, 1);
    const leave = removeMember(store, 'quiet-otter', 'asked', at('2026-01-03T10:01'));
    await Promise.allSettled([renew(), renew(), leave, renew(), renew()]);
    assert.deepEqual(await validMemberKeys(store), []);
    await assert.rejects(renew(), { code: 'unknown-member' });
  });

  it('grades nothing once a pick was changed behind its commitment', async (t) => {
    const { store, key } = await withMember(t);
    await openRound(store, 'first', at('2026-01-15T00:00'), at('2026-01-03T09:00'));
    const { pick: made } = await pick(store, key, birch, '2026-01-10T10:00');
    await store.database.updateTable('cohort_pick').set({ company: 'acorn' }).execute();
    assert.deepEqual(brokenCommitments(await readCohort(store)), [made.id]);
    await assert.rejects(gradeAt(store, await registryOf(), '2026-05-01T06:00'), {
      code: 'commitment-broken',
    });
  });

  it('rejects the key of a member who left, and keeps their record', async (t) => {
    const store = await newStore(t);
    for (const handle of ['x', 'Quiet', 'a--b', 'apply', 'house', '-ab', 'ab-'])
      await assert.rejects(inviteMember(store, handle, 9, at('2026-01-01T09:00')), {
        code: 'invalid-handle',
      });
    await inviteMember(store, 'quiet-otter', 1, at('2026-01-01T09:01'));
    const key = await admitMember(store, 'quiet-otter', at('2026-01-01T09:02'));
    await assert.rejects(admitMember(store, 'quiet-otter', at('2026-01-01T09:03')), {
      code: 'already-admitted',
    });
    await openRound(store, 'first', at('2026-01-15T00:00'), at('2026-01-03T09:00'));
    await pick(store, key, acorn, '2026-01-10T10:00');
    const name = await removeMember(store, 'quiet-otter', 'asked to', at('2026-01-11T09:00'), true);
    assert.match(name, /^left-[a-z0-9]{12}$/);
    await assert.rejects(holderOfMemberKey(store, key), { code: 'unauthorized' });
    const records = await readCohort(store);
    assert.ok(!JSON.stringify(standingsOf(records, at('2026-02-01T00:00'))).includes('otter'));
    // The lasting id is what the commitment names, so it still holds.
    assert.deepEqual(brokenCommitments(records), []);
    const [left] = standingsOf(records, at('2026-02-01T00:00')).members;
    assert.deepEqual([left?.handle, left?.status, left?.picks], [name, 'left', 1]);
    // The seat is free again.
    await inviteMember(store, 'grey-heron', 1, at('2026-01-12T09:00'));
  });
});

function validMemberKeys({ database }: Store): Promise<{ public_id: string }[]> {
  const keys = database.selectFrom('cohort_key').select('public_id');
  return keys.where('revoked_at', 'is', null).execute();
}
