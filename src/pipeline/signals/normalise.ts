/**
 * Step 3, normalise: merges the addresses and names of a company's authors and co-authors into people.
 *
 * Two of them are one person when they share an address hash or the hash of a name of two or more
 * words, transitively. A person is known by the smallest address hash among their own, so the
 * result does not depend on the order in which commits are seen.
 */
export class People {
  readonly #parent = new Map<string, string>();
  /** The name that each address was last seen under: most authors never change. */
  readonly #lastName = new Map<string, string>();

  /** Notes that a commit was written, or co-authored, under this address and name (either may be empty). */
  addAuthor(emailHash: string, nameHash: string): void {
    if (this.#lastName.get(emailHash) === nameHash) return;
    this.#lastName.set(emailHash, nameHash);
    const address = emailHash === '' ? '' : this.#root(addressNode(emailHash));
    const name = nameHash === '' ? '' : this.#root(nameNode(nameHash));
    if (address !== '' && name !== '' && address !== name) this.#join(address, name);
  }

  /** The person that a known author is; undefined when neither part was ever noted. */
  personOf(emailHash: string, nameHash = ''): string | undefined {
    const node = emailHash === '' ? nameNode(nameHash) : addressNode(emailHash);
    return this.#parent.has(node) ? this.#root(node).slice(1) : undefined;
  }

  #root(node: string): string {
    let root = node;
    for (let next = this.#parent.get(root); next !== undefined && next !== root; ) {
      root = next;
      next = this.#parent.get(root);
    }
    for (let step = node; step !== root; ) {
      const next = this.#parent.get(step) ?? root;
      this.#parent.set(step, root);
      step = next;
    }
    this.#parent.set(root, root);
    return root;
  }

  /** The smaller node becomes the root: addresses (`a…`) sort before names (`n…`). */
  #join(one: string, other: string): void {
    if (one < other) this.#parent.set(other, one);
    else this.#parent.set(one, other);
  }
}

const addressNode = (hash: string) => `a${hash}`;
const nameNode = (hash: string) => `n${hash}`;
