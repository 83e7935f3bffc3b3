/** One body from many texts: put together as text first, it would be moved several times. */

/** A UTF-16 unit takes no more in UTF-8. */
const MAX_BYTES_A_UNIT = 3;

/** Used again: to grow takes longer than to fill. */
let room = Buffer.allocUnsafeSlow(1 << 16);

/** The texts one after the other, as UTF-8. None of them may end within a surrogate pair. */
export function joinedBytes(texts: Iterable<string>): Buffer {
  let used = 0;
  for (const text of texts) {
    const needed = used + MAX_BYTES_A_UNIT * text.length;
    if (needed > room.length) {
      const larger = Buffer.allocUnsafeSlow(2 * needed);
      room.copy(larger, 0, 0, used);
      room = larger;
    }
    used += room.write(text, used);
  }
  return Buffer.from(room.subarray(0, used));
}
