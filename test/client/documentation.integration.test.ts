/** The examples of docs/client.md are programs: all of them type-check, and the free ones run. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { Startup } from '../../src/pipeline/edition/record.ts';
import { type Served, serveShipped } from '../support/service.ts';

const run = promisify(execFile);
const TSC = join(PROJECT_ROOT, 'node_modules', '.bin', 'tsc');

let served: Served;
/** Inside the repository, where `bellwether/client` resolves to its own file. */
let folder: string;
let examples: { file: string; isPaid: boolean }[];
before(async () => {
  served = await serveShipped();
  const variable = join(PROJECT_ROOT, 'var');
  await mkdir(variable, { recursive: true });
  folder = await mkdtemp(join(variable, 'examples-'));
  const text = await readFile(join(PROJECT_ROOT, 'docs', 'client.md'), 'utf8');
  examples = await Promise.all(
    [...text.matchAll(/^```ts( paid)?\n(.*?)^```$/gms)].map(async ([, paid, code = ''], index) => {
      const file = join(folder, `${index}.ts`);
      await writeFile(file, code.replaceAll('http://localhost:8080', served.origin));
      return { file, isPaid: paid !== undefined };
    }),
  );
});
after(async () => {
  await rm(folder, { recursive: true, force: true });
  await served.service.close();
});

describe('docs/client.md', () => {
  it('has examples that type-check', async () => {
    assert.ok(examples.length >= 8);
    const config = join(folder, 'tsconfig.json');
    const extended = { extends: '../../tsconfig.json', include: ['*.ts'], exclude: [] };
    await writeFile(config, JSON.stringify(extended));
    const { stdout } = await run(TSC, ['-p', config]).catch((error: { stdout: string }) => error);
    assert.equal(stdout, '');
  });

  it('has examples that print what the service answers', async () => {
    const free = examples.filter(({ isPaid }) => !isPaid);
    assert.ok(free.length >= 4);
    const printed = await Promise.all(
      free.map(
        async ({ file }) =>
          (await run(process.execPath, ['--conditions=bellwether-source', file])).stdout,
      ),
    );
    for (const text of printed) assert.notEqual(text.trim(), '');
    const signal = await fetch(`${served.origin}/api/signal?company=prefect`);
    const { name, commitVelocity14d, signalType } = Startup.parse(await signal.json());
    assert.equal(printed[0]?.split('\n')[0], `${name} ${commitVelocity14d} ${signalType}`);
    assert.match(printed[2] ?? '', /^404 \[/m);
  });
});
