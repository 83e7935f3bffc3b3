/** The registry's knowledge of an organization before it is tracked. */
import { join } from 'node:path';
import { foldKey } from './fold.ts';
import { OrganizationFile } from './organizations.ts';
import type { Registry } from './schema.ts';
import { readYamlFile } from './yaml-file.ts';

/**
 * The registry's facts about an untracked organization: its slug, names, rounds, valuations and
 * acquisitions. Its file must include them when it becomes tracked.
 *
 * @param folder of the registry
 * @param names any of its names or accounts
 */
export function knownOrganization(
  folder: string,
  { organizations, files }: Registry,
  names: readonly string[],
): { slug: string; name: string; facts: Record<string, unknown> } | undefined {
  const keys = new Set(names.map(foldKey));
  const known = organizations.find(({ slug, name, aliases }) =>
    [slug, name, ...aliases].some((each) => keys.has(foldKey(each))),
  );
  if (!known) return undefined;
  const { slug, name, aliases, formerNames, formerSlugs, distinctFrom } = known;
  const file = files.get(slug) ?? '';
  const read = file.includes('/')
    ? readYamlFile(join(folder, file), OrganizationFile).value
    : undefined;
  // The website is taken from its own profile, and tracked companies have no portfolio.
  const { rounds = [], valuations = [], acquisitions = [], notices = [] } = read ?? {};
  const deals = { rounds, valuations, acquisitions, notices };
  return { slug, name, facts: { aliases, formerNames, formerSlugs, distinctFrom, ...deals } };
}
