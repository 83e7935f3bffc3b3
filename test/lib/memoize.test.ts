import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Memo, memoize } from '../../src/lib/memoize.ts';

describe('a memo', () => {
  it('has work for a key done once, however many ask at once and later', async () => {
    const memo = new Memo<string, number>({ entries: 4 });
    let runs = 0;
    const work = async () => {
      await new Promise(setImmediate);
      return ++runs;
    };
    const asked = await Promise.all(Array.from({ length: 50 }, () => memo.get('a', work)));
    assert.deepEqual(new Set([...asked, await memo.get('a', work)]), new Set([1]));
    assert.equal(await memo.get('b', work), 2);
  });

  it('gives a failure to all who wait for it, and tries again for the next', async () => {
    const memo = new Memo<string, string>({ entries: 4 });
    let runs = 0;
    const fail = () => {
      runs++;
      throw new Error('at once');
    };
    const failLater = async () => {
      runs++;
      throw new Error('later');
    };
    for (const work of [fail, failLater]) {
      const asked = await Promise.allSettled([memo.get('a', work), memo.get('a', work)]);
      assert.deepEqual(
        asked.map(({ status }) => status),
        ['rejected', 'rejected'],
      );
    }
    assert.equal(runs, 2);
    assert.equal(await memo.get('a', () => 'mended'), 'mended');
  });

  it('keeps undefined as a result', async () => {
    const memo = new Memo<string, undefined>({ entries: 1 });
    let runs = 0;
    const work = () => {
      runs++;
      return undefined;
    };
    await memo.get('a', work);
    await memo.get('a', work);
    assert.equal(runs, 1);
  });

  it('shares a run also while more keys than it keeps are under way', async () => {
    const memo = new Memo<number, number>({ entries: 2 });
    let runs = 0;
    const ask = (key: number) =>
      memo.get(key, async () => {
        runs++;
        await new Promise(setImmediate);
        return key;
      });
    const keys = Array.from({ length: 40 }, (_, index) => index % 20);
    assert.deepEqual(await Promise.all(keys.map(ask)), keys);
    assert.equal(runs, 20);
  });

  it('keeps no more bytes than it may, and nothing that alone has more', async () => {
    const memo = new Memo<string, string>({ bytes: 10, sizeOf: (value) => value.length });
    const computed: string[] = [];
    for (const key of ['a', 'bbbbbb', 'a', 'cccccc', 'a', 'bbbbbb', 'ddddddddddd', 'ddddddddddd'])
      await memo.get(key, () => {
        computed.push(key[0] ?? '');
        return key;
      });
    assert.equal(computed.join(''), 'abcbdd');
  });
});

describe('a remembered function', () => {
  it('computes once for a text, and again after too many other texts', () => {
    const computed: string[] = [];
    const lengthOf = memoize(2, (text) => {
      computed.push(text);
      return text.length;
    });
    assert.deepEqual(['a', 'bb', 'a', 'ccc', 'a', 'bb'].map(lengthOf), [1, 2, 1, 3, 1, 2]);
    assert.deepEqual(computed, ['a', 'bb', 'ccc', 'bb']);
  });
});
