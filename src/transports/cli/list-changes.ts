/** What a renewed list of an organization's repositories tells the operator. */
import { count, counted } from '../../lib/prose.ts';
import type { ListChange } from '../../pipeline/collect/organization/organization-list.ts';
import type { RenewalReport } from '../../pipeline/collect/organization/renewal.ts';
import { note, say } from './terminal.ts';

/** New repositories that are named; of more, the number is. */
const MAX_NAMED = 10;

export function reportRenewal({ renewed, changes, failed, fault }: RenewalReport): void {
  const asked = renewed + failed.length;
  if (asked === 0) return;
  const appeared = changes.filter(({ change }) => change.kind === 'appeared');
  const important = changes.filter(({ change }) => change.kind !== 'appeared');
  const named = appeared.toSorted((a, b) => Number(mayBeMain(b)) - Number(mayBeMain(a)));
  for (const { company, change } of [...important, ...named.slice(0, MAX_NAMED)])
    say(`${change.kind.padEnd(12)} ${sentence(company, change)}`);
  if (named.length > MAX_NAMED)
    say(
      `… and ${count(named.length - MAX_NAMED)} more repositories that are new and not followed.`,
    );
  if (failed.length > 0)
    note(
      `The lists of ${count(failed.length)} of ${counted(asked, 'organization')} are as they were: ${fault?.why ?? 'interrupted'}. The next collection asks for them first.`,
    );
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
      const what = change.mayBeMain ? 'may be a main one' : 'is not followed';
      return `${change.name}: there${since}, ${stars}; it ${what}, and ${file} decides`;
    }
    case 'archived':
      return `${change.name}: archived, and ${change.role} in ${file}`;
    case 'gone':
      return `${change.name}: no public repository any more, and ${change.role} in ${file}`;
    case 'moved':
      return `${change.name}: moved to ${change.newName}; list it under that name in ${file}`;
    case 'emptied':
      return `${change.name}: its list is empty all at once; the one before it is kept`;
  }
}
