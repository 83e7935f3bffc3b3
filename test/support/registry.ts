/** Small registries of their own, written for a test. */

import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { checkRegistry, faultLine } from '../../src/registry/load-registry.ts';
import { temporaryFolder } from './temporary.ts';

const SHIPPED = join(PROJECT_ROOT, 'registry');

export const COMPANY = `name: Example One
aliases: [First Example]
sector: databases
description: A database for examples.
website: null
github: example-one
repositories:
  - example-one/core
geography: null
linkedin: null
sources: []
`;

/** A source in the form of a file, indented by this number of spaces. */
const source = (indent: number) => NOTICE.replace(/^(?=.)/gm, ' '.repeat(indent)).trimEnd();
const NOTICE = `url: https://example.org/notice
title: A notice made for a test
publisher: Example
kind: press-release
readAs: original
publishedOn: 2025-02-03
checked: 2026-01-01
says: What a test needs.
`;
export const listedSource = (indent: number) => source(indent + 2).replace('  url', '- url');
export const EXIT = `exits:
  - kind: acquired
    by: oak
    announcedOn: 2025-11-03
    closedOn: 2025-12-01
    amount: 1000000
    currency: USD
    sources:
${listedSource(6)}
`;
export const ROUND = `  - round: Series A
    announcedOn: 2025-03
    investors:
      - organization: soil
        role: lead
    sources:
${listedSource(6)}
`;
/** A company with a round and an exit, its acquirer and its investor. */
export const DEALS = {
  'companies/example-one.yaml': `${COMPANY}rounds:\n${ROUND}${EXIT}`,
  'untracked/oak.yaml': `name: Oak
valuations:
  - announcedOn: '2025'
    amount: 1000000000
    currency: EUR
    basis: null
    sources:
${listedSource(6)}
`,
  'funds/soil.yaml': `name: Soil Fund
portfolio:
  - source:
${source(6)}
    companies: [oak]
`,
};

/** A small sound registry in a folder of its own; files given are written over it. */
export async function registryWith(t: TestContext, files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder(t);
  for (const name of await readdir(SHIPPED))
    if (name.endsWith('.yaml')) await cp(join(SHIPPED, name), join(folder, name));
  await writeFile(join(folder, 'organizations.yaml'), '{}\n');
  await mkdir(join(folder, 'companies'));
  await writeFile(join(folder, 'companies', 'example-one.yaml'), COMPANY);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** Faults that `registry check` finds in it, without the folder. */
export async function faultsOf(t: TestContext, files: Record<string, string>): Promise<string[]> {
  const folder = await registryWith(t, files);
  const { faults } = await checkRegistry(folder);
  return faults.map((fault) =>
    faultLine({ ...fault, file: fault.file.slice(fault.file.lastIndexOf('/') + 1) }),
  );
}
