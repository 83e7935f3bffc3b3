/** Checks that every name, slug, domain and repository belongs to a single organization. */
import { foldKey } from './fold.ts';
import type { FiledCompany, FiledOrganization, FiledOrganizations } from './read-organizations.ts';
import type { Fault } from './yaml-file.ts';

type Claim = { slug: string; key: string; text: string; fault: (message: string) => Fault };

export function nameFaults({ companies, others }: FiledOrganizations): Fault[] {
  const all = [...companies, ...others];
  return [
    ...repeatedSlugs(all),
    ...claimedTwice(all.flatMap(nameClaims)),
    ...claimedTwice(companies.flatMap(repositoryClaims)),
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
  return value.repositories.map(({ name }, index) => ({
    slug,
    key: name.toLowerCase(),
    text: name,
    fault: (message) => faultAt(['repositories', index], message),
  }));
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
