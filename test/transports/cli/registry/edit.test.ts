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
import { COMPANY, DEALS, ROUND, registryWith } from '../../../support/registry.ts';

const SOIL = DEALS['funds/soil.yaml'].replace('Soil Fund', 'Soil\ndistinctFrom: [soil-fund]');
const FILES = {
  'companies/example-one.yaml': `${COMPANY}rounds:\n${ROUND.replace('soil', 'soil-fund')}`,
  'organizations.yaml': 'soil-fund: Soil Fund\n',
  'funds/soil.yaml': `# Kept by hand.\n${SOIL.replace('oak', 'example-one')}`,
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
    const fmt = async (...words: string[]) => {
      const { status, stdout } = await cli(['registry', 'fmt', ...words, folder]);
      return [status, stdout];
    };
    const file = () => readFile(join(folder, 'funds', 'soil.yaml'), 'utf8');
    const before = await file();
    const unformatted = 'companies/example-one.yaml\nfunds/soil.yaml\n';
    assert.deepEqual(await fmt('--check'), [1, unformatted]);
    assert.equal(await file(), before, 'nothing was written');
    assert.deepEqual(await fmt(), [0, unformatted]);
    assert.match(await file(), /^# Kept by hand\.\n\nname: Soil\n/);
    assert.deepEqual(await fmt('--check'), [0, 'Every file is formatted.\n']);
  });
});

describe('bellwether registry merge', () => {
  it('makes one organization of two, found under both names and slugs', async (t) => {
    const folder = await registryWith(t, FILES);
    const words = ['registry', 'merge', 'soil', 'soil-fund', folder];
    const { status, stdout } = await cli(words);
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

  it('moves facts to the file of the one that is kept, and refuses what is none or the same', async (t) => {
    const folder = await registryWith(t, FILES);
    for (const [gone, message] of [
      ['sand', /^The registry has no organization sand\.$/],
      ['soil', /soil and soil are one already/],
    ] as const)
      assert.throws(() => mergeOrganizations(folder, 'soil', gone), { message });
    const changed = mergeOrganizations(folder, 'soil-fund', 'soil');
    assert.deepEqual(changed.sort(), ['funds/soil-fund.yaml', 'funds/soil.yaml', LIST_FILE]);
    const { deals, files } = await loadRegistry(folder);
    assert.equal(deals.holdings[0]?.fund, 'soil-fund');
    assert.equal(files.get('soil-fund'), 'funds/soil-fund.yaml');
  });
});

it('bellwether registry add writes a sound file in its form, or says what to mend', async (t) => {
  const folder = await registryWith(t, FILES);
  const add = (slug: string, sector = 'databases', repository = 'acme/acme') =>
    cli([
      ...['registry', 'add', slug, folder, '--name', 'Acme', '--sector', sector],
      ...['--description', 'A database.', '--github', 'acme', '--repository', repository],
    ]);
  assert.match((await add('Acme Inc')).stderr, /"Acme Inc" is no slug; it must be/);
  assert.match((await add('example-one')).stderr, /is there already; edit it/);
  const noName = await add('acme', 'databases', 'acme');
  assert.match(noName.stderr, /was not written:\n {2}repositories\.0 must be owner\/name/);
  const run = await add('acme');
  assert.deepEqual([run.status, run.stdout], [0, 'companies/acme.yaml\n']);
  const { companies } = await loadRegistry(folder);
  assert.deepEqual(companies.find(({ slug }) => slug === 'acme')?.repositories, [
    { name: 'acme/acme', role: 'main' },
  ]);
  const text = await readFile(join(folder, 'companies', 'acme.yaml'), 'utf8');
  assert.equal(canonicalForm(text, CompanyFile), text);
  const unknown = await add('other', 'datebases');
  assert.match(unknown.stdout, /other\.yaml:2 sector: datebases is not in sectors\.yaml/);
  assert.equal(unknown.status, 1);
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

it('the JSON Schemas for editors are as they are generated, and accept the shipped files', async () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const schemas = Object.fromEntries(SCHEMA_NAMES.map((name) => [name, jsonSchemaOf(name)]));
  for (const [name, schema] of Object.entries(schemas)) {
    const path = join(PROJECT_ROOT, 'docs', 'schemas', `${name}.schema.json`);
    assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), schema, name);
  }
  const accepts = (name: string) => ajv.compile(schemas[name] ?? assert.fail(name));
  const [company, organization] = ['company', 'organization'].map(accepts);
  const list = accepts('organizations');
  const validators: Record<string, typeof company> = { companies: company, [LIST_FILE]: list };
  const folder = join(PROJECT_ROOT, 'registry');
  for (const { path } of organizationFiles(folder)) {
    const validate = validators[path.split('/')[0] ?? ''] ?? organization;
    const value: unknown = parse(await readFile(join(folder, path), 'utf8'));
    assert.ok(validate?.(value), `${path}: ${JSON.stringify(validate?.errors?.[0])}`);
  }
  assert.ok(!company?.({ ...(parse(COMPANY) as object), colour: 'red' }));
});
