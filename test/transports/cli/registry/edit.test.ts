/** Commands that write the registry's files, and the files that they leave. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { PROJECT_ROOT } from '../../../../src/lib/project-root.ts';
import { canonicalForm } from '../../../../src/registry/canonical-form.ts';
import { CompanyFile } from '../../../../src/registry/company-file.ts';
import { gapsOf } from '../../../../src/registry/gaps.ts';
import { loadRegistry } from '../../../../src/registry/load-registry.ts';
import { mergeOrganizations } from '../../../../src/registry/merge-organizations.ts';
import {
  jsonSchemaOf,
  LIST_FILE,
  organizationFiles,
  SCHEMA_NAMES,
} from '../../../../src/registry/organization-files.ts';
import { cli } from '../../../support/cli.ts';
import { exampleCompany } from '../../../support/example-company.ts';
import { COMPANY, registryWith } from '../../../support/registry.ts';

const SOURCE = `url: https://example.org/notice
        title: A notice made for a test
        publisher: Example
        kind: press-release
        readAs: original
        publishedOn: 2024-05-01
        checked: 2026-01-01
        says: What a test needs.
`;
const ROUND = (name: string, ...investors: string[]) => `  - round: ${name}
    announcedOn: 2024-05-01
    investors:
${investors.map((slug) => `      - organization: ${slug}\n        role: participant\n`).join('')}    sources:
      - ${SOURCE}`;
const FILES = {
  'companies/example-one.yaml': `${COMPANY}rounds:\n${ROUND('Seed', 'soil-fund')}`,
  'organizations.yaml': 'soil-fund: Soil Fund\n',
  'funds/soil.yaml': `# Kept by hand.
name: Soil
distinctFrom: [soil-fund]
portfolio:
  - source:
        ${SOURCE}    companies: [example-one]
`,
};

describe('the one form of the registry’s files', () => {
  it('is that of the shipped ones, and is its own form', async () => {
    const folder = join(PROJECT_ROOT, 'registry');
    for (const { path, schema } of organizationFiles(folder)) {
      const text = await readFile(join(folder, path), 'utf8');
      assert.equal(canonicalForm(text, schema), text, path);
    }
  });

  it('orders fields and deals, drops what goes without saying, and keeps comments', () => {
    const text = `# yaml-language-server: $schema=../../docs/schemas/company.schema.json
sector: 'databases' # chosen with care
name: "Example"
aliases: []
formerSlugs: [ old ]
rounds:
- {announcedOn: "2020", round: Seed, amount: null, investors: [], sources: []}
- {announcedOn: 2021-05, round: Series A, investors: [], sources: []}
`;
    const formed = canonicalForm(text, CompanyFile);
    assert.equal(
      formed,
      `# yaml-language-server: $schema=../../docs/schemas/company.schema.json

name: Example
formerSlugs:
  - old
sector: databases # chosen with care
rounds:
  - round: Series A
    announcedOn: 2021-05
    investors: []
    sources: []
  - round: Seed
    announcedOn: "2020"
    investors: []
    sources: []
`,
    );
    assert.equal(canonicalForm(formed, CompanyFile), formed);
  });

  it('is written by registry fmt, and required by --check', async (t) => {
    const folder = await registryWith(t, FILES);
    const file = join(folder, 'funds', 'soil.yaml');
    const before = await readFile(file, 'utf8');
    const checked = await cli(['registry', 'fmt', '--check', folder]);
    assert.equal(checked.status, 1);
    assert.match(checked.stdout, /^companies\/example-one\.yaml\nfunds\/soil\.yaml\n$/);
    assert.equal(await readFile(file, 'utf8'), before, 'nothing was written');
    assert.equal((await cli(['registry', 'fmt', folder])).status, 0);
    assert.match(await readFile(file, 'utf8'), /^# Kept by hand\.\n\nname: Soil\n/);
    const again = await cli(['registry', 'fmt', '--check', folder]);
    assert.deepEqual([again.status, again.stdout], [0, 'Every file is formatted.\n']);
  });
});

describe('bellwether registry merge', () => {
  it('makes one organization of two, found under both names and slugs', async (t) => {
    const folder = await registryWith(t, FILES);
    const { status, stdout } = await cli([
      'registry',
      'merge',
      'soil',
      'soil-fund',
      '--registry',
      folder,
    ]);
    assert.deepEqual(
      [status, stdout.trimEnd().split('\n').sort()],
      [0, ['companies/example-one.yaml', 'funds/soil.yaml', 'organizations.yaml']],
    );
    const { organizations, deals } = await loadRegistry(folder);
    assert.deepEqual(
      organizations.map(({ slug, aliases, formerSlugs }) => [slug, aliases, formerSlugs]),
      [['soil', ['Soil Fund'], ['soil-fund']]],
    );
    assert.equal(deals.rounds[0]?.investors[0]?.organization, 'soil');
    assert.match(await readFile(join(folder, 'funds', 'soil.yaml'), 'utf8'), /^# Kept by hand\./);
  });

  it('moves facts to the file of the one that is kept', async (t) => {
    const folder = await registryWith(t, FILES);
    const changed = mergeOrganizations(folder, 'soil-fund', 'soil');
    assert.deepEqual(changed.sort(), ['funds/soil-fund.yaml', 'funds/soil.yaml', LIST_FILE]);
    const { deals, files } = await loadRegistry(folder);
    assert.equal(deals.holdings[0]?.fund, 'soil-fund');
    assert.equal(files.get('soil-fund'), 'funds/soil-fund.yaml');
  });

  it('names an organization that there is not', async (t) => {
    const folder = await registryWith(t, FILES);
    for (const [gone, message] of [
      ['sand', /^The registry has no organization sand\.$/],
      ['soil', /soil and soil are one already/],
    ] as const)
      assert.throws(() => mergeOrganizations(folder, 'soil', gone), { message });
  });
});

describe('bellwether registry add', () => {
  const add = (folder: string, slug: string, sector = 'databases', repository = 'acme/acme') =>
    cli([
      ...['registry', 'add', slug, '--registry', folder, '--name', 'Acme', '--sector', sector],
      ...['--description', 'A database.', '--github', 'acme', '--repository', repository],
    ]);

  it('writes a sound file in its form', async (t) => {
    const folder = await registryWith(t, FILES);
    const run = await add(folder, 'acme');
    assert.deepEqual([run.status, run.stdout], [0, 'companies/acme.yaml\n']);
    const { companies } = await loadRegistry(folder);
    assert.deepEqual(companies.find(({ slug }) => slug === 'acme')?.repositories, [
      { name: 'acme/acme', role: 'main' },
    ]);
    const text = await readFile(join(folder, 'companies', 'acme.yaml'), 'utf8');
    assert.equal(canonicalForm(text, CompanyFile), text);
  });

  it('refuses what cannot be written, and says what to mend', async (t) => {
    const folder = await registryWith(t, FILES);
    assert.match((await add(folder, 'Acme Inc')).stderr, /"Acme Inc" is no slug; it must be/);
    assert.match((await add(folder, 'example-one')).stderr, /is there already; edit it/);
    assert.match(
      (await add(folder, 'acme', 'databases', 'acme')).stderr,
      /was not written:\n {2}repositories\.0 must be owner\/name/,
    );
    const unknown = await add(folder, 'acme', 'datebases');
    assert.match(unknown.stdout, /acme\.yaml:2 sector: datebases is not in sectors\.yaml/);
    assert.equal(unknown.status, 1);
  });
});

it('gaps are listed most wanted first', async (t) => {
  const place = { geography: 'EU' as const, website: 'https://example.org', founded: 2020 };
  const companies = [
    exampleCompany('page', { ...place, backing: 'bootstrapped' }),
    exampleCompany('everything'),
    exampleCompany('money', { ...place, linkedin: 'https://www.linkedin.com/company/x' }),
  ];
  const deals = { acquisitions: [], rounds: [], holdings: [], valuations: [] };
  assert.deepEqual(
    gapsOf({ companies, deals }).map(({ slug, missing }) => [slug, ...missing].join(' ')),
    ['everything funding website geography founded linkedin', 'money funding', 'page linkedin'],
  );
  const { stdout } = await cli(['registry', 'audit', await registryWith(t, FILES), '--gaps']);
  assert.equal(
    stdout,
    'example-one: website, geography, founded, linkedin\n1 of 1 companies lack something.\n',
  );
});

describe('the JSON Schemas for editors', () => {
  it('are kept as they are generated', async () => {
    for (const name of SCHEMA_NAMES) {
      const path = join(PROJECT_ROOT, 'docs', 'schemas', `${name}.schema.json`);
      assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), jsonSchemaOf(name), name);
    }
  });

  it('accept the shipped files, and refuse what they have no field for', async () => {
    const folder = join(PROJECT_ROOT, 'registry');
    const validators = new Map(
      SCHEMA_NAMES.map((name) => [
        name,
        new Ajv2020({ strict: false, validateFormats: false }).compile(jsonSchemaOf(name)),
      ]),
    );
    for (const { path } of organizationFiles(folder)) {
      const name = path.startsWith('companies/') ? 'company' : 'organization';
      const validate = validators.get(path === LIST_FILE ? 'organizations' : name);
      const value: unknown = parse(await readFile(join(folder, path), 'utf8'));
      assert.ok(validate?.(value), `${path}: ${JSON.stringify(validate?.errors?.[0])}`);
    }
    assert.ok(!validators.get('company')?.({ ...(parse(COMPANY) as object), colour: 'red' }));
  });
});
