import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { People } from '../../../src/pipeline/signals/normalise.ts';

function peopleOf(...authors: readonly (readonly [address: string, name: string])[]): People {
  const people = new People();
  for (const [address, name] of authors) people.addAuthor(address, name);
  return people;
}

describe('people', () => {
  it('are one who share an address or a name, transitively', () => {
    const chain = [
      ['a1', 'n1'],
      ['a2', 'n1'],
      ['a2', 'n2'],
      ['a3', 'n2'],
    ] as const;
    const people = peopleOf(...chain, ['a4', 'n3']);
    assert.equal(people.personOf('a3', 'n2'), people.personOf('a1', 'n1'));
    assert.notEqual(people.personOf('a4', 'n3'), people.personOf('a1', 'n1'));
  });

  it('are known by the smallest of their address hashes', () => {
    assert.equal(peopleOf(['c', 'name'], ['b', 'name'], ['d', 'name']).personOf('d'), 'b');
  });

  it('are not joined by an empty name or an empty address', () => {
    const people = peopleOf(['a1', ''], ['a2', ''], ['', 'n1'], ['', 'n2']);
    assert.deepEqual([people.personOf('a1'), people.personOf('a2')], ['a1', 'a2']);
    assert.notEqual(people.personOf('', 'n1'), people.personOf('', 'n2'));
    assert.equal(people.personOf('', ''), undefined);
  });

  it('do not confuse an address with a name of the same hash', () => {
    const people = peopleOf(['same', 'other'], ['a2', 'same']);
    assert.notEqual(people.personOf('a2'), people.personOf('same'));
  });

  it('come out the same in any order and however often they are seen', () => {
    const hash = fc.constantFrom('', 'a', 'b', 'c', 'd', 'e', 'f');
    const authors = fc.array(fc.tuple(hash, hash), { maxLength: 20 });
    fc.assert(
      fc.property(authors, fc.infiniteStream(fc.nat()), (seen, order) => {
        const shuffled = seen
          .flatMap((author) => [author, author])
          .map((author) => ({ author, at: order.next().value ?? 0 }))
          .sort((one, other) => one.at - other.at)
          .map(({ author }) => author);
        const [first, second] = [seen, shuffled].map((list) => {
          const people = peopleOf(...list);
          return seen.map(([email, name]) => people.personOf(email, name));
        });
        assert.deepEqual(first, second);
      }),
    );
  });
});
