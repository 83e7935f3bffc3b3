/** Reports of a collection: its progress, what became of it, and which lists of repositories could not be renewed. */
import { count, counted } from '../../lib/prose.ts';
import { causeLines, failureLines, firstNames } from '../../pipeline/collect/causes.ts';
import type { CollectProgress, CollectResult } from '../../pipeline/collect/collect-companies.ts';
import type { RenewalReport } from '../../pipeline/collect/organization/organization-list.ts';
import { rowsIn } from '../../pipeline/ledger/ledger-manifest.ts';
import type { Table } from '../../pipeline/ledger/ledger-tables.ts';
import { say } from './command.ts';

export function progressText({
  companies,
  repositories,
  commits,
  failures,
  current,
}: CollectProgress) {
  const failed = failures === 0 ? '' : `, ${failures} failed`;
  return `Companies ${companies.done}/${companies.total}, repositories ${repositories.done}/${repositories.total}${failed}, ${count(commits)} commits — ${current}`;
}

/** Outcomes that are not reported one by one. */
const USUAL: readonly string[] = ['cloned', 'fetched', 'unchanged', 'collected'];

export function report({ ledger, outcomes, kept, resumed }: CollectResult): void {
  const notable = outcomes.filter(({ status }) => !USUAL.includes(status));
  for (const [status, alike] of Map.groupBy(notable, (outcome) => outcome.status))
    for (const line of causeLines(alike)) say(`${status.padEnd(12)} ${line}`);
  if (resumed > 0)
    say(`${counted(resumed, 'company', 'companies')} had been collected by an interrupted run.`);
  const unread = outcomes.filter(({ keepsRows }) => keepsRows);
  if (kept.length > 0 || unread.some(({ status }) => status === 'failed')) process.exitCode = 1;
  if (unread.length > 0) {
    const companies = [...new Set(unread.map(({ company }) => company))].sort();
    const again = companies.length > MAX_COMMANDED ? '' : ` ${companies.join(' ')}`;
    say(
      `Not read: ${firstNames(unread.map(({ repository: name }) => ({ name })))}. Periods that need them are not covered. Rows collected of them earlier stay, and so do those of repositories that share commits with them; shipped rows, whose people have other hashes, do not count beside new ones. Once they can be read, run bellwether collect${again}.`,
    );
  }
  if (!ledger) {
    say('Nothing was read; the ledger is unchanged.');
    return;
  }
  const rows = (table: Table) => rowsIn(ledger.manifest, table);
  const over = ledger.manifest.over === undefined ? '' : ', on top of the shipped one,';
  say(
    `The ledger in ${ledger.folder}${over} holds ${counted(rows('repositories'), 'repository', 'repositories')}, ${count(rows('activity'))} rows of activity, ${counted(rows('releases'), 'release')}, ${counted(rows('dependencies'), 'dependency change')}.`,
  );
}

/** More are named by no command line that a person would copy. */
const MAX_COMMANDED = 10;

/** A line for each cause for which lists could not be read. */
export function renewalLines({ failed }: RenewalReport): string[] {
  const failures = failed.map((failure) => ({ ...failure, message: failure.cause }));
  return failureLines(failures, 'lists').map(
    (line) => `List of repositories not renewed: ${line}. The next collection asks for it first.`,
  );
}
