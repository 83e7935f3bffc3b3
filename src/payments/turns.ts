/**
 * One at a time for each account: sales of one account wait for each other anyway, and so they wait
 * here, where they hold no connection that others need.
 */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the work once all earlier work of that name is done, however it ended. */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name);
    const own = (async () => {
      await before?.catch(() => undefined);
      return work();
    })();
    this.#last.set(name, own);
    try {
      return await own;
    } finally {
      if (this.#last.get(name) === own) this.#last.delete(name);
    }
  }
}
