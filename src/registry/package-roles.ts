/** Packages that do the same work, and names of one package: `package-roles.yaml`. */
import { z } from 'zod';
import { Line } from './schema.ts';

const Package = Line(100);
const Role = z.record(
  z.string(),
  z.array(Package).min(2, 'must name packages that replace each other'),
);

export const PackageRolesFile = z
  .strictObject({
    /** By role and ecosystem. */
    roles: z.record(Line(60), Role),
    /** Packages that are one under several names, or parts of one. */
    renames: z.array(z.array(Package).min(2, 'must name at least two packages')),
  })
  .superRefine(({ roles, renames }, { addIssue }) => {
    const listed = new Set(Object.values(roles).flatMap((role) => Object.values(role).flat()));
    for (const [index, family] of renames.entries())
      for (const name of family)
        if (!listed.has(name))
          addIssue({ code: 'custom', path: ['renames', index], message: `${name} has no role` });
  });

/** One package in one role. A move within a family is no migration. */
export type PackageRole = { dependency: string; role: string; family: string };

/** A line for every role of a package, by `ecosystem:name`. */
export function packageRoles({ roles, renames }: z.infer<typeof PackageRolesFile>): PackageRole[] {
  const renamed = new Map(renames.flatMap((family) => family.map((name) => [name, family[0]])));
  return Object.entries(roles).flatMap(([role, ecosystems]) =>
    Object.entries(ecosystems).flatMap(([ecosystem, names]) =>
      names.map((name) => ({
        dependency: `${ecosystem}:${name}`,
        role,
        family: renamed.get(name) ?? scope(name),
      })),
    ),
  );
}

/** `@scope` of `@scope/name`; any other name itself. */
function scope(name: string): string {
  return /^(@[^/]+)\//.exec(name)?.[1] ?? name;
}
