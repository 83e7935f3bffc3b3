/** JSON Schemas of organization files, for completion and validation in editors. */
import { z } from 'zod';
import { CompanyFile } from './company-file.ts';
import { OrganizationFile, OrganizationsFile } from './organizations.ts';

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
