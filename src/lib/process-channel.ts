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

export class ProcessChannel {
  readonly #peer: Peer;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #answers = new Map<string, (input: unknown) => Promise<unknown>>();
  #lastId = 0;
  #isGone = false;

  constructor(peer: Peer) {
    this.#peer = peer;
    peer.on('message', (message) => {
      if (isOurs(message)) this.#receive(message);
    });
    peer.once('disconnect', () => {
      this.#isGone = true;
      for (const { reject } of this.#waiting.values()) reject(gone());
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
  async ask(name: string, input?: unknown, timeoutMs?: number): Promise<unknown> {
    const id = ++this.#lastId;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    const late = () => waiting.reject(gone());
    const callOff = timeoutMs === undefined ? undefined : startDeadline(timeoutMs, late);
    try {
      this.#send({ channel: MESSAGE_MARK, id, ask: name, input });
    } catch {
      late();
    }
    try {
      return await waiting.promise;
    } finally {
      callOff?.();
      this.#waiting.delete(id);
    }
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
    const answered = async () => {
      const answer = this.#answers.get(name);
      if (!answer) throw new TypeError(`nobody answers ${name}`);
      return { output: await answer(input) };
    };
    const reply = await answered().catch((error: unknown) => ({ fault: messageOf(error) }));
    try {
      this.#send({ channel: MESSAGE_MARK, id, ...reply });
    } catch {
      // The process that asked has ended.
    }
  }

  #send(message: Message): void {
    if (this.#isGone || !this.#peer.send) throw gone();
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
