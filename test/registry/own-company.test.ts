import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { checkRegistry, faultLine, loadRegistry } from '../../src/registry/load-registry.ts';
import { removeOwnCompany, writeOwnCompany } from '../../src/registry/own-company.ts';
import { COMPANY, registryWith } from '../support/registry.ts';
import { temporaryFolder } from '../support/temporary.ts';

const MINE = COMPANY.replaceAll('example-one', 'mine')
  .replace('Example One', 'Mine')
  .replace('First Example', 'Ours');

async function folders(t: TestContext, companies: Record<string, string>) {
  const own = join(await temporaryFolder(t), 'registry');
  await mkdir(join(own, 'companies'), { recursive: true });
  for (const [slug, text] of Object.entries(companies))
    await writeFile(join(own, 'companies', `${slug}.yaml`), text);
  return { registry: await registryWith(t, {}), own };
}

describe('the operator’s own companies', () => {
  it('lie over the registry: new ones are added, and one of the same slug is replaced', async (t) => {
    const changed = COMPANY.replace('A database for examples.', 'Changed here.');
    const { registry, own } = await folders(t, { mine: MINE, 'example-one': changed });
    const { companies } = await loadRegistry(registry, own);
    assert.deepEqual(
      companies.map(({ slug, description }) => [slug, description]),
      [
        ['example-one', 'Changed here.'],
        ['mine', 'A database for examples.'],
      ],
    );
    assert.equal((await loadRegistry(registry)).companies.length, 1);
    assert.equal((await loadRegistry(registry, join(own, 'nowhere'))).companies.length, 1);
  });

  it('clash by name or repository with an error that says what to do', async (t) => {
    const { registry, own } = await folders(t, {
      mine: MINE.replace('Ours', 'First Example').replace('mine/core', 'example-one/core'),
    });
    const { faults } = await checkRegistry(registry, { own });
    assert.equal(faults.length, 2);
    for (const fault of faults)
      assert.match(
        faultLine(fault, own),
        /mine\.yaml:\d.*already belongs to example-one.*mend this file, or end it with bellwether untrack mine/,
      );
  });

  it('are written only if all is sound with them, and in one step', async (t) => {
    const { registry, own } = await folders(t, {});
    const entry = {
      ...{ name: 'Mine', sector: 'databases', description: 'Makes\ttabs.', website: null },
      ...{
        github: 'mine',
        repositories: ['mine/core'],
        geography: null,
        linkedin: null,
        sources: [],
      },
    };
    await assert.rejects(
      writeOwnCompany({ registry, own }, 'mine', entry),
      /cannot be tracked like this[\s\S]*must be one line/,
    );
    assert.deepEqual(await readdir(join(own, 'companies')), []);
    const path = await writeOwnCompany({ registry, own }, 'mine', {
      ...entry,
      description: 'Fine.',
    });
    assert.match(
      await readFile(path, 'utf8'),
      /^name: Mine\nsector: databases\ndescription: Fine\.\n/,
    );
    await removeOwnCompany(own, 'mine');
    await assert.rejects(removeOwnCompany(own, 'mine'), /is not there/);
  });

  it('are the only files allowed there', async (t) => {
    const { registry, own } = await folders(t, {});
    await mkdir(join(own, 'funds'));
    await writeFile(join(own, 'sectors.yaml'), '[]');
    const { faults } = await checkRegistry(registry, { own });
    assert.deepEqual(
      faults.map(({ message }) => message.slice(0, 50)),
      [
        'is not read; only companies/ lies over the registr',
        'is not read; only companies/ lies over the registr',
      ],
    );
  });
});
