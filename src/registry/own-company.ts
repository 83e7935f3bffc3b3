/**
 * The operator's own companies: files in `DATA_DIR/registry/companies/`, which override the registry
 * (docs/registry.md). `bellwether track` writes them; they may also be edited by hand.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { syncFolder, writeFileAtomically } from '../lib/atomic-files.ts';
import { BellwetherError } from '../lib/errors.ts';
import { canonicalForm } from './canonical-form.ts';
import { CompanyFile } from './company-file.ts';
import { checkRegistry } from './load-registry.ts';
import { COMPANIES, isOwn, ownFile } from './own-files.ts';

type Folders = {
  registry: string;
  /** The folder that overrides it. */
  own: string;
};

/**
 * Writes a company's own file, provided that the registry is valid with it. Otherwise nothing is
 * written, because no command runs on an invalid registry.
 *
 * @param company in the fields of a company file
 * @returns path of the file
 * @throws BellwetherError `company-invalid`
 */
export async function writeOwnCompany(
  { registry, own }: Folders,
  slug: string,
  company: Record<string, unknown>,
): Promise<string> {
  const text = canonicalForm(stringify(company), CompanyFile);
  const trial = await mkdtemp(join(tmpdir(), 'bellwether-registry-'));
  try {
    await mkdir(join(trial, COMPANIES));
    if (existsSync(own)) await cp(own, trial, { recursive: true });
    await writeFile(ownFile(trial, slug), text);
    const { faults } = await checkRegistry(registry, { own: trial });
    if (faults.length > 0)
      throw new BellwetherError(
        'company-invalid',
        `${slug} cannot be tracked like this:\n${faults.map(({ field, message }) => `${field}: ${message}`).join('\n')}\nNothing was written. Another --slug, --name, --sector or --description may do.`,
      );
    return await writeAtomically(own, slug, text);
  } finally {
    await rm(trial, { recursive: true, force: true });
  }
}

async function writeAtomically(own: string, slug: string, text: string): Promise<string> {
  const path = ownFile(own, slug);
  await mkdir(join(own, COMPANIES), { recursive: true });
  // The temporary file is outside of `companies/`: if the process is killed, a leftover there would
  // be a fault.
  const beside = join(own, `.${slug}.yaml`);
  await writeFileAtomically(beside, text);
  await rename(beside, path);
  await syncFolder(join(own, COMPANIES));
  return path;
}

/** @throws BellwetherError `not-own` if there is no such file */
export async function removeOwnCompany(own: string, slug: string): Promise<void> {
  if (!isOwn(own, slug))
    throw new BellwetherError('not-own', `${ownFile(own, slug)} is not there.`);
  await rm(ownFile(own, slug));
  await syncFolder(join(own, COMPANIES));
}
