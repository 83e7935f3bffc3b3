/** Companies with synthetic repositories, for tests and benches that collect into their own data folder. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';

/** @returns their slugs; one company a repository */
export async function writeOwnCompanies(
  dataFolder: string,
  repositories: readonly string[],
): Promise<string[]> {
  const companies = join(dataFolder, 'registry', 'companies');
  await mkdir(companies, { recursive: true });
  const slugs: string[] = [];
  for (const repository of repositories) {
    const slug = repository.replace('/', '-');
    await writeFile(join(companies, `${slug}.yaml`), companyFile(slug, repository));
    slugs.push(slug);
  }
  return slugs;
}

function companyFile(slug: string, repository: string): string {
  return stringify({
    ...{ name: slug, sector: 'databases', description: 'Makes examples.', website: null },
    ...{ github: 'made', repositories: [repository], geography: null, linkedin: null, sources: [] },
  });
}
