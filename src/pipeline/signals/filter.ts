/**
 * Step 2, filter: which commits count, and what kind of author wrote each.
 *
 * A commit is counted unless it is a merge, a duplicate, an automation's, or misdated.
 */
import { type Day, dayOf, parseDay } from '../../lib/period.ts';
import type { Exclusion } from '../ledger/ledger-tables.ts';
import { type AccountRules, foldName, isAutomationName } from './accounts.ts';

export type FilterableCommit = {
  sha: string;
  committedAt: number;
  parents: number;
  /** The author's name where it might be an automation's, else empty. */
  botName: string;
  /** Coding agent named by author or trailers, else empty. */
  agent: string;
  agentRole: 'author' | 'coauthor' | '';
};

/** `agent`: written by an agent's own account. `assisted`: by a person, with an agent trailer. */
export type AuthorKind = 'person' | 'assisted' | 'agent';
export type Verdict = { counted: true; kind: AuthorKind } | { counted: false; because: Exclusion };

/** Git is not older; earlier dates are wrong. */
const FIRST_DAY: Day = parseDay('2005-01-01');

/**
 * Decides about one commit of a company.
 *
 * @param coveredThrough last full day that the repository's copy holds
 * @param counted ids already counted for this company; a counted commit's id is added to it, so
 *   the earliest-listed repository keeps a commit that is in two.
 */
export function filterCommit(
  commit: FilterableCommit,
  rules: AccountRules,
  coveredThrough: Day,
  counted: Set<string>,
): Verdict {
  if (commit.parents >= 2) return { counted: false, because: 'merge' };
  const day = dayOf(commit.committedAt);
  if (day > coveredThrough || day < FIRST_DAY) return { counted: false, because: 'misdated' };
  const name = foldName(commit.botName);
  if (isAutomationName(name, rules)) return { counted: false, because: 'automation' };
  if (counted.has(commit.sha)) return { counted: false, because: 'duplicate' };
  counted.add(commit.sha);
  return { counted: true, kind: authorKind(commit, name, rules) };
}

function authorKind(commit: FilterableCommit, name: string, rules: AccountRules): AuthorKind {
  if (commit.agentRole === 'author' || rules.agentAccounts.has(name)) return 'agent';
  const assisted = commit.agentRole === 'coauthor' && !rules.reviewers.has(foldName(commit.agent));
  return assisted ? 'assisted' : 'person';
}
