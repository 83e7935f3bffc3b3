/**
 * Groups failures by their cause, so that a fault of the network that stops 289 repositories is one line
 * and not 289.
 */
import { count } from '../../lib/prose.ts';

/** A failure of a repository, an organization or a company. */
export type Failure = ReturnType<typeof repositoryFailure>;

const MAX_NAMED = 3;

/** `acme/core, acme/web, acme/docs and 286 more` */
export function firstNames(failures: readonly { name: string }[]): string {
  const rest = failures.length - MAX_NAMED;
  const named = failures.slice(0, MAX_NAMED).map(({ name }) => name);
  return rest > 0 ? `${named.join(', ')} and ${count(rest)} more` : named.join(', ');
}

/**
 * Addresses hold a repository's name, folders hold it with underscores; curl says how long it waited for
 * each.
 */
export function repositoryFailure(outcome: { repository: string; message: string }) {
  const { repository: name, message } = outcome;
  /** The message without the name. */
  const cause = message
    .replaceAll(name, '…')
    .replaceAll(name.replace('/', '__'), '…')
    .replace(/ after \d+ ms\b/, '');
  return { name, message, cause };
}

/** A line for each cause: `acme/core: it is gone`, `289 repositories: it is gone (acme/core, …)`. */
export function failureLines(failures: readonly Failure[], noun: string): string[] {
  return [...Map.groupBy(failures, ({ cause }) => cause)].map(([cause, alike]) =>
    alike.length === 1
      ? alike.map(({ name, message }) => `${name}: ${message}`).join()
      : `${count(alike.length)} ${noun}: ${cause} (${firstNames(alike)})`,
  );
}

/** The same for repositories. */
export function causeLines(outcomes: readonly Parameters<typeof repositoryFailure>[0][]): string[] {
  return failureLines(outcomes.map(repositoryFailure), 'repositories');
}
