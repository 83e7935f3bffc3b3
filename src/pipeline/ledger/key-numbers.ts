/** Numbers pairs of whole numbers from 0, in the order in which they are first seen. */
export class KeyNumbers {
  /** One more than the number of a pair, where it was found a place; 0 where there is none. */
  #slots = new Int32Array(1 << 10);
  #ones = new Int32Array(1 << 9);
  #others = new Int32Array(1 << 9);
  count = 0;

  /** The pair's number; a new one, if it was not seen before. The other number is taken for random. */
  of(one: number, other: number): number {
    const slot = this.#slotOf(one, other);
    const known = this.#slots[slot] ?? 0;
    if (known > 0) return known - 1;
    this.#ones[this.count] = one;
    this.#others[this.count] = other;
    this.#slots[slot] = ++this.count;
    if (this.count === this.#ones.length) this.#grow();
    return this.count - 1;
  }

  /** Undefined for a pair that was not seen. */
  find(one: number, other: number): number | undefined {
    const known = this.#slots[this.#slotOf(one, other)] ?? 0;
    return known > 0 ? known - 1 : undefined;
  }

  clear(): void {
    // From the last one on, so that each is found past those that it was put behind.
    for (let number = this.count - 1; number >= 0; number--)
      this.#slots[this.#slotOf(this.#ones[number] ?? 0, this.#others[number] ?? 0)] = 0;
    this.count = 0;
  }

  /** The slot that holds the pair, or the free one that it belongs into. */
  #slotOf(one: number, other: number): number {
    const last = this.#slots.length - 1;
    for (let slot = other & last; ; slot = (slot + 1) & last) {
      const number = (this.#slots[slot] ?? 0) - 1;
      if (number < 0) return slot;
      if (this.#ones[number] === one && this.#others[number] === other) return slot;
    }
  }

  #grow(): void {
    const larger = (column: Int32Array) => {
      const grown = new Int32Array(2 * column.length);
      grown.set(column);
      return grown;
    };
    [this.#ones, this.#others] = [larger(this.#ones), larger(this.#others)];
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let number = 0; number < this.count; number++) {
      const slot = this.#slotOf(this.#ones[number] ?? 0, this.#others[number] ?? 0);
      this.#slots[slot] = number + 1;
    }
  }
}
