/** A tracked company of our own making, for tests. */
import type { Tracked } from '../../src/pipeline/ledger/copies.ts';
import type { Company, Repository } from '../../src/registry/schema.ts';

/** Only what a test is about needs to be given. */
export function exampleCompany(slug: string, change: Partial<Company> = {}): Company {
  return {
    slug,
    name: slug,
    aliases: [],
    formerNames: [],
    formerSlugs: [],
    sector: 'databases',
    description: 'Makes examples.',
    website: null,
    domains: [],
    github: slug,
    repositories: mainRepositories(`${slug}/core`),
    geography: null,
    founded: null,
    linkedin: null,
    exits: [],
    exitsChecked: { checked: '2026-11-21', where: 'A register of examples.' },
    sources: [],
    notices: [],
    ...change,
  };
}

export function mainRepositories(...names: string[]): Repository[] {
  return names.map((name) => ({ name, role: 'main' }));
}

/** Companies under these slugs; without a list of repositories, all that a ledger holds count. */
export function track(
  companies: Readonly<Record<string, readonly Repository[] | undefined>>,
): Tracked {
  const tracked = Object.entries(companies).map(([slug, repositories]) => {
    return [slug, { name: slug.toUpperCase(), ...(repositories && { repositories }) }] as const;
  });
  return { companies: new Map(tracked), roles: [] };
}
