/**
 * Loads the registry: reads and validates every file, checks the files against each other, and
 * reports all faults together.
 */

import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { compareCodeUnits } from '../lib/compare.ts';
import { BellwetherError } from '../lib/errors.ts';
import { FileKindsFile, PackageWordsFile } from './collection-tables.ts';
import { CompletenessFile } from './completeness.ts';
import { dealFaults } from './deal-checks.ts';
import { dealEntries, dealsOf } from './deal-entries.ts';
import type { Deals } from './deals.ts';
import { readFaq } from './faq.ts';
import { readFindings } from './findings.ts';
import { readGlossary } from './glossary.ts';
import { readMarkets } from './markets.ts';
import { nearNameFaults } from './near-names.ts';
import { noticeFaults } from './notice-checks.ts';
import { companyFaults, nameFaults, timeFaults } from './organization-checks.ts';
import { ORGANIZATION_FOLDERS, type Organization } from './organizations.ts';
import { PackageRolesFile, packageRoles } from './package-roles.ts';
import {
  type FiledCompany,
  type FiledOrganization,
  readAllOrganizations,
} from './read-organizations.ts';
import {
  AgentsFile,
  AutomationsFile,
  type Company,
  MethodologyFile,
  type Registry,
  SectorsFile,
} from './schema.ts';
import { readDocuments } from './service-documents.ts';
import { type Fault, readYamlFile, repeated, together, type YamlFile } from './yaml-file.ts';
import { fileFault } from './yaml-folder.ts';

export type RegistryOptions = {
  /** An ISO date; later dates in files are faults. If undefined, none is. */
  today?: string;
  /** Folder whose `companies/` overrides the registry's: the operator's own, `DATA_DIR/registry`. */
  own?: string;
};

/** Reads a registry folder. `registry` is only set if there are no faults. */
export async function checkRegistry(
  folder: string,
  { today, own }: RegistryOptions = {},
): Promise<{ faults: Fault[]; registry?: Registry }> {
  const sectors = readYamlFile(join(folder, 'sectors.yaml'), SectorsFile);
  const filed = readAllOrganizations(folder, own);
  const entries = dealEntries(filed);
  const deals = dealsOf(entries);
  const method = together({
    sectors,
    automations: readYamlFile(join(folder, 'automations.yaml'), AutomationsFile),
    agents: readYamlFile(join(folder, 'agents.yaml'), AgentsFile),
    roles: readYamlFile(join(folder, 'package-roles.yaml'), PackageRolesFile),
    methodology: readYamlFile(join(folder, 'methodology.yaml'), MethodologyFile),
  });
  const tables = together({
    fileKinds: readYamlFile(join(folder, 'file-kinds.yaml'), FileKindsFile),
    packageWords: readYamlFile(join(folder, 'package-words.yaml'), PackageWordsFile),
  });
  const texts = together({
    markets: readMarkets(folder, slugsOf(filed.companies)),
    faq: readFaq(folder),
    glossary: readGlossary(folder),
    documents: readDocuments(folder),
    findings: readFindings(folder, new Set(filed.companies.map(({ slug }) => slug))),
    completeness: readYamlFile(join(folder, 'completeness.yaml'), CompletenessFile),
  });
  const faults = [
    ...method.faults,
    ...tables.faults,
    ...filed.faults,
    ...duplicateSectors(sectors),
    ...companyFaults(
      filed.companies,
      sectors.value && new Set(sectors.value.map(({ slug }) => slug)),
    ),
    ...nameFaults(filed),
    ...dealFaults(entries, filed),
    ...timeFaults(filed, today),
    ...nearNameFaults(filed, kindsOf(deals)),
    ...strayFolders(folder),
    ...(own === undefined ? [] : strayInOwn(own)),
    ...noticeFaults(filed),
    ...texts.faults,
  ];
  if (faults.length > 0 || !method.value || !texts.value) return { faults };
  const { roles, ...lists } = method.value;
  return {
    faults,
    registry: {
      companies: filed.companies.map(companyOf).sort((a, b) => compareCodeUnits(a.slug, b.slug)),
      ...lists,
      packageRoles: packageRoles(roles),
      organizations: organizationsOf(filed.others, deals),
      deals,
      files: new Map([...filed.companies, ...filed.others].map(({ slug, file }) => [slug, file])),
      ...texts.value,
    },
  };
}

/** The registry of a folder. @throws BellwetherError `registry-invalid`, listing all faults */
export async function loadRegistry(folder: string, own?: string): Promise<Registry> {
  const { faults, registry } = await checkRegistry(folder, own === undefined ? {} : { own });
  if (registry) return registry;
  throw new BellwetherError(
    'registry-invalid',
    `The registry has ${faults.length} fault${faults.length === 1 ? '' : 's'}:\n${faults.map((fault) => faultLine(fault, own)).join('\n')}`,
  );
}

/**
 * `registry/companies/x.yaml:3 sector: …`
 *
 * @param own for a fault in this folder, the line adds that the company can be untracked instead
 */
export function faultLine({ file, line, field, message }: Fault, own?: string): string {
  const inOwn = own === undefined ? '..' : relative(own, join(process.cwd(), file));
  const wayOut = inOwn.startsWith('..')
    ? ''
    : ` (mend this file, or end it with bellwether untrack ${basename(inOwn, '.yaml')})`;
  return `${file}:${line} ${field === '' ? '' : `${field}: `}${message}${wayOut}`;
}

/** Maps every current and former slug to its company. Current slugs take precedence. */
function slugsOf(companies: readonly FiledCompany[]): ReadonlyMap<string, string> {
  const former = companies.flatMap(({ slug, value }) =>
    value.formerSlugs.map((before): [string, string] => [before, slug]),
  );
  return new Map([...former, ...companies.map(({ slug }): [string, string] => [slug, slug])]);
}

function companyOf({ slug, value }: FiledCompany): Company {
  const { rounds, valuations, acquisitions, distinctFrom, exits, ...rest } = value;
  return {
    slug,
    ...rest,
    exits: exits.flatMap(({ terminatedOn, ...exit }) => (terminatedOn === null ? [exit] : [])),
  };
}

/** Whether each organization is a company or a fund; a fund appears in deals only as an investor. */
function kindsOf({ acquisitions, rounds, holdings, valuations }: Deals) {
  const inDeals = new Set([
    ...acquisitions.flatMap(({ acquirer, acquired }) => [acquirer, acquired]),
    ...[...rounds, ...holdings, ...valuations].map(({ company }) => company),
  ]);
  return (slug: string): Organization['kind'] => (inDeals.has(slug) ? 'company' : 'fund');
}

/** Sorted by slug. */
function organizationsOf(others: readonly FiledOrganization[], deals: Deals): Organization[] {
  const kindOf = kindsOf(deals);
  return others
    .map(({ slug, value }): Organization => {
      const { rounds, valuations, acquisitions, portfolio, ...rest } = value;
      return { slug, kind: kindOf(slug), ...rest };
    })
    .sort((a, b) => compareCodeUnits(a.slug, b.slug));
}

const FOLDERS = new Set<string>(['companies', ...ORGANIZATION_FOLDERS, 'faq', 'markets']);

/** Folders with unknown names, which would otherwise be ignored silently. */
function* strayFolders(folder: string): Generator<Fault> {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() && !entry.name.startsWith('.') && !FOLDERS.has(entry.name))
      yield fileFault(
        join(folder, entry.name),
        `is not read; there are ${[...FOLDERS].join(', ')}`,
      );
}

/** The operator's own folder may contain only companies. */
function* strayInOwn(own: string): Generator<Fault> {
  for (const name of existsSync(own) ? readdirSync(own) : [])
    if (name !== 'companies' && !name.startsWith('.'))
      yield fileFault(join(own, name), 'is not read; only companies/ lies over the registry');
}

function* duplicateSectors({
  value = [],
  faultAt,
}: YamlFile<Registry['sectors'][number][]>): Generator<Fault> {
  for (const { index, item } of repeated(value, ({ slug }) => slug))
    yield faultAt([index, 'slug'], `${item.slug} stands twice; each sector has one entry`);
}
