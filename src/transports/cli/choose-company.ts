/** Companies by the names that a command was given. */
import { BellwetherError } from '../../lib/errors.ts';
import { CompanyIndex } from '../../published/find-company.ts';
import type { Company, Registry } from '../../registry/schema.ts';

/** @throws BellwetherError `unknown-company`, with the nearest names */
export async function chooseCompany(
  name: string,
  registry: Pick<Registry, 'companies'>,
): Promise<Company> {
  const lookup = (await CompanyIndex.of(registry)).find(name);
  if (lookup.found) return lookup.company;
  const near = lookup.nearMisses.map(({ slug }) => slug).join(', ');
  throw new BellwetherError(
    'unknown-company',
    `No tracked company is called ${JSON.stringify(name)}.${near === '' ? '' : ` Similar: ${near}.`}`,
  );
}
