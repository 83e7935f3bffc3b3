/** Paths of the operator's own companies, for code that only reads them. */
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export const COMPANIES = 'companies';

/** Path of a company's own file, which need not be there. */
export function ownFile(own: string, slug: string): string {
  return join(own, COMPANIES, `${slug}.yaml`);
}

/** Whether the company is the operator's own, and not the shipped registry's. */
export function isOwn(own: string, slug: string): boolean {
  return existsSync(ownFile(own, slug));
}

/** Changes whenever a file of the operator's own does. */
export async function ownStamp(own: string): Promise<string> {
  const folder = join(own, COMPANIES);
  const names = (await readdir(folder).catch(() => [])).sort();
  const stamps = await Promise.all(
    names.map(async (name) => {
      const { mtimeMs, size } = await stat(join(folder, name));
      return `${name} ${mtimeMs} ${size}`;
    }),
  );
  return stamps.join('\n');
}
