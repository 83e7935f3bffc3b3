/** Shares work out among threads that live as long as it takes. Piscina starts and ends them. */
import { Piscina } from 'piscina';
import { BellwetherError, messageOf, systemCode } from './errors.ts';

export type ThreadOptions<M> = {
  /** Module whose default export is a `threadWork`. */
  file: URL;
  threads: number;
  /** Takes what the threads post. */
  onMessage?: (message: M) => void;
  /** Heap of each for what was just allocated. */
  youngGenerationMb?: number;
};

/**
 * The results in the order of the inputs. What a thread throws is thrown here, and ends the others.
 *
 * @throws BellwetherError as the work does; other errors with their message and system code
 */
export async function onThreads<I, O, M = never>(
  inputs: readonly I[],
  { file, threads, onMessage, youngGenerationMb }: ThreadOptions<M>,
): Promise<O[]> {
  await using pool = new Piscina<I, O>({
    filename: file.href,
    maxThreads: threads,
    recordTiming: false,
    ...(youngGenerationMb !== undefined && {
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
    }),
  });
  if (onMessage) pool.on('message', onMessage);
  try {
    return await Promise.all(inputs.map((input) => pool.run(input)));
  } catch (error) {
    throw error instanceof Error && isCarried(error.cause) ? unpacked(error.cause) : error;
  }
}

/** Makes a module's default export of work: its errors keep their codes on the way to the other thread. */
export function threadWork<I, O>(work: (input: I) => Promise<O>): (input: I) => Promise<O> {
  return async (input) => {
    try {
      return await work(input);
    } catch (error) {
      throw new Error(messageOf(error), { cause: packed(error) });
    }
  };
}

/** What a copy of an error in another thread lacks: it has a message and a cause alone. */
type Carried = {
  thrown: 'BellwetherError' | 'Error';
  message: string;
  stack: string | undefined;
  code: string | undefined;
  status: number | undefined;
  details: Readonly<Record<string, unknown>>;
};

function packed(error: unknown): Carried {
  const ours = error instanceof BellwetherError ? error : undefined;
  return {
    thrown: ours ? 'BellwetherError' : 'Error',
    message: messageOf(error),
    stack: error instanceof Error ? error.stack : undefined,
    code: systemCode(error),
    status: ours?.status,
    details: ours?.details ?? {},
  };
}

function isCarried(cause: unknown): cause is Carried {
  return typeof cause === 'object' && cause !== null && 'thrown' in cause;
}

function unpacked({ thrown, message, stack, code, status, details }: Carried): Error {
  const error =
    thrown === 'BellwetherError' && code !== undefined
      ? new BellwetherError(code, message, { details, ...(status !== undefined && { status }) })
      : Object.assign(new Error(message), { code });
  if (stack !== undefined) error.stack = stack;
  return error;
}
