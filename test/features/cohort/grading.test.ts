/** Picks are graded by dated events: what makes a hit, a miss, and what reopens an outcome. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { commitmentOf, committedText } from '../../../src/features/cohort/commitment.ts';
import {
  type GradablePick,
  grade,
  type Recorded,
  type Transition,
  windowKey,
} from '../../../src/features/cohort/grading.ts';
import type { DatedEvent } from '../../../src/features/outcomes/outcome-events.ts';
import { type Day, isoDay, parseDay } from '../../../src/lib/period.ts';

const LOCK = parseDay('2026-01-15');
const PICK: GradablePick = { id: 'p', company: 'acorn', lockDay: LOCK };

const SOURCE = {
  url: 'https://acorn.example.org/series-a',
  title: 'Acorn raises',
  publisher: 'Acorn',
};

function eventsOn(...days: Day[]): ReadonlyMap<string, DatedEvent[]> {
  const events = days.map(
    (day): DatedEvent => ({
      ...{ company: 'acorn', kind: 'funding', what: 'Series A', stage: 'Series A/B' },
      ...{ date: isoDay(day), from: day, day, source: SOURCE },
    }),
  );
  return new Map([['acorn', events]]);
}

/** The latest state of each window after these transitions. */
function after(
  transitions: readonly Transition[],
  before: ReadonlyMap<string, Recorded> = new Map(),
): Map<string, Recorded> {
  const states = new Map(before);
  for (const { pickId, days, number, state } of transitions)
    states.set(windowKey(pickId, days), { number, state });
  return states;
}

const stateOf = (states: ReadonlyMap<string, Recorded>, days: number) =>
  states.get(windowKey('p', days))?.state ?? 'pending';

describe('a pick', () => {
  const outcomes = (eventDay: Day | undefined, today: Day) => {
    const events = eventDay === undefined ? new Map() : eventsOn(eventDay);
    const states = after(grade([PICK], new Map(), events, today).transitions);
    return [stateOf(states, 60), stateOf(states, 90)];
  };

  it('has two outcomes: after 60 days and after 90', () => {
    assert.deepEqual(outcomes(LOCK + 1, LOCK + 1), ['hit', 'hit']);
    assert.deepEqual(outcomes(LOCK + 60, LOCK + 60), ['hit', 'hit']);
    assert.deepEqual(outcomes(LOCK + 61, LOCK + 61), ['miss', 'hit']);
    assert.deepEqual(outcomes(LOCK + 90, LOCK + 90), ['miss', 'hit']);
    assert.deepEqual(outcomes(LOCK + 91, LOCK + 91), ['miss', 'miss']);
  });

  it('is pending until its window is over', () => {
    assert.deepEqual(outcomes(undefined, LOCK + 60), ['pending', 'pending']);
    assert.deepEqual(outcomes(undefined, LOCK + 61), ['miss', 'pending']);
    assert.deepEqual(outcomes(undefined, LOCK + 91), ['miss', 'miss']);
  });

  it('gains nothing from what was announced up to the day of the lock', () => {
    assert.deepEqual(outcomes(LOCK, LOCK + 91), ['miss', 'miss']);
    assert.deepEqual(outcomes(LOCK - 1, LOCK + 91), ['miss', 'miss']);
  });
});

describe('an outcome that no longer follows from the registry', () => {
  const hit = after(grade([PICK], new Map(), eventsOn(LOCK + 5), LOCK + 6).transitions);

  it('stays and is reported, unless a reason is given', () => {
    const { transitions, contradictions } = grade([PICK], hit, new Map(), LOCK + 100);
    assert.deepEqual(transitions, []);
    assert.deepEqual(
      contradictions.map(({ days, recorded, state }) => [days, recorded, state]),
      [
        [60, 'hit', 'miss'],
        [90, 'hit', 'miss'],
      ],
    );
  });

  it('is reopened with the reason, and graded again', () => {
    const { transitions } = grade([PICK], hit, new Map(), LOCK + 70, 'It was withdrawn.');
    assert.deepEqual(
      transitions.map(({ days, number, before, state, reason }) => [
        ...[days, number, before, state, reason],
      ]),
      [
        [60, 2, 'hit', 'pending', 'It was withdrawn.'],
        [60, 3, 'pending', 'miss', null],
        [90, 2, 'hit', 'pending', 'It was withdrawn.'],
      ],
    );
  });

  it('may be a miss whose event was found later', () => {
    const missed = after(grade([PICK], new Map(), new Map(), LOCK + 91).transitions);
    const { transitions } = grade([PICK], missed, eventsOn(LOCK + 70), LOCK + 120, 'Found later.');
    assert.deepEqual(
      transitions.map(({ days, before, state }) => [days, before, state]),
      [
        [90, 'miss', 'pending'],
        [90, 'pending', 'hit'],
      ],
    );
  });
});

describe('grading', () => {
  const days = fc.integer({ min: LOCK - 30, max: LOCK + 120 });

  it('comes out the same however often it is done', () => {
    fc.assert(
      fc.property(
        fc.array(days, { maxLength: 4 }),
        fc.array(days, { maxLength: 8 }),
        (on, stops) => {
          const events = eventsOn(...on.toSorted((a, b) => a - b));
          const last = LOCK + 121;
          let states = new Map<string, Recorded>();
          for (const today of [...stops.toSorted((a, b) => a - b), last]) {
            const { transitions, contradictions } = grade([PICK], states, events, today);
            assert.deepEqual(contradictions, []);
            states = after(transitions, states);
          }
          const once = after(grade([PICK], new Map(), events, last).transitions);
          for (const window of [60, 90])
            assert.equal(stateOf(states, window), stateOf(once, window));
        },
      ),
    );
  });

  it('goes through pending between two outcomes, and numbers without gaps', () => {
    const histories = fc.array(fc.tuple(fc.array(days, { maxLength: 3 }), days), { maxLength: 6 });
    fc.assert(
      fc.property(histories, (history) => {
        let states = new Map<string, Recorded>();
        for (const [on, today] of history) {
          const { transitions } = grade([PICK], states, eventsOn(...on.sort()), today, 'corrected');
          for (const { days: window, number, before, state } of transitions) {
            const known = states.get(windowKey('p', window));
            assert.equal(before, known?.state ?? 'pending');
            assert.equal(number, (known?.number ?? 0) + 1);
            assert.ok((before === 'pending') !== (state === 'pending'));
            states = new Map(states).set(windowKey('p', window), { number, state });
          }
        }
      }),
    );
  });
});

describe('a commitment', () => {
  it('is the SHA-256 of canonical JSON, as anyone can compute it', () => {
    const committed = {
      member: 'm1',
      round: '2027-q1',
      company: 'acorn',
      nonce: 'abcdefgh12345678',
    };
    assert.equal(
      committedText(committed),
      '{"company":"acorn","member":"m1","nonce":"abcdefgh12345678","round":"2027-q1"}',
    );
    // printf '…' | sha256sum
    assert.equal(
      commitmentOf(committed),
      'b1a3fcc14bb0a03ce77b98ddf9c2f98f932b3e406aac6f68515de3b3a60b8031',
    );
  });
});
