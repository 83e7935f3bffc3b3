/** The columns of the files, with descriptions from the record's schema. */
import { z } from 'zod';
import { Startup } from '../../pipeline/edition/record.ts';
import { COLUMNS, type ColumnType } from '../../pipeline/edition/record-table.ts';

export type DatasetField = {
  name: string;
  description: string;
  type: ColumnType;
  isAddress: boolean;
};

type Property = { description?: string; format?: string; anyOf?: readonly Property[] };

// The cast follows the form of JSON Schema: an object of named properties.
const PROPERTIES = (z.toJSONSchema(Startup).properties ?? {}) as Readonly<Record<string, Property>>;

/** In column order. */
export const FIELDS: readonly DatasetField[] = COLUMNS.map(({ name, type, meaning }) => {
  const property = PROPERTIES[name] ?? {};
  const variants = [property, ...(property.anyOf ?? [])];
  return {
    name,
    description: meaning ?? property.description ?? spelledOut(name),
    type,
    isAddress: variants.some(({ format }) => format === 'uri'),
  };
});

/** A description for a field without one: `githubUrl` becomes `The startup’s github url`. */
function spelledOut(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `The startup’s ${words}`;
}
