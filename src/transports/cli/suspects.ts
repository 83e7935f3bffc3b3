/** `bellwether collect --suspects`: authors to look at before the lists of accounts are extended. */
import type { HistorySource } from '../../pipeline/collect/collect-companies.ts';
import { suspectsAmong } from '../../pipeline/collect/suspects.ts';
import type { AccountRules } from '../../pipeline/signals/accounts.ts';
import type { Company } from '../../registry/schema.ts';
import { say } from './terminal.ts';

/** Prints the suspects of all companies, the one with the largest share of commits first. */
export async function listSuspects(
  companies: readonly Company[],
  source: HistorySource,
  rules: AccountRules,
): Promise<void> {
  const { signal } = new AbortController();
  const found = [];
  for (const { slug, repositories } of companies) {
    const histories = [];
    for (const { name: repository } of repositories) {
      const { history, status, message } = await source.open(repository, signal);
      if (history) histories.push(history);
      else if (status === 'failed') say(`${status.padEnd(12)} ${repository}: ${message}`);
    }
    for (const suspect of await suspectsAmong(histories, rules)) found.push({ slug, ...suspect });
  }
  if (found.length === 0) {
    say('No author looks suspicious.');
    return;
  }
  say('  share  commits  code  counts as   name, company');
  for (const { share, commits, codeShare, countsAs, name, slug } of found.toSorted(
    (one, other) => other.share - one.share,
  ))
    say(
      `${percent(share, 2).padStart(7)}  ${String(commits).padStart(7)}  ${percent(codeShare, 0).padStart(4)}  ${countsAs.padEnd(10)}  ${name}, ${slug}`,
    );
}

function percent(share: number, digits: number): string {
  return `${(100 * share).toFixed(digits)}%`;
}
