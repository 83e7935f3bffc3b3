/** The files of a registry folder that contain organizations, with the schema of each. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CompanyFile } from './company-file.ts';
import { ORGANIZATION_FOLDERS, OrganizationFile, OrganizationsFile } from './organizations.ts';

/** `path` is relative to the registry folder. */
export type SchemaOfFile = { path: string; schema: z.ZodType };

export const SCHEMA_OF_FOLDER: Readonly<Record<string, z.ZodType>> = {
  companies: CompanyFile,
  ...Object.fromEntries(ORGANIZATION_FOLDERS.map((name) => [name, OrganizationFile])),
};

export const LIST_FILE = 'organizations.yaml';

export function organizationFiles(folder: string): SchemaOfFile[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry): SchemaOfFile[] => {
    if (entry.name === LIST_FILE) return [{ path: LIST_FILE, schema: OrganizationsFile }];
    const schema = entry.isDirectory() ? SCHEMA_OF_FOLDER[entry.name] : undefined;
    if (!schema) return [];
    return readdirSync(join(folder, entry.name))
      .filter((name) => name.endsWith('.yaml'))
      .sort()
      .map((name) => ({ path: join(entry.name, name), schema }));
  });
}

const FILES = {
  company: { schema: CompanyFile, title: 'A tracked company' },
  organization: { schema: OrganizationFile, title: 'A fund, an acquirer or another company' },
  organizations: { schema: OrganizationsFile, title: 'Organizations that deals only mention' },
} as const;

export type SchemaName = keyof typeof FILES;
export const SCHEMA_NAMES = Object.keys(FILES) as SchemaName[];

/** The JSON Schema (draft 2020-12) of a file as written, before defaults are applied. */
export function jsonSchemaOf(name: SchemaName): object {
  const { schema, title } = FILES[name];
  return { title, ...z.toJSONSchema(schema, { io: 'input', reused: 'ref' }) };
}
