/** Reads the contents of files as they were, through one git process, in the order asked for. */
import type { Readable } from 'node:stream';
import { BellwetherError } from '../../errors.ts';
import { type GitOptions, type GitProcess, startGit } from './run-git.ts';

/** A file's content (UTF-8; undefined when it is too large) and git's id of just this content. */
export type Blob = { id: string; text: string | undefined };

/** A larger file is not read: no manifest that people keep is. */
const LARGEST = 1 << 20;

export class Blobs {
  readonly #git: GitProcess;
  readonly #answers: AsyncGenerator<Blob | undefined>;
  /** Answers come in the order of the questions. */
  #lastAnswer: Promise<unknown> = Promise.resolve();
  #questions = '';

  constructor(options: GitOptions) {
    this.#git = startGit(['cat-file', '--batch-command', '--buffer'], options);
    this.#answers = answers(this.#git.stdout);
  }

  /**
   * A file at a revision; undefined when there is none.
   *
   * @param path bytes as Latin-1, without line ends
   */
  read(revision: string, path: string): Promise<Blob | undefined> {
    // What is asked for together is written together, and answered together.
    if (this.#questions === '') queueMicrotask(() => this.#ask());
    this.#questions += `contents ${revision}:${path}\n`;
    const answer = this.#lastAnswer.then(async () => {
      const { value, done } = await this.#answers.next();
      if (!done) return value;
      await this.#git.ended;
      throw new BellwetherError('git-failed', 'git cat-file ended before it had answered');
    });
    this.#lastAnswer = answer.catch(() => {});
    return answer;
  }

  close(): void {
    this.#git.stop();
  }

  #ask(): void {
    this.#git.stdin.write(`${this.#questions}flush\n`, 'latin1');
    this.#questions = '';
  }
}

/** An object under way; its parts are kept where they are wanted. */
type Incoming = {
  id: string;
  type: string;
  size: number;
  left: number;
  parts: Buffer[] | undefined;
};

/** `<id> <type> <size> LF <content> LF`, or what was asked for and `missing`. */
async function* answers(stdout: Readable): AsyncGenerator<Blob | undefined> {
  let buffer: Buffer = Buffer.alloc(0);
  let incoming: Incoming | undefined;
  // Buffers: the stream has no encoding.
  for await (const chunk of stdout as AsyncIterable<Buffer>) {
    buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
    for (;;) {
      if (incoming) {
        const part: Buffer = buffer.subarray(0, incoming.left);
        buffer = buffer.subarray(part.length);
        incoming.left -= part.length;
        incoming.parts?.push(part);
        if (incoming.left > 0) break;
        yield blobOf(incoming);
        incoming = undefined;
      }
      const end = buffer.indexOf('\n');
      if (end < 0) break;
      incoming = announced(buffer.toString('latin1', 0, end));
      buffer = buffer.subarray(end + 1);
      if (!incoming) yield undefined;
    }
  }
}

function announced(header: string): Incoming | undefined {
  const [, id = '', type, digits] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(header) ?? [];
  if (type === undefined) return undefined;
  const size = Number(digits);
  // Every object ends with a line end of its own.
  const parts = type === 'blob' && size <= LARGEST ? [] : undefined;
  return { id, type, size, left: size + 1, parts };
}

function blobOf({ id, type, size, parts }: Incoming): Blob | undefined {
  if (type !== 'blob') return undefined;
  return { id, text: parts && Buffer.concat(parts).toString('utf8', 0, size) };
}
