/**
 * Step 2, filter: which commits count, and who kind of author wrote each.
 *
 * A commit is counted when it is none of: a merge, a duplicate, an automation's, misdated. The
 * rules are pure; the lists of automations and coding agents are data (`registry/`).
 */
import type { Day } from '../../lib/period.ts';
import { dayOf, parseDay } from '../../lib/period.ts';

/** What the filter reads of a commit. */
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
type Exclusion = 'merge' | 'duplicate' | 'automation' | 'misdated';
export type Verdict = { counted: true; kind: AuthorKind } | { counted: false; because: Exclusion };

export type FilterRules = {
  /** Whole names of maintenance automations, folded by `foldName`. */
  automations: ReadonlySet<string>;
  /** Whole names of coding agents' accounts, folded by `foldName`. */
  agents: ReadonlySet<string>;
};

const EARLIEST: Day = parseDay('2005-01-01');
const BOT_ACCOUNT = /\[bot\]$/i;

/** Names are compared whole, without regard to case or surrounding space. */
export function foldName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

/**
 * Judges one commit of a company.
 *
 * @param coveredThrough last full day that the repository's copy holds
 * @param counted ids already counted for this company; a counted commit's id is added to it, so
 *   the earliest-listed repository keeps a commit that stands in two.
 */
export function judge(
  commit: FilterableCommit,
  rules: FilterRules,
  coveredThrough: Day,
  counted: Set<string>,
): Verdict {
  if (commit.parents >= 2) return { counted: false, because: 'merge' };
  const day = dayOf(commit.committedAt);
  if (day > coveredThrough || day < EARLIEST) return { counted: false, because: 'misdated' };
  const name = commit.botName === '' ? '' : foldName(commit.botName);
  if (isAutomation(name, rules)) return { counted: false, because: 'automation' };
  if (counted.has(commit.sha)) return { counted: false, because: 'duplicate' };
  counted.add(commit.sha);
  return { counted: true, kind: authorKind(commit, name, rules) };
}

function isAutomation(name: string, rules: FilterRules): boolean {
  if (name === '') return false;
  if (rules.automations.has(name)) return true;
  return BOT_ACCOUNT.test(name) && !rules.agents.has(name);
}

function authorKind(commit: FilterableCommit, name: string, rules: FilterRules): AuthorKind {
  if (commit.agentRole === 'author' || rules.agents.has(name)) return 'agent';
  return commit.agentRole === 'coauthor' ? 'assisted' : 'person';
}
