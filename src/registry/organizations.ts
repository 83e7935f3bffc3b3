/**
 * Organizations that deals name and that are not tracked: companies that were bought or buy others,
 * and funds. Each has a file, so that a deal refers to it and not to a spelling of its name.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { Line } from './schema.ts';
import type { Fault } from './yaml-file.ts';
import { readYamlFolder } from './yaml-folder.ts';

const OrganizationFile = z.strictObject({
  name: Line(80),
  /** Other names that it goes by. */
  aliases: z.array(Line(80)).default([]),
  /** Names that it went by before. */
  formerly: z.array(Line(80)).default([]),
});

export type Organization = z.infer<typeof OrganizationFile> & {
  slug: string;
  kind: 'company' | 'fund';
};

/** Where the organizations of each kind stand in the registry. */
const FOLDERS = { company: 'organizations', fund: 'funds' } as const;

/** An organization and a way to name a fault in its file. */
export type OrganizationEntry = {
  organization: Organization;
  faultAt: (path: readonly PropertyKey[], message: string) => Fault;
};

/** Reads `organizations/` and `funds/` of a registry folder, where they are. */
export async function readOrganizations(
  folder: string,
): Promise<{ entries: OrganizationEntry[]; faults: Fault[] }> {
  const kinds = Object.entries(FOLDERS) as [Organization['kind'], string][];
  const read = await Promise.all(
    kinds.map(async ([kind, name]) => ({
      kind,
      ...(await readYamlFolder(join(folder, name), OrganizationFile)),
    })),
  );
  return {
    entries: read.flatMap(({ kind, entries }) =>
      entries.flatMap(({ slug, read: { value, faultAt } }) =>
        value ? [{ organization: { slug, kind, ...value }, faultAt }] : [],
      ),
    ),
    faults: read.flatMap(({ faults }) => faults),
  };
}
