/** What a renewed list of an organization's repositories tells the operator. */
import { count, counted } from '../../lib/prose.ts';
import type { ListChange } from '../../pipeline/collect/organization/organization-list.ts';
import type { RenewalReport } from '../../pipeline/collect/organization/renewal.ts';

const MAX_NAMED = 10;

/** Tells what changed, and which lists could not be read. */
export function reportRenewal(
  report: RenewalReport,
  tell: (line: string) => void,
  warn: (line: string) => void,
): void {
  for (const line of renewalLines(report)) tell(line);
  const { renewed, failed, fault } = report;
  if (failed.length === 0) return;
  const asked = counted(renewed + failed.length, 'organization');
  warn(
    `The lists of ${count(failed.length)} of ${asked} were not renewed: ${fault?.why ?? 'interrupted'}. The next collection asks for them first.`,
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
