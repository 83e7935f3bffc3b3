import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { checkRegistry, loadRegistry } from '../../src/registry/load-registry.ts';
import { shippedRegistry } from '../../tools/shipped-registry.ts';
import { COMPANY, faultsOf, registryWith } from '../support/registry.ts';

const SHIPPED = join(PROJECT_ROOT, 'registry');

describe('the shipped registry', () => {
  it('is sound, and describes each of at least 261 companies in a sentence', async () => {
    const registry = await loadRegistry(SHIPPED);
    assert.ok(registry.companies.length >= 261);
    for (const { slug, description } of registry.companies) assert.match(description, /\.$/, slug);
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
  it('may leave out what nobody has read', async (t) => {
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
  it('is what its files say by then, whatever they said before', async (t) => {
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
  it('when it is not YAML', async (t) => {
    const [fault] = await faultsOf(t, { 'companies/example-one.yaml': 'name: [unclosed\nx: 1\n' });
    assert.match(fault ?? '', /^example-one\.yaml:\d+ is not valid YAML: /);
  });

  it('when fields are missing, unknown or malformed: all at once', async (t) => {
    const text = COMPANY.replace('name: Example One\n', '')
      .replace('geography: null', 'geography: Mars')
      .replace('github: example-one', 'github: not a login')
      .replace('  - example-one/core', '  - example-one')
      .concat('colour: red\n');
    const faults = await faultsOf(t, { 'companies/example-one.yaml': text });
    assert.equal(faults.length, 5);
    const all = faults.join('\n');
    assert.match(all, /:5 github: must be a GitHub account, like langfuse/);
    assert.match(all, /:7 repositories\[0\]: must be owner\/name, like langfuse\/langfuse/);
    assert.match(
      all,
      /:8 geography: must be one of US, UK, EU, APAC, Canada, LATAM, MENA, or be left out/,
    );
    assert.match(all, /:11 colour: is no field here/);
    assert.match(all, /:1 name: is missing/);
  });

  it('when a fact has no source', async (t) => {
    const text = COMPANY.replace('website: null', 'website: https://example.org').replace(
      'geography: null',
      'geography: EU',
    );
    assert.deepEqual(await faultsOf(t, { 'companies/example-one.yaml': text }), [
      'example-one.yaml:5 website: needs an entry under sources that names website, or must be left out',
      'example-one.yaml:9 geography: needs an entry under sources that names geography, or must be left out',
    ]);
  });

  it('when an exit was looked for without saying where, or on a day to come', async (t) => {
    const file = (day: string, rest: string) =>
      `${COMPANY}exitsChecked:\n  checked: ${day}\n${rest}`;
    const folder = (text: string) => registryWith(t, { 'companies/example-one.yaml': text });
    const messages = async (text: string) => {
      const { faults } = await checkRegistry(await folder(text), { today: '2026-11-27' });
      return faults.map(({ field, message }) => `${field} ${message}`);
    };
    assert.deepEqual(await messages(file('2026-11-27', '  where: Its blog.\n')), []);
    assert.deepEqual(await messages(file('2026-11-27', '')), ['exitsChecked.where is missing']);
    assert.deepEqual(await messages(file('2026-11-28', '  where: Its blog.\n')), [
      'exitsChecked.checked 2026-11-28 is in the future; today is 2026-11-27',
    ]);
  });

  it('when its sector is not listed', async (t) => {
    const text = COMPANY.replace('sector: databases', 'sector: datebases');
    const [fault] = await faultsOf(t, { 'companies/example-one.yaml': text });
    assert.match(
      fault ?? '',
      /^example-one\.yaml:3 sector: datebases is not in sectors\.yaml; it has /,
    );
  });

  it('when its own packages are not named by their first word', async (t) => {
    for (const listed of ['[]', '["@nrwl/core"]', '[NRWL]', 'nrwl']) {
      const text = COMPANY.replace('geography:', `ownPackages: ${listed}\ngeography:`);
      const [fault] = await faultsOf(t, { 'companies/example-one.yaml': text });
      assert.match(fault ?? '', /^example-one\.yaml:\d+ ownPackages/, listed);
    }
  });

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

  it('when a repository is listed under a former name of another one as well', async (t) => {
    const listed = (name: string) =>
      COMPANY.replace(
        '- example-one/core',
        `- name: example-one/core\n    role: main\n    formerNames:\n      - ${name}\n  - example-one/old`,
      );
    const [fault] = await faultsOf(t, { 'companies/example-one.yaml': listed('Example-One/Old') });
    assert.match(fault ?? '', /Example-One\/Old is a former name of example-one\/core; list one/);
    assert.deepEqual(
      await faultsOf(t, { 'companies/example-one.yaml': listed('example-one/Core') }),
      [],
    );
  });

  it('when the file’s name is no slug', async (t) => {
    for (const name of ['Example.yaml', 'notes.txt', 'a_b.yaml', '..yaml']) {
      const faults = await faultsOf(t, { [`companies/${name}`]: COMPANY });
      assert.match(faults[0] ?? '', /must be named <slug>\.yaml, in lower case with hyphens/, name);
    }
  });

  it('when text holds control characters, line breaks or surrounding space', async (t) => {
    for (const name of [
      '" padded"',
      '"two\\nlines"',
      '"bell\\u0007"',
      '""',
      `"${'x'.repeat(81)}"`,
    ]) {
      const text = COMPANY.replace('name: Example One', `name: ${name}`);
      const [fault] = await faultsOf(t, { 'companies/example-one.yaml': text });
      assert.match(fault ?? '', /^example-one\.yaml:1 name: must /, name);
    }
  });

  it('when an address is not https or names a user', async (t) => {
    for (const url of ['http://example.org', 'javascript:alert(1)', 'https://user@example.org']) {
      const text = COMPANY.replace('website: null', `website: ${url}`);
      const [fault] = await faultsOf(t, { 'companies/example-one.yaml': text });
      assert.match(fault ?? '', /^example-one\.yaml:5 website: /, url);
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

describe('the shipped companies', () => {
  it('are in files that end with a line end and use no tabs', async () => {
    const { companies } = await shippedRegistry();
    for (const { slug } of companies) {
      const text = await readFile(join(SHIPPED, 'companies', `${slug}.yaml`), 'utf8');
      assert.ok(text.endsWith('\n') && !text.includes('\t'), slug);
    }
  });
});
