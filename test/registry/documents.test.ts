import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { checkRegistry, faultLine } from '../../src/registry/load-registry.ts';
import { shippedPublication } from '../../tools/shipped.ts';
import { REGISTRY_FOLDER, shippedRegistry } from '../../tools/shipped-registry.ts';
import { registryWith } from '../support/registry.ts';

const MARKET = 'markets/coverage-2027-w04.yaml';

function entry(facts: string): string {
  return `- slug: an-example\n  question: Is this an example?\n  answer: It is.\n  facts: ${facts}\n`;
}

/** The faults of a small registry that has the shipped documents, except one changed file. */
async function faultsWith(
  t: TestContext,
  file: string,
  change: (text: string) => string,
): Promise<string[]> {
  const files: Record<string, string> = {};
  // Markets about startups name companies, and here are none.
  for (const folder of ['faq', 'markets'])
    for (const name of await readdir(join(REGISTRY_FOLDER, folder)))
      if (folder === 'faq' || name.startsWith('coverage-'))
        files[`${folder}/${name}`] = await readFile(join(REGISTRY_FOLDER, folder, name), 'utf8');
  const text = files[file] ?? (await readFile(join(REGISTRY_FOLDER, file), 'utf8').catch(() => ''));
  const changed = change(text);
  assert.notEqual(changed, text);
  const folder = await registryWith(t, { ...files, [file]: changed });
  const { faults } = await checkRegistry(folder);
  for (const fault of faults) assert.equal(relative(folder, fault.file), file, faultLine(fault));
  return faults.map((fault) => faultLine(fault));
}

/** A file, a text in it and its replacement, and the message; null stands for the whole file. */
const REFUSED: [file: string, from: string | RegExp | null, to: string, says: RegExp][] = [
  [
    'faq/about.yaml',
    /$/,
    '- { slug: what-is-bellwether, question: What?, answer: It., facts: [{ claim: It., source: /faq }] }\n',
    /faq\/about\.yaml:\d+ \[\d+\]\.slug: what-is-bellwether stands in/,
  ],
  [
    'faq/about.yaml',
    'related: [what-is-bellwether]',
    'related: [no-such-question]',
    /about\.yaml:\d+ .*no-such-question is no question of the FAQ/,
  ],
  ['faq/example.yaml', null, entry('[]'), /example\.yaml:4 \[0\]\.facts: must name at least one/],
  [
    'faq/example.yaml',
    null,
    entry('[{ claim: It is., source: "javascript:alert(1)" }]'),
    /must be an address of this service/,
  ],
  [
    'glossary.yaml',
    /$/,
    '\n- slug: twin\n  term: commit velocity\n  definition: A twin.\n',
    /glossary\.yaml:\d+ .*already belongs to commit-velocity/,
  ],
  ['mascot.yaml', 'Try it.', 'x'.repeat(300), /must fit into a post/],
  ['pricing.yaml', 'price: 0.19', 'price: -1', /pricing\.yaml:\d+ tiers\[1\]\.price/],
  ['members.yaml', /$/, 'members: []\n', /members: is no field here/],
  ['findings.yaml', '{shareNow}', '{shareSoon}', /shareSoon is none of the numbers/],
  [MARKET, ': 2027-w04', ': 2027-w99', /:\d+ edition: must be an ISO week like 2026-w31/],
  [MARKET, 'closes: 2027', 'closes: 2025', /:\d+ closes: must be after 2026-11-22/],
];

describe('documents of the registry', () => {
  it('are refused with file and line, and with what would be right', async (t) => {
    for (const [file, from, to, says] of REFUSED) {
      const change = (text: string) => (from === null ? to : text.replace(from, to));
      assert.match((await faultsWith(t, file, change)).join('\n'), says, file);
    }
  });

  it('have at least 101 questions with facts, and 18 terms', async () => {
    const { faq, glossary } = await shippedRegistry();
    assert.ok(faq.length >= 101 && glossary.length >= 18);
  });

  it('of the mascot state only facts of the edition that they name', async () => {
    const { registry, editions } = await shippedPublication();
    for (const { text, period, facts } of registry.documents.mascot.samples) {
      const { meta } = await editions.signals(period);
      const startups = await editions.startups(period);
      const evidence = await editions.evidence(period);
      const commits = [...startups.values()].reduce((sum, each) => sum + each.commitVelocity14d, 0);
      const byAgents = [...startups.values()].reduce(
        (sum, each) => sum + each.commitVelocity14d * each.agentShare,
        0,
      );
      const overall: Record<string, unknown> = {
        commits,
        startups: meta.totalStartups,
        notCovered: meta.notCovered.length,
        agentPercent: Math.round((100 * byAgents) / commits),
      };
      for (const { of, field, value } of facts) {
        const startup = startups.get(of);
        const numbers: Record<string, unknown> = startup
          ? {
              ...startup,
              composite: startup.scores.composite,
              agentPercent: Math.round(startup.agentShare * 100),
              priorVelocity: evidence.get(of)?.priorVelocity,
            }
          : overall;
        assert.equal(numbers[field], value, `${of} ${field}`);
        const shown =
          typeof value === 'number' ? value.toLocaleString('en') : value.replace('+', '');
        assert.ok(text.includes(shown), `${shown} in ${text}`);
      }
    }
  });
});
