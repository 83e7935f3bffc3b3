/** Checks deals across files. */
import type { DealEntries, DealEntry } from './deal-entries.ts';
import type { DealSource } from './deals.ts';
import { foldKey } from './fold.ts';
import { homeOf } from './organizations.ts';
import { firstDay, isCertainlyBefore } from './partial-date.ts';
import type { FiledOrganization, FiledOrganizations } from './read-organizations.ts';
import { type Fault, type FaultAt, repeated } from './yaml-file.ts';

type Dated = { announcedOn?: string | null; sources: readonly DealSource[] };
type Faults = Generator<Fault>;

export function dealFaults(deals: DealEntries, filed: FiledOrganizations): Fault[] {
  const { acquisitions, rounds, valuations } = deals;
  const all: DealEntry<Dated>[] = [...acquisitions, ...rounds, ...valuations];
  return [
    ...unknownParties(deals, filed.slugs),
    ...misplacedAcquisitions(filed),
    ...misplacedFiles(filed.others),
    ...investorFaults(rounds),
    ...reportsAlone(all),
    ...acquisitionFaults(acquisitions),
    ...moneyFaults([...acquisitions, ...rounds]),
    ...dateFaults(all),
    ...duplicateDeals(acquisitions, ({ acquirer, acquired }) => `${acquirer} ${acquired}`),
    ...duplicateDeals(rounds, ({ company, round }) => `${company} ${foldKey(round)}`),
    ...duplicateDeals(valuations, ({ company, announcedOn }) => `${company} ${announcedOn}`),
    ...portfolioFaults(filed.others),
    // Skipped if any file is invalid: it was not loaded, so its references are missing.
    ...(filed.faults.length > 0 ? [] : unusedOrganizations(deals, filed.others)),
  ];
}

type Party = { slug: string; path: readonly PropertyKey[]; faultAt: FaultAt };

/** The organizations that deals refer to, with the field of each. */
function* parties({ acquisitions, rounds, holdings, valuations }: DealEntries): Generator<Party> {
  for (const { deal, faultAt } of acquisitions) {
    yield { slug: deal.acquirer, path: ['acquirer'], faultAt };
    yield { slug: deal.acquired, path: ['acquired'], faultAt };
  }
  for (const { deal, faultAt } of rounds) {
    yield { slug: deal.company, path: ['company'], faultAt };
    for (const [index, { organization }] of deal.investors.entries())
      yield { slug: organization, path: ['investors', index, 'organization'], faultAt };
  }
  for (const { deal, faultAt } of holdings) {
    yield { slug: deal.fund, path: ['fund'], faultAt };
    yield { slug: deal.company, path: ['company'], faultAt };
  }
  for (const { deal, faultAt } of valuations)
    yield { slug: deal.company, path: ['company'], faultAt };
}

function* unknownParties(deals: DealEntries, known: ReadonlySet<string>): Faults {
  for (const { slug, path, faultAt } of parties(deals))
    if (!known.has(slug))
      yield faultAt(path, `${slug} has no file and is not in organizations.yaml; add it there`);
}

/** The acquisition of a tracked company belongs in that company's own file, as an exit. */
function* misplacedAcquisitions({ companies, others }: FiledOrganizations): Faults {
  const tracked = new Set(companies.map(({ slug }) => slug));
  for (const { value, faultAt } of [...companies, ...others])
    for (const [index, { acquired }] of value.acquisitions.entries())
      if (tracked.has(acquired))
        yield faultAt(
          ['acquisitions', index, 'acquired'],
          `${acquired} is tracked; make it an exit in companies/${acquired}.yaml`,
        );
}

/** An organization's file must be in the folder that its content implies. */
function* misplacedFiles(others: readonly FiledOrganization[]): Faults {
  for (const { slug, file, value, faultAt } of others) {
    const home = homeOf(value);
    const belongs = home === undefined ? 'organizations.yaml' : `${home}/${slug}.yaml`;
    if (file !== belongs) yield faultAt(['name'], `belongs in ${belongs}; move it there`);
  }
}

function* investorFaults(rounds: DealEntries['rounds']): Faults {
  for (const { deal, faultAt } of rounds) {
    const slugs = deal.investors.map(({ organization }) => organization);
    const at = (index: number) => ['investors', index, 'organization'];
    const own = slugs.indexOf(deal.company);
    if (own >= 0) yield faultAt(at(own), `${deal.company} cannot invest in itself`);
    for (const { index, item: slug } of repeated(slugs))
      yield faultAt(at(index), `${slug} stands twice; name it once, as lead or participant`);
  }
}

/** Deals added after this day need more than a report as their source. */
const REPORTS_SUFFICE_UNTIL = '2026-11-22';

function* reportsAlone(deals: readonly DealEntry<Dated>[]): Faults {
  const isNewReport = ({ readAs, checked }: DealSource) =>
    readAs === 'report' && checked > REPORTS_SUFFICE_UNTIL;
  for (const { deal, faultAt } of deals)
    if (deal.sources.every(isNewReport))
      yield faultAt(['sources', 0, 'readAs'], 'a report alone is not enough; add what it reports');
}

/** A list may name a company only once, and must have been published before it was read. */
function* portfolioFaults(others: readonly FiledOrganization[]): Faults {
  for (const { slug: owner, value, faultAt } of others)
    for (const [list, { source, companies }] of value.portfolio.entries()) {
      const slugs = companies.map((entry) => (typeof entry === 'string' ? entry : entry.company));
      const at = (...path: PropertyKey[]) => ['portfolio', list, ...path];
      yield* publicationFaults(source, (field, message) =>
        faultAt(at('source', ...field), message),
      );
      const own = slugs.indexOf(owner);
      if (own >= 0) yield faultAt(at('companies', own), `${owner} cannot hold itself`);
      for (const { index, item: slug } of repeated(slugs))
        yield faultAt(at('companies', index), `${slug} stands twice in the list`);
    }
}

/** Organizations exist in the registry only as parties to deals. */
function* unusedOrganizations(deals: DealEntries, others: readonly FiledOrganization[]): Faults {
  const used = new Set([...parties(deals)].map(({ slug }) => slug));
  for (const { slug, faultAt } of others)
    if (!used.has(slug)) yield faultAt(['name'], `is in no deal; remove ${slug}, or add the deal`);
}

function* acquisitionFaults(acquisitions: DealEntries['acquisitions']): Faults {
  for (const { deal, faultAt } of acquisitions) {
    const { acquirer, acquired, announcedOn, closedOn, terminatedOn } = deal;
    if (acquirer === acquired) yield faultAt(['acquired'], 'cannot be its own acquirer');
    if (closedOn !== null && terminatedOn !== null)
      yield faultAt(['terminatedOn'], 'a deal that closed was not called off; keep one of both');
    for (const [field, date] of Object.entries({ closedOn, terminatedOn }))
      if (date !== null && announcedOn !== null && isCertainlyBefore(date, announcedOn))
        yield faultAt([field], `${date} is before the announcement on ${announcedOn}`);
  }
}

type Money = { amount: number | null; currency: string | null };

function* moneyFaults(deals: readonly DealEntry<Money>[]): Faults {
  for (const { deal, faultAt } of deals) {
    const { amount, currency } = deal;
    if ((amount === null) !== (currency === null))
      yield faultAt(
        [amount === null ? 'currency' : 'amount'],
        'amount and currency stand together, or both are null',
      );
  }
}

function* dateFaults(deals: readonly DealEntry<Dated>[]): Faults {
  for (const { deal, faultAt } of deals)
    for (const [index, source] of deal.sources.entries()) {
      yield* publicationFaults(source, (path, message) =>
        faultAt(['sources', index, ...path], message),
      );
      if (deal.announcedOn && firstDay(deal.announcedOn) > source.checked)
        yield faultAt(['announcedOn'], `is after its source was checked on ${source.checked}`);
    }
}

function* publicationFaults({ publishedOn, checked }: DealSource, faultAt: FaultAt): Faults {
  if (publishedOn !== null && firstDay(publishedOn) > checked)
    yield faultAt(['publishedOn'], `is after it was checked on ${checked}`);
}

/** Two records of the same deal would be counted twice. */
function* duplicateDeals<T extends { slug: string }>(
  entries: readonly DealEntry<T>[],
  identity: (deal: T) => string,
): Faults {
  for (const { item, first } of repeated(entries, ({ deal }) => identity(deal)))
    yield item.faultAt(
      [],
      `is the same deal as ${first.deal.slug}; put the sources of both into one entry`,
    );
}
