/**
 * Requests between a process and its child (`node:cluster`). Either side can ask a question by name,
 * and the other answers.
 */
import { startDeadline } from './deadline.ts';
import { BellwetherError, messageOf } from './errors.ts';

/** A worker as its primary process sees it, or the worker's own process. */
type Peer = {
  send?: ((message: Message) => unknown) | undefined;
  on: (event: 'message', listener: (message: unknown) => void) => unknown;
  once: (event: 'disconnect', listener: () => void) => unknown;
};

type Message = { channel: typeof MESSAGE_MARK; id: number } & (
  | { ask: string; input: unknown }
  | { output: unknown }
  | { fault: string }
);
/** Distinguishes our messages from others on the same connection. */
const MESSAGE_MARK = 'bellwether';

type Waiting = { resolve: (output: unknown) => void; reject: (error: Error) => void };

export class ProcessChannel {
  readonly #peer: Peer;
  readonly #waiting = new Map<number, Waiting>();
  readonly #answers = new Map<string, (input: unknown) => Promise<unknown>>();
  #lastId = 0;

  constructor(peer: Peer) {
    this.#peer = peer;
    peer.on('message', (message) => {
      if (isOurs(message)) this.#receive(message);
    });
    peer.once('disconnect', () => {
      for (const { reject } of this.#waiting.values()) reject(gone());
      this.#waiting.clear();
    });
  }

  /** Registers the handler for questions of this name. Its result must survive JSON. */
  answer(name: string, answer: (input: unknown) => Promise<unknown>): void {
    this.#answers.set(name, answer);
  }

  /**
   * Asks the other process.
   *
   * @param timeoutMs if undefined, waits as long as the other process lives
   * @throws BellwetherError `process-gone` if the other process ends or takes too long
   */
  ask(name: string, input?: unknown, timeoutMs?: number): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const callOff =
        timeoutMs === undefined
          ? undefined
          : startDeadline(timeoutMs, () => end(() => reject(gone())));
      const end = (settle: () => void) => {
        callOff?.();
        this.#waiting.delete(id);
        settle();
      };
      this.#waiting.set(id, {
        resolve: (output) => end(() => resolve(output)),
        reject: (error) => end(() => reject(error)),
      });
      try {
        this.#send({ channel: MESSAGE_MARK, id, ask: name, input });
      } catch {
        end(() => reject(gone()));
      }
    });
  }

  #receive(message: Message): void {
    if ('ask' in message) {
      void this.#reply(message.id, message.ask, message.input);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if ('fault' in message) waiting?.reject(new Error(message.fault));
    else waiting?.resolve(message.output);
  }

  async #reply(id: number, name: string, input: unknown): Promise<void> {
    let message: Message;
    try {
      const answer = this.#answers.get(name);
      if (!answer) throw new TypeError(`nobody answers ${name}`);
      message = { channel: MESSAGE_MARK, id, output: await answer(input) };
    } catch (error) {
      message = { channel: MESSAGE_MARK, id, fault: messageOf(error) };
    }
    try {
      this.#send(message);
    } catch {
      // The process that asked has ended.
    }
  }

  #send(message: Message): void {
    if (!this.#peer.send) throw gone();
    this.#peer.send(message);
  }
}

function isOurs(message: unknown): message is Message {
  return (
    typeof message === 'object' && message !== null && Object(message).channel === MESSAGE_MARK
  );
}

function gone(): BellwetherError {
  return new BellwetherError('process-gone', 'the other process does not answer');
}
