/** What one file about a deal cannot show: whether it fits the others. */
import type { DealEntries, DealEntry, DealSource } from './deals.ts';
import { foldKey } from './fold.ts';
import type { OrganizationEntry } from './organizations.ts';
import { firstDay, isCertainlyBefore } from './partial-date.ts';
import type { Fault } from './yaml-file.ts';

type Dated = { announcedOn?: string | null; sources: readonly DealSource[] };

/** @param tracked slugs of the tracked companies */
export function dealFaults(
  deals: DealEntries,
  organizations: readonly OrganizationEntry[],
  tracked: ReadonlySet<string>,
): Fault[] {
  const known = new Set([
    ...tracked,
    ...organizations.map(({ organization }) => organization.slug),
  ]);
  const all: DealEntry<Dated>[] = Object.values(deals).flat();
  return [
    ...unknownParties(deals, known),
    ...deals.acquisitions.flatMap(acquisitionFaults),
    ...moneyFaults([...deals.acquisitions, ...deals.rounds]),
    ...all.flatMap(dateFaults),
    ...repeated(deals.acquisitions, ({ acquirer, acquired }) => `${acquirer} ${acquired}`),
    ...repeated(deals.rounds, ({ company, round }) => `${company} ${foldKey(round)}`),
    ...repeated(deals.holdings, ({ fund, company }) => `${fund} ${company}`),
    ...repeated(deals.valuations, ({ company, announcedOn }) => `${company} ${announcedOn}`),
    ...unused(deals, organizations),
  ];
}

/** The organizations that a deal names, with the field of each. */
function parties(deals: DealEntries) {
  const named = <T>(
    { deal, faultAt }: DealEntry<T>,
    list: readonly (readonly [slug: string, path: readonly PropertyKey[]])[],
  ) => list.map(([slug, path]) => ({ slug, path, faultAt, deal }));
  return [
    ...deals.acquisitions.flatMap((entry) =>
      named(entry, [
        [entry.deal.acquirer, ['acquirer']],
        [entry.deal.acquired, ['acquired']],
      ]),
    ),
    ...deals.rounds.flatMap((entry) =>
      named(entry, [
        [entry.deal.company, ['company']],
        ...entry.deal.investors.map(
          ({ organization }, index) =>
            [organization, ['investors', index, 'organization']] as const,
        ),
      ]),
    ),
    ...deals.holdings.flatMap((entry) =>
      named(entry, [
        [entry.deal.fund, ['fund']],
        [entry.deal.company, ['company']],
      ]),
    ),
    ...deals.valuations.flatMap((entry) => named(entry, [[entry.deal.company, ['company']]])),
  ];
}

function unknownParties(deals: DealEntries, known: ReadonlySet<string>): Fault[] {
  return parties(deals).flatMap(({ slug, path, faultAt }) =>
    known.has(slug)
      ? []
      : [faultAt(path, `${slug} has no file in companies/, organizations/ or funds/`)],
  );
}

/** An organization is there for its deals; without any it would be answered with nothing. */
function unused(deals: DealEntries, organizations: readonly OrganizationEntry[]): Fault[] {
  const used = new Set(parties(deals).map(({ slug }) => slug));
  return organizations.flatMap(({ organization: { slug }, faultAt }) =>
    used.has(slug) ? [] : [faultAt(['name'], `is in no deal; remove ${slug}, or add the deal`)],
  );
}

function acquisitionFaults({ deal, faultAt }: DealEntries['acquisitions'][number]): Fault[] {
  const { acquirer, acquired, announcedOn, closedOn, terminatedOn } = deal;
  const faults: Fault[] = [];
  if (acquirer === acquired) faults.push(faultAt(['acquired'], 'cannot be its own acquirer'));
  if (closedOn !== null && terminatedOn !== null)
    faults.push(
      faultAt(['terminatedOn'], 'a deal that closed was not called off; keep one of both'),
    );
  for (const [field, date] of [
    ['closedOn', closedOn],
    ['terminatedOn', terminatedOn],
  ] as const)
    if (date !== null && announcedOn !== null && isCertainlyBefore(date, announcedOn))
      faults.push(faultAt([field], `${date} is before the announcement on ${announcedOn}`));
  return faults;
}

function moneyFaults(
  entries: readonly DealEntry<{ amount: number | null; currency: string | null }>[],
): Fault[] {
  return entries.flatMap(({ deal: { amount, currency }, faultAt }) =>
    (amount === null) === (currency === null)
      ? []
      : [
          faultAt(
            [amount === null ? 'currency' : 'amount'],
            'amount and currency stand together, or both are null',
          ),
        ],
  );
}

function dateFaults({ deal: { announcedOn, sources }, faultAt }: DealEntry<Dated>): Fault[] {
  return sources.flatMap(({ publishedOn, checked }, index) => [
    ...(publishedOn !== null && firstDay(publishedOn) > checked
      ? [faultAt(['sources', index, 'publishedOn'], `is after it was checked on ${checked}`)]
      : []),
    ...(announcedOn && firstDay(announcedOn) > checked
      ? [faultAt(['announcedOn'], `is after its source was checked on ${checked}`)]
      : []),
  ]);
}

/** Two records of one deal would count it twice. */
function repeated<T extends { slug: string }>(
  entries: readonly DealEntry<T>[],
  identity: (deal: T) => string,
): Fault[] {
  const first = new Map<string, string>();
  return entries.flatMap(({ deal, faultAt }) => {
    const key = identity(deal);
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, deal.slug);
      return [];
    }
    return [faultAt([], `is the same deal as ${other}.yaml; put both sources into one file`)];
  });
}
