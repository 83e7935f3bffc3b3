/** What a check of an installation finds. */
import { messageOf } from '../../../lib/errors.ts';

export type State = 'ok' | 'warning' | 'error';

export type Finding = {
  state: State;
  says: string;
  /** Advice to the operator; undefined where nothing has to be done, or the message says it. */
  remedy?: string | undefined;
};

/** Returns what it says if all is well, and throws otherwise. It changes nothing. */
export type Check = () => Promise<string>;

export type NamedFinding = Finding & { check: string };

class Problem extends Error {
  readonly finding: Finding;

  constructor(finding: Finding) {
    super(finding.says);
    this.finding = finding;
  }
}

export function warning(says: string, remedy: string): never {
  throw new Problem({ state: 'warning', says, remedy });
}

export function error(says: string, remedy?: string): never {
  throw new Problem({ state: 'error', says, remedy });
}

/** Waits for work. @param says the beginning of the error if it fails */
export async function attempt<T>(work: Promise<T>, says: string, remedy: string): Promise<T> {
  return work.catch((thrown: unknown) => error(`${says}: ${messageOf(thrown)}`, remedy));
}

/** Runs checks, named by what they look at, all at once; a check that breaks is an error too. */
export function runChecks(checks: Readonly<Record<string, Check>>): Promise<NamedFinding[]> {
  return Promise.all(
    Object.entries(checks).map(async ([check, look]) => ({ check, ...(await find(look)) })),
  );
}

async function find(look: Check): Promise<Finding> {
  try {
    return { state: 'ok', says: await look() };
  } catch (thrown) {
    return thrown instanceof Problem ? thrown.finding : { state: 'error', says: messageOf(thrown) };
  }
}
