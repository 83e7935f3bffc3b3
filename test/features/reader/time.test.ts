import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { TimeReader } from '../../../src/features/reader/time/time.ts';
import { tokensOf } from '../../../src/features/reader/tokens.ts';
import { written } from '../../../src/features/reader/written-time.ts';
import { isoDay, type Period, parseDay, parsePeriod, periodAt } from '../../../src/lib/period.ts';

const CURRENT = parsePeriod('2026-w31') as Period;
const PARTIAL = parsePeriod('2026-w33') as Period;
const reader = new TimeReader(CURRENT, PARTIAL);

const timesIn = (text: string) => reader.find(tokensOf(text));
/** As a query writes the only time of a text. */
const read = (text: string) => {
  const [found, ...more] = timesIn(text);
  assert.ok(found && more.length === 0, text);
  const { time, relation } = found;
  const when = time.kind === 'future' || time.kind === 'impossible' ? time.kind : written(time);
  return relation === undefined ? when : { [relation]: when };
};

describe('times', () => {
  it('are days of one month', () => {
    for (const text of [
      'from 20 to 26 July 2026',
      '20 to 26 July 2026',
      'between 20 and 26 July',
      'July 20 to 26, 2026',
      '20-26 July 2026',
      'in the week of 20 to 26 July 2026',
    ])
      assert.deepEqual(read(text), { from: '2026-07-20', to: '2026-07-26' }, text);
    for (const text of ['26 to 20 July 2026', '20 to 31 June 2026', 'from 29 to 30 February 2026'])
      assert.equal(read(text), 'impossible', text);
    assert.deepEqual(timesIn('10 to 20 contributors'), []);
  });

  it('are the window before the current one, where they say so', () => {
    for (const text of [
      'in the prior two-week window',
      'the previous 14-day window',
      'the fortnight before the current one',
      'the two weeks before the latest two',
      'the window before this one',
      'before the current two-week window',
      'fortnight: the one before',
    ])
      assert.deepEqual(read(text), { period: '2026-w29' }, text);
    // These could be the last two.
    for (const text of ['the previous two weeks', 'in the past fortnight'])
      assert.deepEqual(read(text), { past: { from: '2026-07-20', to: '2026-08-02' } }, text);
    assert.deepEqual(
      timesIn('the current window and the one before').map(({ time }) => written(time)),
      [{ period: '2026-w31' }, { period: '2026-w29' }],
    );
    assert.deepEqual(timesIn('the window'), []);
    assert.deepEqual(timesIn('one before'), []);
  });

  it('are seasons and feasts, of a year or the latest that have begun', () => {
    for (const [text, when] of [
      ['around Christmas', { period: '2025-w52' }],
      ['over Christmas 2024', { period: '2024-w52' }],
      ['around Easter', { period: '2026-w14' }],
      ['at Easter 2025', { period: '2025-w16' }],
      ['around Thanksgiving', { period: '2025-w48' }],
      ['over summer 2025', { from: '2025-06-01', to: '2025-08-31' }],
      ['last autumn', { from: '2025-09-01', to: '2025-11-30' }],
      ['since spring', { since: { from: '2026-03-01', to: '2026-05-31' } }],
      ['last winter', { from: '2025-12-01', to: '2026-02-28' }],
    ] as const)
      assert.deepEqual(read(text), when, text);
    assert.deepEqual(read('over summer 2027'), 'future');
    assert.deepEqual(timesIn('commits of Autumn'), [], 'the startup');
  });

  it('are the week before the one that is named in front', () => {
    for (const [text, before] of [
      ['more last week than in the week before', '2026-w29'],
      ['more in week 20 than the week before', '2026-w19'],
    ] as const)
      assert.deepEqual(timesIn(text).map(({ time }) => written(time))[1], { period: before }, text);
  });

  it('are weeks, months, quarters, halves, years and days', () => {
    for (const [text, when] of [
      ['in week 20', { period: '2026-w20' }],
      ['w5 2026', { period: '2026-w05' }],
      ['in calendar week 52', { period: '2025-w52' }],
      ['2026-W07', { period: '2026-w07' }],
      ['in June', { period: '2026-06' }],
      ['in December', { period: '2025-12' }],
      ['in May 2025', { period: '2025-05' }],
      ['in Q2', { period: '2026-q2' }],
      ['the first quarter of 2025', { period: '2025-q1' }],
      ['H1 2026', { from: '2026-01-01', to: '2026-06-30' }],
      ['in 2025', { period: '2025' }],
      ['on 15 June 2026', { period: '2026-06-15' }],
      ['June 15th', { period: '2026-06-15' }],
    ] as const)
      assert.deepEqual(read(text), when, text);
  });

  it('are counted back from the current week', () => {
    for (const [text, when] of [
      ['this week', { period: '2026-w31' }],
      ['last week', { period: '2026-w30' }],
      ['three weeks ago', { ago: { period: '2026-w28' } }],
      ['number one a year ago', { ago: { period: '2025-w31' } }],
      ['last month', { period: '2026-07' }],
      ['ever', { period: 'all' }],
      ['since March', { since: { period: '2026-03' } }],
      ['before 2026', { before: { period: '2026' } }],
      ['between week 20 and week 25', { from: '2026-05-11', to: '2026-06-21' }],
      ['from March to May', { from: '2026-03-01', to: '2026-05-31' }],
    ] as const)
      assert.deepEqual(read(text), when, text);
  });

  it('are the future, or in no calendar, where that is so', () => {
    for (const text of ['next week', 'tomorrow', 'in week 20 of 2027', 'in 2030', '2026-w40'])
      assert.equal(read(text), 'future', text);
    for (const text of ['in week 60', '2026-w54', '2026-13', '2026-02-30'])
      assert.equal(read(text), 'impossible', text);
    // Of these weeks counts are published, and no scores.
    assert.deepEqual(read('2026-w33'), { period: '2026-w33' });
  });

  it('are no verbs and no names', () => {
    for (const text of [
      'may I use it',
      'they march on',
      'a second startup',
      'weeks',
      'the 14 days',
    ])
      assert.deepEqual(timesIn(text), [], text);
  });

  it('agree with the calendar, whatever week or day is named', () => {
    const days = fc.integer({ min: parseDay('2023-01-01'), max: CURRENT.lastDay });
    fc.assert(
      fc.property(days, (day) => {
        const iso = isoDay(day);
        assert.deepEqual(read(`on ${iso}`), { period: iso });
        const [year, month] = iso.split('-');
        assert.deepEqual(read(`${year}-${month}`), { period: `${year}-${month}` });
        const { slug } = periodAt(Math.floor((day - 4) / 7)) ?? CURRENT;
        const [ofYear, week] = slug.split('-w');
        assert.deepEqual(read(`week ${Number(week)} of ${ofYear}`), { period: slug });
      }),
    );
  });

  it('read whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (text) => {
        timesIn(text);
      }),
    );
  });
});
