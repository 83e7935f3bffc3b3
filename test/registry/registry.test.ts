import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { checkRegistry, loadRegistry } from '../../src/registry/load-registry.ts';
import { shippedRegistry } from '../../tools/shipped-registry.ts';
import { COMPANY, faultsOf, registryWith } from '../support/registry.ts';

const SHIPPED = join(PROJECT_ROOT, 'registry');

describe('the shipped registry', () => {
  it('is sound, and has at least what it had when each fact was moved to its company’s file', async () => {
    const { companies, organizations, deals } = await loadRegistry(SHIPPED);
    for (const { slug, description } of companies) assert.match(description, /\.$/, slug);
    const least: [facts: readonly unknown[], number: number][] = [
      [companies, 261],
      [organizations, 1349],
      [deals.acquisitions, 340],
      [deals.rounds, 384],
      [deals.holdings, 380],
      [deals.valuations, 10],
    ];
    for (const [facts, number] of least) assert.ok(facts.length >= number, `${facts.length}`);
  });

  it('lists in every sector at least one company', async () => {
    const { companies, sectors } = await shippedRegistry();
    const used = new Set(companies.map(({ sector }) => sector));
    assert.deepEqual(
      sectors.filter(({ slug }) => !used.has(slug)),
      [],
    );
  });

  it('lists no automation that is also a coding agent', async () => {
    const { automations, agents } = await shippedRegistry();
    const fold = (names: string[]) => names.map((name) => name.toLowerCase());
    const accounts = new Set(fold(agents.flatMap((agent) => agent.accounts)));
    assert.deepEqual(
      fold(automations.names).filter((name) => accounts.has(name)),
      [],
    );
  });
});

describe('a company', () => {
  it('may leave out facts that no source was read for', async (t) => {
    const text = COMPANY.replace(/^(?:website|geography|linkedin|sources): .*\n/gm, '');
    const folder = await registryWith(t, { 'companies/example-one.yaml': text });
    const { companies } = await loadRegistry(folder);
    const { website, geography, founded, linkedin, sources } = companies[0] ?? {};
    assert.deepEqual(
      { website, geography, founded, linkedin, sources },
      { website: null, geography: null, founded: null, linkedin: null, sources: [] },
    );
  });
});

describe('a registry that is read again', () => {
  it('is what its files say by then, not what they said before', async (t) => {
    const folder = await registryWith(t, {});
    const path = join(folder, 'companies', 'example-one.yaml');
    const described = async () => (await loadRegistry(folder)).companies[0]?.description;
    assert.equal(await described(), 'A database for examples.');
    await writeFile(path, COMPANY.replace('for examples', 'of examples!'));
    assert.equal(await described(), 'A database of examples!.');
    await writeFile(path, COMPANY.replace('sector: databases', 'sector: nothing'));
    assert.equal((await checkRegistry(folder)).faults.length, 1);
    await writeFile(path, COMPANY.replace('sector: databases', 'sector: [databases]'));
    assert.equal((await checkRegistry(folder)).faults.length, 1);
    await writeFile(path, COMPANY);
    assert.equal(await described(), 'A database for examples.');
    await rm(path);
    await assert.rejects(loadRegistry(folder), { code: 'registry-invalid' });
  });

  it('is the same, and no reader has changed it', async () => {
    const [first, again] = [await loadRegistry(SHIPPED), await loadRegistry(SHIPPED)];
    assert.deepEqual(again, first);
  });
});

describe('a faulty registry file is named with its line and what would be right', () => {
  it('when two companies share a name, an alias or a repository', async (t) => {
    const twin = COMPANY.replace('name: Example One', 'name: EXAMPLE-ONE')
      .replace('[First Example]', '[Second, first example]')
      .replace('example-one/core', 'Example-One/Core');
    const faults = await faultsOf(t, { 'companies/twin.yaml': twin });
    assert.deepEqual(faults.sort(), [
      'twin.yaml:1 name: EXAMPLE-ONE already belongs to example-one; it must be listed once',
      'twin.yaml:2 aliases[1]: first example already belongs to example-one; it must be listed once',
      'twin.yaml:8 repositories[0]: Example-One/Core already belongs to example-one; it must be listed once',
    ]);
  });

  it('when the file’s name is no slug', async (t) => {
    for (const name of ['Example.yaml', 'notes.txt', 'a_b.yaml', '..yaml']) {
      const faults = await faultsOf(t, { [`companies/${name}`]: COMPANY });
      assert.match(faults[0] ?? '', /must be named <slug>\.yaml, in lower case with hyphens/, name);
    }
  });

  it('when a list is missing altogether', async (t) => {
    const folder = await registryWith(t, {});
    await rm(join(folder, 'agents.yaml'));
    await rm(join(folder, 'companies'), { recursive: true });
    const { faults } = await checkRegistry(folder);
    assert.equal(faults.length, 2);
    assert.match(faults[0]?.message ?? '', /^cannot be read/);
    assert.match(faults[1]?.message ?? '', /^holds no company$/);
  });

  it('and loading says them all in one error', async (t) => {
    const folder = await registryWith(t, { 'companies/example-one.yaml': 'name: 3\n' });
    await assert.rejects(loadRegistry(folder), (error: Error) => {
      assert.match(error.message, /^The registry has \d+ faults:\n/);
      return true;
    });
  });
});
