/** What a renewed list of an organization's repositories tells the operator. */
import { count, counted } from '../../lib/prose.ts';
import { firstNames, groupByCause } from '../../pipeline/collect/causes.ts';
import type { RepositoryOutcome } from '../../pipeline/collect/collect-companies.ts';
import type { ListChange } from '../../pipeline/collect/organization/organization-list.ts';
import type { RenewalReport } from '../../pipeline/collect/organization/renewal.ts';

const MAX_NAMED = 10;
/** The outcome by which a collection tells the same change. */
const TOLD_AS: Partial<Record<ListChange['kind'], RepositoryOutcome['status']>> = {
  moved: 'renamed',
  gone: 'gone',
};

/**
 * Tells what changed, and which lists could not be read.
 *
 * @param outcomes of the same collection: what git said of a repository is not said again
 */
export function reportRenewal(
  report: RenewalReport,
  outcomes: readonly RepositoryOutcome[],
  tell: (line: string) => void,
  warn: (line: string) => void,
): void {
  const isTold = ({ change }: RenewalReport['changes'][number]) =>
    outcomes.some(
      ({ repository, status }) => repository === change.name && status === TOLD_AS[change.kind],
    );
  const changes = report.changes.filter((change) => !isTold(change));
  for (const line of renewalLines({ ...report, changes })) tell(line);
  for (const alike of groupByCause(report.failed))
    warn(
      `${counted(alike.length, 'list')} of repositories could not be renewed: ${alike[0]?.cause} (${firstNames(alike)}). The next collection asks for them first.`,
    );
}

/** A line for each that matters, and one for those that are left out. */
function renewalLines({ changes }: RenewalReport): string[] {
  const appeared = changes.filter(({ change }) => change.kind === 'appeared');
  const important = changes.filter(({ change }) => change.kind !== 'appeared');
  const named = appeared.toSorted((a, b) => Number(mayBeMain(b)) - Number(mayBeMain(a)));
  const rest = named.length - MAX_NAMED;
  return [
    ...[...important, ...named.slice(0, MAX_NAMED)].map(
      ({ company, change }) => `${change.kind.padEnd(12)} ${sentence(company, change)}`,
    ),
    ...(rest > 0 ? [`… and ${count(rest)} more new repositories that are not tracked.`] : []),
  ];
}

function mayBeMain({ change }: RenewalReport['changes'][number]): boolean {
  return change.kind === 'appeared' && change.mayBeMain;
}

function sentence(company: string, change: ListChange): string {
  const file = `the file of ${company}`;
  switch (change.kind) {
    case 'appeared': {
      const since = change.createdOn === null ? '' : ` since ${change.createdOn}`;
      const stars = counted(change.stars, 'star');
      const what = change.mayBeMain ? 'may be a main repository' : 'is not tracked';
      return `${change.name}: there${since}, ${stars}; it ${what}, and ${file} decides`;
    }
    case 'archived':
      return `${change.name}: archived, and ${change.role} in ${file}`;
    case 'gone':
      return `${change.name}: no longer a public repository, and ${change.role} in ${file}`;
    case 'moved':
      return `${change.name}: moved to ${change.newName}; list it under that name in ${file}`;
    case 'emptied':
      return `${change.name}: its list is suddenly empty; the previous list is kept`;
  }
}
