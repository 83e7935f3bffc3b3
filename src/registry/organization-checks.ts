/**
 * Checks of organizations' files beyond their schemas: every name belongs to one of them, tracked
 * companies have what the service needs, and events happened in a possible order.
 */
import { foldKey } from './fold.ts';
import { firstDay, isCertainlyBefore } from './partial-date.ts';
import type { FiledCompany, FiledOrganization, FiledOrganizations } from './read-organizations.ts';
import { type Fault, type FaultAt, repeated } from './yaml-file.ts';

type Faults = Generator<Fault>;
type Named = FiledCompany | FiledOrganization;
/** A text that belongs to one organization, and its look-up key. */
type Claim = { slug: string; key: string; text: string; path: PropertyKey[]; faultAt: FaultAt };

export function nameFaults({ companies, others }: FiledOrganizations): Fault[] {
  const all = [...companies, ...others];
  return [
    ...repeatedSlugs(all),
    ...claimedTwice(all, nameClaims),
    ...claimedTwice(companies, repositoryClaims),
    ...formerNameFaults(companies),
    ...claimedTwice(all, domainClaims),
  ];
}

/** A slug may have one file only: addresses contain it. */
function* repeatedSlugs(all: readonly Named[]): Faults {
  for (const { item, first } of repeated(all, ({ slug }) => slug))
    yield item.faultAt(
      ['name'],
      `${item.slug} stands in ${first.file} as well; keep all of it in one of both`,
    );
}

type Claims = Generator<[key: string, text: string, ...path: PropertyKey[]]>;

/** The names of an organization. With a name shared by two, a look-up could return the wrong one. */
function* nameClaims({ slug, value }: Named): Claims {
  yield [foldKey(value.name), value.name, 'name'];
  yield [foldKey(slug), slug, 'name'];
  for (const [index, text] of value.aliases.entries())
    yield [foldKey(text), text, 'aliases', index];
  for (const [index, { name }] of value.formerNames.entries())
    yield [foldKey(name), name, 'formerNames', index, 'name'];
  for (const [index, text] of value.formerSlugs.entries())
    yield [foldKey(text), text, 'formerSlugs', index];
}

function* repositoryClaims({ value }: FiledCompany): Claims {
  for (const [index, { name, formerNames = [] }] of value.repositories.entries())
    for (const text of [name, ...formerNames])
      yield [text.toLowerCase(), text, 'repositories', index];
}

function* domainClaims({ value }: Named): Claims {
  const website = value.website && new URL(value.website).hostname.replace(/^www\./, '');
  if (website) yield [website, website, 'website'];
  if ('domains' in value)
    for (const [index, domain] of value.domains.entries())
      yield [domain.toLowerCase(), domain, 'domains', index];
}

function* claimedTwice<T extends Named>(all: readonly T[], claimsOf: (one: T) => Claims): Faults {
  const claims = all.flatMap((one) =>
    [...claimsOf(one)].map(([key, text, ...path]): Claim => {
      return { slug: one.slug, faultAt: one.faultAt, key, text, path };
    }),
  );
  for (const { item, first } of repeated(claims, ({ key }) => key))
    if (first.slug !== item.slug)
      yield item.faultAt(
        item.path,
        `${item.text} already belongs to ${first.slug}; it must be listed once`,
      );
}

/** A copy under a former name holds the same commits as the one under the present name. */
function* formerNameFaults(companies: readonly FiledCompany[]): Faults {
  for (const { value, faultAt } of companies)
    for (const [index, { name, formerNames = [] }] of value.repositories.entries()) {
      const others = value.repositories.filter((other) => other.name !== name);
      const present = new Set(others.map((other) => other.name.toLowerCase()));
      for (const former of formerNames)
        if (present.has(former.toLowerCase()))
          yield faultAt(
            ['repositories', index],
            `${former} is a former name of ${name}; list one of them`,
          );
    }
}

/** Fields that are not read from the repositories themselves, and so need a source. */
const FIELDS_NEEDING_SOURCE = ['website', 'geography', 'linkedin', 'founded', 'backing'] as const;

/** @param sectors slugs of the sectors; undefined if their own file is invalid */
export function* companyFaults(
  companies: readonly FiledCompany[],
  sectors: ReadonlySet<string> | undefined,
): Faults {
  for (const { value, faultAt } of companies) {
    if (sectors && !sectors.has(value.sector))
      yield faultAt(
        ['sector'],
        `${value.sector} is not in sectors.yaml; it has ${[...sectors].join(', ')}`,
      );
    const sourced = new Set<string>(value.sources.flatMap(({ facts }) => facts));
    for (const fact of FIELDS_NEEDING_SOURCE)
      if ((value[fact] ?? null) !== null && !sourced.has(fact))
        yield faultAt(
          [fact],
          `needs an entry under sources that names ${fact}, or must be left out`,
        );
  }
}

/** @param today an ISO date; if undefined, no date counts as in the future */
export function timeFaults(
  { companies, others }: FiledOrganizations,
  today: string | undefined,
): Fault[] {
  return [
    ...roundsBeforeFounding(companies),
    ...roundsAfterExit(companies),
    ...(today === undefined ? [] : futureDates([...companies, ...others], today)),
  ];
}

function* roundsBeforeFounding(companies: readonly FiledCompany[]): Faults {
  for (const { value, faultAt } of companies)
    for (const [index, { announcedOn }] of value.rounds.entries())
      if (
        value.founded !== null &&
        announcedOn !== null &&
        isCertainlyBefore(announcedOn, String(value.founded))
      )
        yield faultAt(
          ['rounds', index, 'announcedOn'],
          `${announcedOn} is before the company was founded in ${value.founded}; mend one of both`,
        );
}

/** A company that was acquired, merged or closed cannot raise another round. */
function* roundsAfterExit(companies: readonly FiledCompany[]): Faults {
  for (const { value, faultAt } of companies)
    for (const [at, { kind, announcedOn, terminatedOn }] of value.exits.entries()) {
      if (kind === 'public' || announcedOn === null || terminatedOn !== null) continue;
      const later = value.rounds.find(
        (round) => round.announcedOn !== null && isCertainlyBefore(announcedOn, round.announcedOn),
      );
      if (later)
        yield faultAt(
          ['exits', at, 'announcedOn'],
          `${announcedOn} is before the round ${later.round} of ${later.announcedOn}; mend one of both`,
        );
    }
}

const DATES: ReadonlySet<string> = new Set([
  'announcedOn',
  'closedOn',
  'terminatedOn',
  'publishedOn',
  'checked',
  'until',
]);

function* futureDates(all: readonly Named[], today: string): Faults {
  const inFuture = (date: unknown) => `${date} is in the future; today is ${today}`;
  for (const { value, faultAt } of all) {
    for (const [path, date] of datesIn(value))
      if (firstDay(date) > today) yield faultAt(path, inFuture(date));
    if ('founded' in value && value.founded !== null && String(value.founded) > today.slice(0, 4))
      yield faultAt(['founded'], inFuture(value.founded));
  }
}

function* datesIn(
  node: unknown,
  path: readonly PropertyKey[] = [],
): Generator<[path: readonly PropertyKey[], date: string]> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, inner] of Object.entries(node)) {
    const at = [...path, Array.isArray(node) ? Number(key) : key];
    if (DATES.has(key) && typeof inner === 'string') yield [at, inner];
    else yield* datesIn(inner, at);
  }
}
