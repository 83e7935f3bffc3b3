/** How a collection is told: its progress, and what became of it. */
import { count, counted } from '../../lib/prose.ts';
import type {
  CollectProgress,
  CollectResult,
  RepositoryOutcome,
} from '../../pipeline/collect/collect-companies.ts';
import { rowsIn } from '../../pipeline/ledger/ledger-manifest.ts';
import type { Table } from '../../pipeline/ledger/ledger-tables.ts';
import { say } from './terminal.ts';

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

const NOTABLE: ReadonlySet<RepositoryOutcome['status']> = new Set([
  'rewritten',
  'renamed',
  'empty',
  'gone',
  'not-recorded',
  'incomplete',
  'failed',
]);

export function report({ ledger, outcomes, kept, resumed }: CollectResult): void {
  for (const { repository, status, message } of outcomes)
    if (NOTABLE.has(status)) say(`${status.padEnd(12)} ${repository}: ${message}`);
  if (resumed > 0)
    say(`${counted(resumed, 'company', 'companies')} had been collected by an interrupted run.`);
  const unread = outcomes.filter(({ keepsRows, company }) => keepsRows && !kept.includes(company));
  if (kept.length > 0 || unread.some(({ status }) => status === 'failed')) process.exitCode = 1;
  if (kept.length > 0) say(`These companies keep their existing rows: ${kept.sort().join(', ')}.`);
  if (unread.length > 0) {
    const names = unread.map(({ repository }) => repository).sort();
    const companies = [...new Set(unread.map(({ company }) => company))].sort();
    say(
      `Not read: ${names.join(', ')}. What was collected of them here before stays as it is, and so do repositories that share commits with them; shipped rows, whose people have other hashes, do not count beside new ones. Periods that need more are not covered. Once they can be read, run bellwether collect ${companies.join(' ')}.`,
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
