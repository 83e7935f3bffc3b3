import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { checkRegistry, faultLine } from '../../src/registry/load-registry.ts';
import { shippedPublication } from '../../tools/shipped.ts';
import { REGISTRY_FOLDER, shippedRegistry } from '../../tools/shipped-registry.ts';
import { registryWith } from '../support/registry.ts';

/** The faults of a small registry that has the shipped documents, but for one changed file. */
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

describe('the FAQ', () => {
  it('has at least 101 questions, each with a source', async () => {
    const { faq } = await shippedRegistry();
    assert.ok(faq.length >= 101);
    assert.ok(faq.every(({ facts }) => facts.length > 0));
  });

  it('is refused with file and line when a question stands twice or leads nowhere', async (t) => {
    const twice = await faultsWith(
      t,
      'faq/about.yaml',
      (text) => `${text}${text.slice(0, text.indexOf('\n- slug', 5) + 1)}`,
    );
    assert.match(
      twice.join('\n'),
      /faq\/about\.yaml:\d+ \[\d+\]\.slug: what-is-bellwether stands in/,
    );
    const lost = await faultsWith(t, 'faq/about.yaml', (text) =>
      text.replace('related: [what-is-bellwether]', 'related: [no-such-question]'),
    );
    assert.match(lost.join('\n'), /about\.yaml:\d+ .*no-such-question is no question of the FAQ/);
  });

  it('is refused without facts, or with a source that is no address', async (t) => {
    const entry = (facts: string) =>
      `- slug: an-example\n  question: Is this an example?\n  answer: It is.\n  facts: ${facts}\n`;
    const none = await faultsWith(t, 'faq/example.yaml', () => entry('[]'));
    assert.match(none.join('\n'), /example\.yaml:4 \[0\]\.facts: must name at least one fact/);
    const bad = await faultsWith(t, 'faq/example.yaml', () =>
      entry('[{ claim: It is., source: "javascript:alert(1)" }]'),
    );
    assert.match(bad.join('\n'), /must be an address of this service/);
  });
});

describe('the glossary', () => {
  it('has at least 18 terms', async () => {
    const { glossary } = await shippedRegistry();
    assert.ok(glossary.length >= 18);
  });

  it('is refused when two terms share a name', async (t) => {
    const faults = await faultsWith(
      t,
      'glossary.yaml',
      (text) => `${text}\n- slug: twin\n  term: commit velocity\n  definition: A twin.\n`,
    );
    assert.match(faults.join('\n'), /glossary\.yaml:\d+ .*already belongs to commit-velocity/);
  });
});

describe('the mascot', () => {
  it('posts only what is true of the edition that it names', async () => {
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

  it('is refused with a post that is too long, or with fewer than five', async (t) => {
    const long = await faultsWith(t, 'mascot.yaml', (text) =>
      text.replace('Try it.', 'x'.repeat(300)),
    );
    assert.match(long.join('\n'), /must fit into a post/);
  });
});

describe('the other documents', () => {
  it('are refused with what would be right', async (t) => {
    const price = await faultsWith(t, 'pricing.yaml', (text) =>
      text.replace('price: 0.19', 'price: -1'),
    );
    assert.match(price.join('\n'), /pricing\.yaml:\d+ tiers\[1\]\.price/);
    const members = await faultsWith(t, 'members.yaml', (text) => `${text}members: []\n`);
    assert.match(members.join('\n'), /members: is no field here/);
    const finding = await faultsWith(t, 'findings.yaml', (text) =>
      text.replace('{shareNow}', '{shareSoon}'),
    );
    assert.match(finding.join('\n'), /shareSoon is none of the numbers/);
    const market = 'markets/coverage-2027-w04.yaml';
    const period = await faultsWith(t, market, (text) => text.replace(': 2027-w04', ': 2027-w99'));
    assert.match(period.join('\n'), /:\d+ edition: must be an ISO week like 2026-w31/);
    const closed = await faultsWith(t, market, (text) =>
      text.replace('closes: 2027', 'closes: 2025'),
    );
    assert.match(closed.join('\n'), /:\d+ closes: must be after 2026-11-22/);
  });
});
