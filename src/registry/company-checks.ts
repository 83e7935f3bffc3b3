/** Checks that a tracked company's file has what the service needs beyond its schema. */
import type { FiledCompany } from './read-organizations.ts';
import type { Fault } from './yaml-file.ts';

/** Fields that are not read from the repositories themselves, and so need a source. */
const FIELDS_NEEDING_SOURCE = ['website', 'geography', 'linkedin', 'founded', 'backing'] as const;

/** @param sectors slugs of the sectors; undefined if their own file is invalid */
export function companyFaults(
  companies: readonly FiledCompany[],
  sectors: ReadonlySet<string> | undefined,
): Fault[] {
  return companies.flatMap((company) => [
    ...unknownSector(company, sectors),
    ...unsourcedFacts(company),
  ]);
}

function unknownSector(
  { value: { sector }, faultAt }: FiledCompany,
  sectors: ReadonlySet<string> | undefined,
): Fault[] {
  if (!sectors || sectors.has(sector)) return [];
  const choices = [...sectors].join(', ');
  return [faultAt(['sector'], `${sector} is not in sectors.yaml; it has ${choices}`)];
}

function unsourcedFacts({ value, faultAt }: FiledCompany): Fault[] {
  const sourced = new Set<string>(value.sources.flatMap(({ facts }) => facts));
  return FIELDS_NEEDING_SOURCE.flatMap((fact) =>
    (value[fact] ?? null) === null || sourced.has(fact)
      ? []
      : [faultAt([fact], `needs an entry under sources that names ${fact}, or must be left out`)],
  );
}
