/**
 * Checks of organizations' files beyond their schemas: every name belongs to one of them, tracked
 * companies have what the service needs, and events happened in a possible order.
 */
import { foldKey } from './fold.ts';
import { firstDay, isCertainlyBefore } from './partial-date.ts';
import type { FiledCompany, FiledOrganization, FiledOrganizations } from './read-organizations.ts';
import type { Fault } from './yaml-file.ts';

type Claim = { slug: string; key: string; text: string; fault: (message: string) => Fault };

export function nameFaults({ companies, others }: FiledOrganizations): Fault[] {
  const all = [...companies, ...others];
  return [
    ...repeatedSlugs(all),
    ...claimedTwice(all.flatMap(nameClaims)),
    ...claimedTwice(companies.flatMap(repositoryClaims)),
    ...companies.flatMap(formerNameFaults),
    ...claimedTwice([...companies.flatMap(domainClaims), ...others.flatMap(websiteClaims)]),
  ];
}

type Named = FiledCompany | FiledOrganization;

/** A slug may have one file only: addresses contain it. */
function repeatedSlugs(all: readonly Named[]): Fault[] {
  const files = new Map<string, string>();
  return all.flatMap(({ slug, file, faultAt }) => {
    const other = files.get(slug);
    files.set(slug, file);
    return other === undefined
      ? []
      : [faultAt(['name'], `${slug} stands in ${other} as well; keep all of it in one of both`)];
  });
}

/** The names of an organization. With a name shared by two, a look-up could return the wrong one. */
function nameClaims({ slug, value, faultAt }: Named): Claim[] {
  const claim = (text: string, ...path: PropertyKey[]): Claim => ({
    slug,
    key: foldKey(text),
    text,
    fault: (message) => faultAt(path, message),
  });
  return [
    claim(value.name, 'name'),
    claim(slug, 'name'),
    ...value.aliases.map((text, index) => claim(text, 'aliases', index)),
    ...value.formerNames.map(({ name }, index) => claim(name, 'formerNames', index, 'name')),
    ...value.formerSlugs.map((text, index) => claim(text, 'formerSlugs', index)),
  ];
}

function repositoryClaims({ slug, value, faultAt }: FiledCompany): Claim[] {
  return value.repositories.flatMap(({ name, formerNames = [] }, index) =>
    [name, ...formerNames].map((text) => ({
      slug,
      key: text.toLowerCase(),
      text,
      fault: (message: string) => faultAt(['repositories', index], message),
    })),
  );
}

/** A copy under a former name holds the same commits as the one under the present name. */
function formerNameFaults({ value: { repositories }, faultAt }: FiledCompany): Fault[] {
  return repositories.flatMap(({ name, formerNames = [] }, index) => {
    const others = new Set(
      repositories.filter((other) => other.name !== name).map((other) => other.name.toLowerCase()),
    );
    return formerNames
      .filter((former) => others.has(former.toLowerCase()))
      .map((former) =>
        faultAt(['repositories', index], `${former} is a former name of ${name}; list one of them`),
      );
  });
}

function domainClaims(company: FiledCompany): Claim[] {
  const { slug, value, faultAt } = company;
  const domains = value.domains.map((domain, index) => ({
    slug,
    key: domain.toLowerCase(),
    text: domain,
    fault: (message: string) => faultAt(['domains', index], message),
  }));
  return [...websiteClaims(company), ...domains];
}

function websiteClaims({ slug, value: { website }, faultAt }: Named): Claim[] {
  if (website === null) return [];
  const domain = new URL(website).hostname.replace(/^www\./, '');
  return [{ slug, key: domain, text: domain, fault: (message) => faultAt(['website'], message) }];
}

function claimedTwice(claims: readonly Claim[]): Fault[] {
  const owner = new Map<string, string>();
  return claims.flatMap(({ slug, key, text, fault }) => {
    const other = owner.get(key) ?? slug;
    owner.set(key, other);
    if (other === slug) return [];
    return [fault(`${text} already belongs to ${other}; it must be listed once`)];
  });
}

/** Fields that are not read from the repositories themselves, and so need a source. */
const FIELDS_NEEDING_SOURCE = ['website', 'geography', 'linkedin', 'founded', 'backing'] as const;

/** @param sectors slugs of the sectors; undefined if their own file is invalid */
export function companyFaults(
  companies: readonly FiledCompany[],
  sectors: ReadonlySet<string> | undefined,
): Fault[] {
  return companies.flatMap((company) => [
    ...unknownSector(company, sectors),
    ...unsourcedFacts(company),
  ]);
}

function unknownSector(
  { value: { sector }, faultAt }: FiledCompany,
  sectors: ReadonlySet<string> | undefined,
): Fault[] {
  if (!sectors || sectors.has(sector)) return [];
  const choices = [...sectors].join(', ');
  return [faultAt(['sector'], `${sector} is not in sectors.yaml; it has ${choices}`)];
}

function unsourcedFacts({ value, faultAt }: FiledCompany): Fault[] {
  const sourced = new Set<string>(value.sources.flatMap(({ facts }) => facts));
  return FIELDS_NEEDING_SOURCE.flatMap((fact) =>
    (value[fact] ?? null) === null || sourced.has(fact)
      ? []
      : [faultAt([fact], `needs an entry under sources that names ${fact}, or must be left out`)],
  );
}

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
