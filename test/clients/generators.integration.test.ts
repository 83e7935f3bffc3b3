/** The OpenAPI document keeps a linter's rules, and what generators make of it type-checks. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { clientSource, SCHEMA_FILE } from './client-source.ts';
import { skip } from './installed.ts';
import { runClient } from './run-client.ts';
import { type OwnService, serveAtOwnAddress } from './serve.ts';

const TSC = join(PROJECT_ROOT, 'node_modules', '.bin', 'tsc');

/**
 * Compiles the files with the strictest options, and fails with the compiler's output.
 *
 * @returns the folder of the compiled programs
 */
async function compiled(folder: string): Promise<string> {
  const outDir = join(folder, 'compiled');
  const compilerOptions = {
    target: 'es2024',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    outDir,
    skipLibCheck: false,
  };
  const config = join(folder, 'tsconfig.json');
  await writeFile(config, JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  const { stdout } = await promisify(execFile)(TSC, ['-p', config]).catch(
    (error: { stdout: string }) => error,
  );
  assert.equal(stdout, '');
  await writeFile(join(outDir, 'package.json'), '{"type":"module"}');
  return outDir;
}

describe('the OpenAPI document', { skip }, () => {
  let served: OwnService;
  /** The document as a user saves it. */
  let document: string;
  before(async () => {
    served = await serveAtOwnAddress();
    document = join(await temporaryFolder(), 'openapi.json');
    const response = await fetch(`${served.origin}/api/openapi.json`);
    await writeFile(document, await response.text());
  });
  after(() => served.stop());

  it('passes the recommended rules of Redocly', async () => {
    const { createConfig, lintFromString } = await import('@redocly/openapi-core');
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: await readFile(document, 'utf8'), config });
    assert.deepEqual(
      problems.map(
        ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`,
      ),
      [],
    );
  });

  it('becomes a client by @hey-api/openapi-ts', async () => {
    const folder = await temporaryFolder();
    const args = ['--input', document, '--output', folder, '--client', '@hey-api/client-fetch'];
    await runClient('@hey-api/openapi-ts/bin/run.js', ...args, '--no-log-file');
    assert.match(await readFile(join(folder, 'sdk.gen.ts'), 'utf8'), /getStartupSignal/);
    const programs = await compiled(folder);
    const { client } = await import(join(programs, 'client.gen.js'));
    const { getStartupSignal } = await import(join(programs, 'sdk.gen.js'));
    client.setConfig({ baseUrl: served.origin });
    const { data } = await getStartupSignal({ query: { company: 'acorn' } });
    assert.equal(data.slug, 'acorn');
  });

  it('is what the types of our own client were made from', async () => {
    const { schemaFile } = await import('./schema-file.ts');
    const text = await schemaFile(await clientSource());
    assert.equal(await readFile(SCHEMA_FILE, 'utf8'), text, 'npm run generate:client');
  });
});
