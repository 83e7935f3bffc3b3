/** Reads every organization of a registry: tracked companies and others that deals refer to. */
import { join } from 'node:path';
import type { z } from 'zod';
import { CompanyFile } from './company-file.ts';
import { ORGANIZATION_FOLDERS, OrganizationFile, OrganizationsFile } from './organizations.ts';
import { type Fault, type FaultAt, readYamlFile } from './yaml-file.ts';
import { fileFault, readYamlFolder } from './yaml-folder.ts';

/** The content of a file or list entry, with a function that locates a fault in it. */
type Filed<T> = { slug: string; file: string; value: T; faultAt: FaultAt };
export type FiledCompany = Filed<z.infer<typeof CompanyFile>>;
export type FiledOrganization = Filed<z.infer<typeof OrganizationFile>>;

export type FiledOrganizations = {
  /** Sorted by slug, the operator's own last. */
  companies: FiledCompany[];
  /** Those with a file, then those from the list. */
  others: FiledOrganization[];
  /** Slugs of all organizations, including those whose file is invalid. */
  slugs: ReadonlySet<string>;
  faults: Fault[];
};

const LIST = 'organizations.yaml';
const NOTHING_ELSE = { rounds: [], valuations: [], acquisitions: [], portfolio: [], notices: [] };

/** @param own its files replace the registry's files of the same slugs */
export function readAllOrganizations(folder: string, own?: string): FiledOrganizations {
  const companies = readFolder(folder, 'companies', CompanyFile);
  const owned = own === undefined ? NO_FILES : readFolder(own, 'companies', CompanyFile);
  const isReplaced = ({ slug }: { slug: string }) => owned.slugs.includes(slug);
  const others = ORGANIZATION_FOLDERS.map((name) => readFolder(folder, name, OrganizationFile));
  const list = readYamlFile(join(folder, LIST), OrganizationsFile);
  const mentioned = Object.entries(list.value ?? {}).map(
    ([slug, names]): FiledOrganization => ({
      slug,
      file: LIST,
      value: { ...names, ...NOTHING_ELSE },
      faultAt: (path, message) => list.faultAt([slug, ...path], message),
    }),
  );
  return {
    companies: [...companies.entries.filter((entry) => !isReplaced(entry)), ...owned.entries],
    others: [...others.flatMap(({ entries }) => entries), ...mentioned].filter(
      (entry) => !isReplaced(entry),
    ),
    slugs: new Set([
      ...[companies, owned, ...others].flatMap(({ slugs }) => slugs),
      ...mentioned.map(({ slug }) => slug),
    ]),
    faults: [
      ...companies.faults,
      ...owned.faults,
      ...(companies.slugs.length === 0
        ? [fileFault(join(folder, 'companies'), 'holds no company')]
        : []),
      ...others.flatMap(({ faults }) => faults),
      ...list.faults,
    ],
  };
}

const NO_FILES = { faults: [], slugs: [] as string[], entries: [] };

function readFolder<T extends z.ZodType>(folder: string, name: string, schema: T) {
  const { entries, faults } = readYamlFolder(join(folder, name), schema);
  return {
    faults,
    slugs: entries.map(({ slug }) => slug),
    entries: entries.flatMap(({ slug, read: { value, faultAt } }): Filed<z.infer<T>>[] =>
      value === undefined ? [] : [{ slug, file: `${name}/${slug}.yaml`, value, faultAt }],
    ),
  };
}
