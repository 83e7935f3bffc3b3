/** Writes the file of a new tracked company. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { BellwetherError } from '../lib/errors.ts';
import { canonicalForm } from './canonical-form.ts';
import { CompanyFile } from './company-file.ts';
import { SlugText } from './schema.ts';
import { plainIssues, readableIssue } from './schema-issues.ts';

export type NewCompany = {
  name: string;
  sector: string;
  description: string;
  github: string;
  /** `owner/name`, most important first. All get the role `main`. */
  repositories: readonly string[];
};

/** @returns path in the folder @throws BellwetherError `company-exists`, `company-invalid` */
export function addCompany(folder: string, slug: string, company: NewCompany): string {
  if (!SlugText.safeParse(slug).success)
    throw new BellwetherError(
      'company-invalid',
      `${JSON.stringify(slug)} is no slug; it must be lower-case words joined by hyphens, like llm-observability.`,
    );
  const path = join('companies', `${slug}.yaml`);
  if (existsSync(join(folder, path)))
    throw new BellwetherError('company-exists', `${path} is there already; edit it.`);
  const checked = CompanyFile.safeParse(company, { error: readableIssue });
  if (!checked.success) {
    const faults = plainIssues(checked.error.issues, company);
    const list = faults.map((fault) => `  ${fault.path.join('.')} ${fault.message}`).join('\n');
    throw new BellwetherError('company-invalid', `${path} was not written:\n${list}`);
  }
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), canonicalForm(stringify(company), CompanyFile));
  return path;
}
