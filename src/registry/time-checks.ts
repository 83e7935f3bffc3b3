/** Checks that the events in a file happened in a possible order. */
import { firstDay, isCertainlyBefore } from './partial-date.ts';
import type { FiledCompany, FiledOrganization, FiledOrganizations } from './read-organizations.ts';
import type { Fault } from './yaml-file.ts';

/** @param today an ISO date; if undefined, no date counts as in the future */
export function timeFaults(
  { companies, others }: FiledOrganizations,
  today: string | undefined,
): Fault[] {
  return [
    ...companies.flatMap(roundsBeforeFounding),
    ...companies.flatMap(roundsAfterExit),
    ...(today === undefined
      ? []
      : [...companies, ...others].flatMap((filed) => futureDates(filed, today))),
  ];
}

function roundsBeforeFounding({ value: { founded, rounds }, faultAt }: FiledCompany): Fault[] {
  if (founded === null) return [];
  return rounds.flatMap(({ announcedOn }, index) =>
    announcedOn !== null && isCertainlyBefore(announcedOn, String(founded))
      ? [
          faultAt(
            ['rounds', index, 'announcedOn'],
            `${announcedOn} is before the company was founded in ${founded}; mend one of both`,
          ),
        ]
      : [],
  );
}

/** A company that was acquired, merged or closed cannot raise another round. */
function roundsAfterExit({ value: { exits, rounds }, faultAt }: FiledCompany): Fault[] {
  return exits.flatMap((exit, at) => {
    const { kind, announcedOn, terminatedOn } = exit;
    if (kind === 'public' || announcedOn === null || terminatedOn !== null) return [];
    const later = rounds.find(
      (round) => round.announcedOn !== null && isCertainlyBefore(announcedOn, round.announcedOn),
    );
    if (!later) return [];
    return [
      faultAt(
        ['exits', at, 'announcedOn'],
        `${announcedOn} is before the round ${later.round} of ${later.announcedOn}; mend one of both`,
      ),
    ];
  });
}

const DATES: ReadonlySet<string> = new Set([
  'announcedOn',
  'closedOn',
  'terminatedOn',
  'publishedOn',
  'checked',
  'until',
]);

function futureDates({ value, faultAt }: FiledCompany | FiledOrganization, today: string): Fault[] {
  const faults: Fault[] = [];
  const walk = (node: unknown, path: readonly PropertyKey[]): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, inner] of Object.entries(node)) {
      const at = [...path, Array.isArray(node) ? Number(key) : key];
      if (DATES.has(key) && typeof inner === 'string' && firstDay(inner) > today)
        faults.push(faultAt(at, `${inner} is in the future; today is ${today}`));
      else walk(inner, at);
    }
  };
  walk(value, []);
  if ('founded' in value && value.founded !== null && String(value.founded) > today.slice(0, 4))
    faults.push(faultAt(['founded'], `${value.founded} is in the future; today is ${today}`));
  return faults;
}
