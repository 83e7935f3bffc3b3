/**
 * Finds authors who may be misclassified: accounts named like an automation or agent that count as
 * people, and applications that count as automations although they write code. Meant for maintainers
 * of `registry/agents.yaml` and `registry/automations.yaml`.
 */
import { compareCodeUnits } from '../../lib/compare.ts';
import { parseDay } from '../../lib/period.ts';
import { type AccountRules, foldName } from '../signals/accounts.ts';
import { type AuthorKind, filterCommit } from '../signals/filter.ts';
import type { History } from './commit.ts';

export type Suspect = {
  name: string;
  countsAs: 'person' | 'automation';
  /** Number of commits, without merges. */
  commits: number;
  /** Share of the company's commits, without merges, 0–1. */
  share: number;
  /** Share of source and tests among the files that it touched, 0–1. */
  codeShare: number;
};

const MIN_COMMITS = 3;
/**
 * Dependency updates and releases change manifests, lock files and changelogs; agents change code.
 */
const MIN_CODE_SHARE = 0.5;

/**
 * A company's suspects, most commits first.
 *
 * @param histories the company's histories; read completely
 */
export async function suspectsAmong(
  histories: readonly History[],
  rules: AccountRules,
): Promise<Suspect[]> {
  const tallies = new Map<string, Tally>();
  const seen = new Set<string>();
  let all = 0;
  for (const history of histories)
    for await (const commit of history.commits) {
      const verdict = filterCommit(commit, rules, parseDay(history.coveredThrough), seen);
      const kind = verdict.counted ? verdict.kind : verdict.because;
      if (kind === 'merge' || kind === 'duplicate' || kind === 'misdated') continue;
      all++;
      if (commit.botName === '' || kind === 'agent') continue;
      const { src, test, docs, ci, infra, manifest, lock, other } = commit.files;
      const none: Tally = { kind, commits: 0, code: 0, files: 0 };
      const tally = tallies.getOrInsert(commit.botName, none);
      tally.commits++;
      tally.code += src + test;
      tally.files += src + test + docs + ci + infra + manifest + lock + other;
    }
  return [...tallies]
    .map(([name, { kind, commits, code, files }]) => ({
      name,
      countsAs: kind === 'automation' ? ('automation' as const) : ('person' as const),
      commits,
      share: commits / all,
      codeShare: files === 0 ? 0 : code / files,
    }))
    .filter((suspect) => suspect.commits >= MIN_COMMITS && isSuspicious(suspect, rules))
    .sort((one, other) => other.commits - one.commits || compareCodeUnits(one.name, other.name));
}

type Tally = { kind: AuthorKind | 'automation'; commits: number; code: number; files: number };

/** A listed automation has been reviewed; one matched only by the suffix `[bot]` has not. */
function isSuspicious({ name, countsAs, codeShare }: Suspect, rules: AccountRules): boolean {
  if (countsAs === 'person') return true;
  return !rules.automationNames.has(foldName(name)) && codeShare >= MIN_CODE_SHARE;
}
