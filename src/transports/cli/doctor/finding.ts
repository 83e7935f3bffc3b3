/** What a check of an installation finds. */
import { messageOf } from '../../../lib/errors.ts';

export type State = 'ok' | 'warning' | 'error';

export type Finding = {
  state: State;
  says: string;
  /** What to do about it; undefined where nothing has to be done. */
  remedy?: string;
};

/** Checks of an installation, by what they look at. None of them changes anything. */
export type Checks = Readonly<Record<string, () => Promise<Finding>>>;

export type NamedFinding = Finding & { check: string };

/** All of them at once; one that breaks is a finding too. */
export function runChecks(checks: Checks): Promise<NamedFinding[]> {
  return Promise.all(
    Object.entries(checks).map(async ([check, look]) => ({
      check,
      ...(await look().catch((thrown: unknown) => error(messageOf(thrown)))),
    })),
  );
}

export function ok(says: string): Finding {
  return { state: 'ok', says };
}

export function warning(says: string, remedy: string): Finding {
  return { state: 'warning', says, remedy };
}

/** @param remedy left out where the message already says it */
export function error(says: string, remedy?: string): Finding {
  return { state: 'error', says, ...(remedy !== undefined && { remedy }) };
}
