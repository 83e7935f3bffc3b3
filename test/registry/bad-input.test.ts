/** Faults that a contributor can make: each is reported with its line and with what would be right. */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { checkRegistry, faultLine } from '../../src/registry/load-registry.ts';
import { MAX_FILE_BYTES } from '../../src/registry/text-file.ts';
import { COMPANY, DEALS, faultsOf, registryWith } from '../support/registry.ts';

const { file: FILE, faults: FAULTS } = z
  .object({
    file: z.string(),
    faults: z.record(
      z.enum(['deals', 'facts', 'company']),
      z.array(
        z.object({
          what: z.string(),
          file: z.string().default('companies/example-one.yaml'),
          from: z.string(),
          to: z.string(),
          says: z.union([z.string(), z.array(z.string())]),
        }),
      ),
    ),
  })
  .parse(parse(await readFile(join(import.meta.dirname, 'faults.yaml'), 'utf8')));
const LIST = 'oak: Oak\nsoil: Soil Fund\n';

const files = (text: string, list = LIST) => ({
  'companies/example-one.yaml': text,
  'organizations.yaml': list,
});

const SOUND = {
  deals: DEALS,
  facts: files(FILE),
  company: { 'companies/example-one.yaml': COMPANY },
};

describe('what a file says is refused, with its line and what would be right', () => {
  for (const [base, cases] of Object.entries(FAULTS))
    it(`of a sound registry (${base}) that one change makes faulty`, async (t) => {
      const sound: Record<string, string> = SOUND[base as keyof typeof SOUND];
      const folder = await registryWith(t, sound);
      const told = async () =>
        (await checkRegistry(folder)).faults.map((fault) => faultLine(fault));
      assert.deepEqual(await told(), []);
      for (const { what, file, from, to, says } of cases) {
        const text = sound[file] ?? '';
        assert.ok(text.includes(from), `${file} has no ${from}`);
        await writeFile(
          join(folder, file),
          text.replace(from, () => to),
        );
        const faults = await told();
        await writeFile(join(folder, file), text);
        const expected = [says].flat();
        const isExpected = (fault: string) => expected.some((each) => fault.includes(each));
        // Leaves out faults that only follow from the change.
        const caused = faults.filter(
          (fault) => isExpected(fault) || !/is in no deal|is before the round/.test(fault),
        );
        const message = `${what}:\n${faults.join('\n')}`;
        assert.equal(caused.length, expected.length, message);
        for (const each of expected)
          assert.ok(
            caused.some((fault) => fault.includes(each)),
            message,
          );
      }
    });

  it('dates in the future, where today is known', async (t) => {
    const folder = await registryWith(t, files(FILE));
    const { faults } = await checkRegistry(folder, { today: '2025-06-30' });
    assert.deepEqual(
      [...new Set(faults.map(({ field, message }) => `${field}: ${message}`))],
      [
        'rounds[0].sources[0].checked: 2026-01-01 is in the future; today is 2025-06-30',
        'exits[0].sources[0].checked: 2026-01-01 is in the future; today is 2025-06-30',
        'sources[0].checked: 2026-01-01 is in the future; today is 2025-06-30',
      ].sort((a, b) => order(a) - order(b)),
    );
    assert.equal((await checkRegistry(folder, { today: '2026-01-01' })).faults.length, 0);
  });
});

/** The order of the fields in the file's schema. */
const order = (fault: string) =>
  ['sources', 'rounds', 'exits'].indexOf(/^\w+/.exec(fault)?.[0] ?? '');

describe('two organizations are refused', () => {
  const twin = (change: string) =>
    FILE.slice(0, FILE.indexOf('rounds:'))
      .replace('Example One', 'Example Two')
      .replace('[First Example]', '[]')
      .replaceAll('example-one', 'example-two')
      .replace('founded: 2020', `${change}founded: 2020`);
  const pair = (change: string, first = FILE) => ({
    ...files(first),
    'companies/example-two.yaml': twin(change),
  });

  it('with one domain, also where one has it as its website', async (t) => {
    const first = FILE.replace('website: null', 'website: https://www.example.org/').replace(
      'facts: [founded]',
      'facts: [founded, website]',
    );
    assert.deepEqual(await faultsOf(t, pair('domains: [Example.org]\n', first)), [
      'example-two.yaml:11 domains[0]: Example.org already belongs to example-one; it must be listed once',
    ]);
  });

  it('with a slug that another company has or had', async (t) => {
    const first = FILE.replace('sector:', 'formerSlugs: [example-zero]\nsector:');
    assert.deepEqual(await faultsOf(t, pair('formerSlugs: [example-zero]\n', first)), [
      'example-two.yaml:11 formerSlugs[0]: example-zero already belongs to example-one; it must be listed once',
    ]);
  });

  it('with names that are nearly equal, unless they are listed as different', async (t) => {
    const near = `${LIST}oak-2: Oak Inc\n`.replace('oak-2: Oak Inc', 'soil-capital: Soil Capital');
    const used = FILE.replace(
      '        role: lead\n',
      '        role: lead\n      - organization: soil-capital\n        role: participant\n',
    );
    const [fault, ...others] = await faultsOf(t, files(used, near));
    assert.deepEqual(others, []);
    assert.match(
      fault ?? '',
      /^organizations\.yaml:3 soil-capital\.name: is nearly the name of soil \(Soil Fund\); if they are one, run bellwether registry merge soil soil-capital, otherwise list soil under distinctFrom$/,
    );
    const apart = near.replace('Soil Capital', '{name: Soil Capital, distinctFrom: [soil]}');
    assert.deepEqual(await faultsOf(t, files(used, apart)), []);
  });

  it('in one place where another belongs', async (t) => {
    const { 'organizations.yaml': _, ...rest } = files(FILE);
    assert.deepEqual(
      await faultsOf(t, {
        ...rest,
        'organizations.yaml': 'soil: Soil Fund\n',
        'funds/oak.yaml': 'name: Oak\n',
      }),
      ['oak.yaml:1 name: belongs in organizations.yaml; move it there'],
    );
  });
});

describe('a file that is no plain UTF-8 YAML is refused', () => {
  const faultOf = async (t: Parameters<typeof registryWith>[0], content: Buffer | string) => {
    const folder = await registryWith(t, files(FILE));
    await writeFile(join(folder, 'companies', 'example-one.yaml'), content);
    const { faults } = await checkRegistry(folder);
    const [fault] = faults.filter(({ file }) => file.endsWith('example-one.yaml'));
    return `${fault?.line} ${fault?.message}`;
  };
  const laughs = Array.from({ length: 30 }, (_, index) =>
    `a${index}: &a${index} [*a${index - 1}, *a${index - 1}]`.replaceAll('*a-1', 'lol'),
  ).join('\n');
  const refused: [what: string, content: Buffer | string, says: RegExp][] = [
    ['UTF-16', Buffer.from(`\uFEFF${FILE}`, 'utf16le'), /^1 is UTF-16; save it as UTF-8$/],
    ['UTF-16 without a mark', Buffer.from(FILE, 'utf16le'), /^1 holds a NUL character/],
    ['a byte order mark', `\uFEFF${FILE}`, /^1 begins with a byte order mark; save it as UTF-8/],
    [
      'Latin-1',
      Buffer.from(FILE.replace('A database', 'Datenbänke'), 'latin1'),
      /^4 is not UTF-8; save it as UTF-8$/,
    ],
    [
      '10 MB',
      `${FILE}# ${'x'.repeat(10_000_000)}\n`,
      new RegExp(`^1 has 100\\d{5} bytes; a file of the registry has at most ${MAX_FILE_BYTES}`),
    ],
    ['aliases that explode', laughs, /^2 holds a YAML alias \(\*name\); write the value out$/],
    ['tags', FILE.replace('null', '!!binary aGk='), /^5 holds a YAML tag \(!name\)/],
    ['a tag of a program', FILE.replace('null', '!!js/function x'), /^5 holds a YAML tag/],
    ['depth', `name: ${'['.repeat(100_000)}`, /^1 nests deeper than 12 levels$/],
    ['nothing', '', /^1 is empty$/],
    ['a field twice', `${FILE}name: Again\n`, /^\d+ is not valid YAML: duplicated mapping key$/],
  ];
  for (const [what, content, says] of refused)
    it(`for ${what}`, async (t) => {
      assert.match(await faultOf(t, content), says);
    });
});

describe('one run names every fault', () => {
  it('also where some files are malformed', async (t) => {
    const faults = await faultsOf(t, {
      ...files(FILE.replace('by: oak', 'by: elm')),
      'companies/example-two.yaml': 'name: 3\n',
      'funds/broken.yaml': 'name: [\n',
    });
    assert.ok(
      faults.some((fault) => /by: elm has no file/.test(fault)),
      faults.join('\n'),
    );
    assert.ok(faults.some((fault) => fault.startsWith('example-two.yaml:1 name: must be text')));
    assert.ok(faults.some((fault) => fault.startsWith('broken.yaml:')));
  });

  it('and folders that are not read', async (t) => {
    const folder = await registryWith(t, files(FILE));
    await mkdir(join(folder, 'rounds'));
    const { faults } = await checkRegistry(folder);
    assert.match(faults[0]?.message ?? '', /^is not read; there are companies, acquirers, funds,/);
  });
});
