import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { readAhead, WaitingRoom } from '../../../src/pipeline/collect/read-ahead.ts';

/** Counts up, and notes how far it got and that it was ended. */
function counting(upTo: number, failsAt = Number.POSITIVE_INFINITY) {
  const seen = { given: 0, hasEnded: false };
  async function* numbers() {
    try {
      for (let number = 1; number <= upTo; number++) {
        await setImmediate();
        if (number === failsAt) throw new Error('broken off');
        seen.given = number;
        yield number;
      }
    } finally {
      seen.hasEnded = true;
    }
  }
  return { numbers: numbers(), seen };
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate();
}

describe('reading ahead', () => {
  it('gives everything in its order, whoever is faster', async () => {
    for (const pause of [0, 3]) {
      const read: number[] = [];
      for await (const number of readAhead(counting(50).numbers, new WaitingRoom(4)).values) {
        read.push(number);
        await turns(pause);
      }
      assert.deepEqual(
        read,
        Array.from({ length: 50 }, (_, index) => index + 1),
      );
    }
  });

  it('begins before anybody asks, and pauses while enough waits', async () => {
    const { numbers, seen } = counting(100);
    const { stop } = readAhead(numbers, new WaitingRoom(10));
    await turns(60);
    assert.equal(seen.given, 10);
    stop();
    await turns(5);
    assert.ok(seen.hasEnded);
  });

  it('shares the room with others, whose values wait as well, and is read when it is asked for', async () => {
    const room = new WaitingRoom(10);
    const [first, second] = [counting(100), counting(100)];
    const [reading, ahead] = [readAhead(first.numbers, room), readAhead(second.numbers, room)];
    await turns(60);
    assert.ok(first.seen.given + second.seen.given <= 11);
    let sum = 0;
    for await (const number of reading.values) sum += number;
    assert.equal(sum, 5050);
    await reading.ended;
    await turns(60);
    assert.ok(second.seen.given <= 10);
    ahead.stop();
    await ahead.ended;
    assert.ok(second.seen.hasEnded);
  });

  it('weighs what waits', async () => {
    const { numbers, seen } = counting(100);
    const { stop } = readAhead(numbers, new WaitingRoom(10), () => 5);
    await turns(60);
    assert.equal(seen.given, 2);
    stop();
  });

  it('ends with the error of what it reads, after what came before it', async () => {
    const read: number[] = [];
    await assert.rejects(async () => {
      const { values } = readAhead(counting(10, 5).numbers, new WaitingRoom());
      for await (const number of values) read.push(number);
    }, /broken off/);
    assert.deepEqual(read, [1, 2, 3, 4]);
  });

  it('ends its source when its reader stops early', async () => {
    const { numbers, seen } = counting(1000);
    const { values } = readAhead(numbers, new WaitingRoom(2));
    for await (const number of values) if (number === 3) break;
    await turns(5);
    assert.ok(seen.hasEnded);
    assert.ok(seen.given < 20);
  });
});
