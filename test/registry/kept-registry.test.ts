/** A registry that is kept for later starts is the one that its files give. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { keptRegistry } from '../../src/registry/kept-registry.ts';
import { loadRegistry } from '../../src/registry/load-registry.ts';
import { REGISTRY_FOLDER } from '../../tools/shipped-registry.ts';
import { COMPANY } from '../support/registry.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** A registry for one test, and the folder that keeps it. */
async function folders(t: TestContext) {
  const folder = await temporaryFolder(t);
  const registry = join(folder, 'registry');
  cpSync(REGISTRY_FOLDER, registry, { recursive: true });
  const own = join(folder, 'own');
  await mkdir(join(own, 'companies'), { recursive: true });
  const kept = join(folder, 'kept');
  return { registry, own, kept, load: () => keptRegistry(registry, own, kept) };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

describe('a kept registry', () => {
  it('is the one that is loaded, and is written once', async (t) => {
    const { registry, own, kept, load } = await folders(t);
    const expected = await loadRegistry(registry, own);
    assert.deepEqual(await load(), expected);
    const files = await filesIn(kept);
    assert.equal(files.length, 1);
    const inodes = files.map((file) => statSync(file).ino);
    assert.deepEqual(await load(), expected);
    // Writing one again would make another file.
    assert.deepEqual(await filesIn(kept), files);
    assert.deepEqual(
      files.map((file) => statSync(file).ino),
      inodes,
    );
  });

  it('changes with a file of the registry, and with a company of the operator’s own', async (t) => {
    const { registry, own, load } = await folders(t);
    const { companies } = await load();
    const file = join(registry, 'companies', 'langfuse.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/^name: .*$/m, 'name: Langfuse Example'));
    const names = (await load()).companies.map(({ name }) => name);
    assert.ok(names.includes('Langfuse Example'));
    writeFileSync(join(own, 'companies', 'example-one.yaml'), COMPANY);
    assert.equal((await load()).companies.length, companies.length + 1);
  });

  it('is loaded again if the kept copy is damaged', async (t) => {
    const { registry, own, kept, load } = await folders(t);
    await load();
    for (const file of await filesIn(kept)) writeFileSync(file, readFileSync(file).subarray(0, -9));
    assert.deepEqual(await load(), await loadRegistry(registry, own));
  });

  it('is not kept if it has faults, which are reported each time', async (t) => {
    const { registry, kept, load } = await folders(t);
    writeFileSync(join(registry, 'companies', 'broken.yaml'), 'name: [');
    await assert.rejects(load(), { code: 'registry-invalid' });
    await assert.rejects(load(), { code: 'registry-invalid' });
    assert.deepEqual(await readdir(kept).catch(() => []), []);
  });

  it('is loaded each time where nothing can be kept', async (t) => {
    const { registry, own } = await folders(t);
    const nowhere = join(registry, 'sectors.yaml', 'kept');
    const expected = await loadRegistry(registry, own);
    assert.deepEqual(await keptRegistry(registry, own, nowhere), expected);
    assert.deepEqual(await keptRegistry(registry, own, nowhere), expected);
  });
});
