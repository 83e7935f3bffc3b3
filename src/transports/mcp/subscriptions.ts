/** Limits how many subscriptions are open at a time, of each client and of all. */
import type { ServerResponse } from 'node:http';
import { type MessageId, REFUSED, Refusal } from '../json-rpc/read-message.ts';

const MAX_OPEN = 256;
const MAX_OPEN_PER_CLIENT = 8;

export class Subscriptions {
  readonly #clients = new Map<ServerResponse, string>();

  /** Counts a stream until its response is closed. @throws Refusal if there are too many */
  open(client: string, id: MessageId, response: ServerResponse): void {
    const { size } = this.#clients;
    const ofClient = [...this.#clients.values()].filter((each) => each === client).length;
    if (ofClient >= MAX_OPEN_PER_CLIENT || size >= MAX_OPEN)
      throw new Refusal(
        429,
        REFUSED,
        `At most ${MAX_OPEN_PER_CLIENT} subscriptions of a client, and ${MAX_OPEN} of all clients, are open at a time.`,
        { id },
      );
    // A client that is gone already has closed it for good.
    if (response.closed) return;
    this.#clients.set(response, client);
    response.once('close', () => this.#clients.delete(response));
  }
}
