/** Checks deals across files. */
import type { DealEntries, DealEntry } from './deal-entries.ts';
import type { DealSource } from './deals.ts';
import { foldKey } from './fold.ts';
import { homeOf } from './organizations.ts';
import { firstDay, isCertainlyBefore } from './partial-date.ts';
import type { FiledOrganization, FiledOrganizations } from './read-organizations.ts';
import type { Fault, FaultAt } from './yaml-file.ts';

type Dated = { announcedOn?: string | null; sources: readonly DealSource[] };

export function dealFaults(deals: DealEntries, filed: FiledOrganizations): Fault[] {
  const { acquisitions, rounds, valuations } = deals;
  const all: DealEntry<Dated>[] = [...acquisitions, ...rounds, ...valuations];
  return [
    ...unknownParties(deals, filed.slugs),
    ...misplacedAcquisitions(filed),
    ...filed.others.flatMap(misplacedFile),
    ...rounds.flatMap(investorFaults),
    ...[...acquisitions, ...rounds, ...valuations].flatMap(reportsAlone),
    ...acquisitions.flatMap(acquisitionFaults),
    ...moneyFaults([...acquisitions, ...rounds]),
    ...all.flatMap(dateFaults),
    ...duplicateDeals(acquisitions, ({ acquirer, acquired }) => `${acquirer} ${acquired}`),
    ...duplicateDeals(rounds, ({ company, round }) => `${company} ${foldKey(round)}`),
    ...duplicateDeals(valuations, ({ company, announcedOn }) => `${company} ${announcedOn}`),
    ...filed.others.flatMap(portfolioFaults),
    // Skipped if any file is invalid: it was not loaded, so its references are missing.
    ...(filed.faults.length > 0 ? [] : unusedOrganizations(deals, filed.others)),
  ];
}

/** The organizations that a deal refers to, with the field of each. */
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
      : [faultAt(path, `${slug} has no file and is not in organizations.yaml; add it there`)],
  );
}

/** The acquisition of a tracked company belongs in that company's own file, as an exit. */
function misplacedAcquisitions({ companies, others }: FiledOrganizations): Fault[] {
  const tracked = new Set(companies.map(({ slug }) => slug));
  return [...companies, ...others].flatMap(({ value, faultAt }) =>
    value.acquisitions.flatMap(({ acquired }, index) =>
      tracked.has(acquired)
        ? [
            faultAt(
              ['acquisitions', index, 'acquired'],
              `${acquired} is tracked; make it an exit in companies/${acquired}.yaml`,
            ),
          ]
        : [],
    ),
  );
}

/** An organization's file must be in the folder that its content implies. */
function misplacedFile({ slug, file, value, faultAt }: FiledOrganization): Fault[] {
  const home = homeOf(value);
  const belongs = home === undefined ? 'organizations.yaml' : `${home}/${slug}.yaml`;
  return file === belongs ? [] : [faultAt(['name'], `belongs in ${belongs}; move it there`)];
}

function investorFaults({ deal: { company, investors }, faultAt }: DealEntries['rounds'][number]) {
  const slugs = investors.map(({ organization }) => organization);
  return slugs.flatMap((slug, index): Fault[] => {
    const at = ['investors', index, 'organization'];
    if (slug === company) return [faultAt(at, `${slug} cannot invest in itself`)];
    return slugs.indexOf(slug) === index
      ? []
      : [faultAt(at, `${slug} stands twice; name it once, as lead or participant`)];
  });
}

/** Deals added after this day need more than a report as their source. */
const REPORTS_SUFFICE_UNTIL = '2026-11-22';

function reportsAlone({ deal: { sources }, faultAt }: DealEntry<Dated>): Fault[] {
  const isNewReport = ({ readAs, checked }: DealSource) =>
    readAs === 'report' && checked > REPORTS_SUFFICE_UNTIL;
  return sources.every(isNewReport)
    ? [faultAt(['sources', 0, 'readAs'], 'a report alone is not enough; add what it reports')]
    : [];
}

/** A list may name a company only once, and must have been published before it was read. */
function portfolioFaults({
  slug: owner,
  value: { portfolio },
  faultAt,
}: FiledOrganization): Fault[] {
  return portfolio.flatMap(({ source, companies }, list) => {
    const slugs = companies.map((entry) => (typeof entry === 'string' ? entry : entry.company));
    const path = ['portfolio', list];
    return [
      ...publicationFaults(source, (field, message) =>
        faultAt([...path, 'source', ...field], message),
      ),
      ...(slugs.includes(owner)
        ? [faultAt([...path, 'companies', slugs.indexOf(owner)], `${owner} cannot hold itself`)]
        : []),
      ...slugs.flatMap((slug, index) =>
        slugs.indexOf(slug) === index
          ? []
          : [faultAt([...path, 'companies', index], `${slug} stands twice in the list`)],
      ),
    ];
  });
}

/** Organizations exist in the registry only as parties to deals. */
function unusedOrganizations(deals: DealEntries, others: readonly FiledOrganization[]): Fault[] {
  const used = new Set(parties(deals).map(({ slug }) => slug));
  return others.flatMap(({ slug, faultAt }) =>
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
  return sources.flatMap((source, index) => [
    ...publicationFaults(source, (path, message) => faultAt(['sources', index, ...path], message)),
    ...(announcedOn && firstDay(announcedOn) > source.checked
      ? [faultAt(['announcedOn'], `is after its source was checked on ${source.checked}`)]
      : []),
  ]);
}

function publicationFaults({ publishedOn, checked }: DealSource, faultAt: FaultAt): Fault[] {
  return publishedOn !== null && firstDay(publishedOn) > checked
    ? [faultAt(['publishedOn'], `is after it was checked on ${checked}`)]
    : [];
}

/** Two records of the same deal would be counted twice. */
function duplicateDeals<T extends { slug: string }>(
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
    return [faultAt([], `is the same deal as ${other}; put the sources of both into one entry`)];
  });
}
