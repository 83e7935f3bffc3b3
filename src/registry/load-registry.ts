/**
 * Loads the registry: every file is read and checked, then the files are compared with each other,
 * and all faults are reported at once.
 */
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { BellwetherError, messageOf } from '../lib/errors.ts';
import { dealFaults } from './deal-checks.ts';
import { readDeals } from './deals.ts';
import { readFaq } from './faq.ts';
import { readFindings } from './findings.ts';
import { foldKey } from './fold.ts';
import { readGlossary } from './glossary.ts';
import { readMarkets } from './markets.ts';
import { type OrganizationEntry, readOrganizations } from './organizations.ts';
import {
  AgentsFile,
  AutomationsFile,
  CompanyFile,
  MethodologyFile,
  type Registry,
  SectorsFile,
  SlugText,
} from './schema.ts';
import { readDocuments } from './service-documents.ts';
import { type Fault, readYamlFile, type YamlFile } from './yaml-file.ts';

type CompanyEntry = { slug: string; read: YamlFile<Omit<Registry['companies'][number], 'slug'>> };

/** Reads a registry folder. `registry` is there only when there is no fault. */
export async function checkRegistry(
  folder: string,
): Promise<{ faults: Fault[]; registry?: Registry }> {
  const sectors = await readYamlFile(join(folder, 'sectors.yaml'), SectorsFile);
  const automations = await readYamlFile(join(folder, 'automations.yaml'), AutomationsFile);
  const agents = await readYamlFile(join(folder, 'agents.yaml'), AgentsFile);
  const methodology = await readYamlFile(join(folder, 'methodology.yaml'), MethodologyFile);
  const { entries, faults: strays } = await readCompanies(join(folder, 'companies'));
  const organizations = await readOrganizations(folder);
  const deals = await readDeals(folder);
  const tracked = new Set(entries.map(({ slug }) => slug));
  const { markets, faults: marketFaults } = await readMarkets(
    folder,
    new Set(sectors.value?.map(({ slug }) => slug)),
  );
  const { faq, faults: faqFaults } = await readFaq(folder);
  const { glossary, faults: glossaryFaults } = await readGlossary(folder);
  const { documents, faults: documentFaults } = await readDocuments(folder);
  const { findings, faults: findingFaults } = await readFindings(folder, tracked);
  const faults = [
    ...sectors.faults,
    ...automations.faults,
    ...agents.faults,
    ...methodology.faults,
    ...strays,
    ...entries.flatMap(({ read }) => read.faults),
    ...duplicateSectors(sectors),
    ...unknownSectors(entries, sectors),
    ...sharedRepositories(entries),
    ...sharedNames(entries, organizations.entries),
    ...unsourcedFacts(entries),
    ...organizations.faults,
    ...deals.faults,
    // A file with a fault is missing to the others; what follows from that is not told as well.
    ...(organizations.faults.length + deals.faults.length > 0
      ? []
      : dealFaults(deals.entries, organizations.entries, tracked)),
    ...marketFaults,
    ...faqFaults,
    ...glossaryFaults,
    ...documentFaults,
    ...findingFaults,
  ];
  if (faults.length > 0) return { faults };
  if (
    !sectors.value ||
    !automations.value ||
    !agents.value ||
    !methodology.value ||
    !documents ||
    !findings
  )
    return { faults };
  const companies = entries.flatMap(({ slug, read }) =>
    read.value ? [{ slug, ...read.value }] : [],
  );
  return {
    faults,
    registry: {
      companies,
      sectors: sectors.value,
      automations: automations.value,
      agents: agents.value,
      methodology: methodology.value,
      organizations: organizations.entries.map(({ organization }) => organization),
      deals: deals.deals,
      markets,
      faq,
      glossary,
      documents,
      findings,
    },
  };
}

/** The registry of a folder; throws `registry-invalid` with every fault when there is any. */
export async function loadRegistry(folder: string): Promise<Registry> {
  const { faults, registry } = await checkRegistry(folder);
  if (registry) return registry;
  throw new BellwetherError(
    'registry-invalid',
    `The registry has ${faults.length} fault${faults.length === 1 ? '' : 's'}:\n${faults.map(faultLine).join('\n')}`,
  );
}

/** `registry/companies/x.yaml:3 sector: …` */
export function faultLine({ file, line, field, message }: Fault): string {
  return `${file}:${line} ${field === '' ? '' : `${field}: `}${message}`;
}

async function readCompanies(
  folder: string,
): Promise<{ entries: CompanyEntry[]; faults: Fault[] }> {
  let names: string[];
  try {
    names = (await readdir(folder)).sort();
  } catch (error) {
    return { entries: [], faults: [fileFault(folder, `cannot be read: ${messageOf(error)}`)] };
  }
  const faults: Fault[] = [];
  const entries: CompanyEntry[] = [];
  for (const name of names) {
    const slug = basename(name, '.yaml');
    const path = join(folder, name);
    if (!name.endsWith('.yaml') || !SlugText.safeParse(slug).success) {
      faults.push(fileFault(path, 'must be named <slug>.yaml, like langfuse.yaml'));
      continue;
    }
    entries.push({ slug, read: await readYamlFile(path, CompanyFile) });
  }
  if (names.length === 0) faults.push(fileFault(folder, 'holds no company'));
  return { entries, faults };
}

function fileFault(file: string, message: string): Fault {
  return { file, line: 1, field: '', message };
}

function duplicateSectors(sectors: YamlFile<Registry['sectors'][number][]>): Fault[] {
  const seen = new Set<string>();
  return (sectors.value ?? []).flatMap(({ slug }, index) => {
    if (!seen.has(slug)) {
      seen.add(slug);
      return [];
    }
    return [sectors.faultAt([index, 'slug'], `${slug} stands twice; each sector has one entry`)];
  });
}

function unknownSectors(
  entries: CompanyEntry[],
  sectors: YamlFile<Registry['sectors'][number][]>,
): Fault[] {
  if (!sectors.value) return [];
  const known = new Set(sectors.value.map(({ slug }) => slug));
  return entries.flatMap(({ read }) => {
    if (!read.value || known.has(read.value.sector)) return [];
    const choices = [...known].join(', ');
    return [
      read.faultAt(['sector'], `${read.value.sector} is not in sectors.yaml; it has ${choices}`),
    ];
  });
}

/** Two organizations under one name would make a look-up answer about the wrong one. */
function sharedNames(companies: CompanyEntry[], others: readonly OrganizationEntry[]): Fault[] {
  const named = [
    ...companies.flatMap(({ slug, read }) =>
      read.value ? [{ slug, faultAt: read.faultAt, formerly: [], ...namesOf(read.value) }] : [],
    ),
    ...others.map(({ organization, faultAt }) => ({ faultAt, ...organization })),
  ];
  const owner = new Map<string, string>();
  return named.flatMap(({ slug, name, aliases, formerly, faultAt }) => {
    const texts = [
      { text: name, path: ['name'] },
      { text: slug, path: ['name'] },
      ...aliases.map((text, index) => ({ text, path: ['aliases', index] })),
      ...formerly.map((text, index) => ({ text, path: ['formerly', index] })),
    ];
    return texts.flatMap(({ text, path }) => {
      const other = owner.get(foldKey(text)) ?? slug;
      owner.set(foldKey(text), other);
      return other === slug ? [] : [faultAt(path, `${text} ${TAKEN(other)}`)];
    });
  });
}

const namesOf = ({ name, aliases }: { name: string; aliases: string[] }) => ({ name, aliases });
const TAKEN = (other: string) => `already belongs to ${other}; it must be listed once`;

function sharedRepositories(entries: CompanyEntry[]): Fault[] {
  const owner = new Map<string, string>();
  return entries.flatMap(({ slug, read }) =>
    (read.value?.repositories ?? []).flatMap((repository, index) => {
      const other = owner.get(repository.toLowerCase());
      if (other !== undefined)
        return [read.faultAt(['repositories', index], `${repository} ${TAKEN(other)}`)];
      owner.set(repository.toLowerCase(), slug);
      return [];
    }),
  );
}

/** Facts that are not read off the repositories themselves need a source. */
function unsourcedFacts(entries: CompanyEntry[]): Fault[] {
  return entries.flatMap(({ read }) => {
    const company = read.value;
    if (!company) return [];
    const sourced = new Set(company.sources.flatMap(({ facts }) => facts));
    return (['website', 'geography', 'linkedin'] as const).flatMap((fact) =>
      company[fact] === null || sourced.has(fact)
        ? []
        : [
            read.faultAt(
              [fact],
              `needs an entry under sources that names ${fact}, or must be null`,
            ),
          ],
    );
  });
}
