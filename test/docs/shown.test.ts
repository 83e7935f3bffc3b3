/** Numbers, answers and fields that documents show are those of the code and of the shipped data. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { loadOperations } from '../../src/api/operation/all-operations.ts';
import { MIN_CONFIDENCE } from '../../src/features/answers/answer-question.ts';
import { deepSignal } from '../../src/features/deep-signal/deep-signal.ts';
import { OPERATIONS, QUERY_FIELDS } from '../../src/features/query/query.ts';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { Startup } from '../../src/pipeline/edition/record.ts';
import { WEIGHT_DAYS } from '../../src/pipeline/measures/weights.ts';
import { SIGNAL_TYPES } from '../../src/pipeline/signals/classify.ts';
import { COVERED_WEIGHT, DAYS_NEEDED } from '../../src/pipeline/signals/coverage.ts';
import { shippedPublication } from '../../tools/shipped.ts';
import { shippedRegistry } from '../../tools/shipped-registry.ts';
import { type Served, serveShipped } from '../support/service.ts';
import { readDocument } from './tables.ts';

/** A document on one line. */
async function oneLine(...path: string[]): Promise<string> {
  return (await readFile(join(PROJECT_ROOT, ...path), 'utf8')).replace(/\s+/g, ' ');
}

const assertShown = (text: string, parts: readonly string[]) => {
  for (const part of parts) assert.ok(text.includes(part), part);
};
/** Members of a JSON object, as they are written on one line. */
const members = (value: object) => JSON.stringify(value).slice(1, -1);

describe('README.md', () => {
  let readme: string;
  let served: Served;
  before(async () => {
    readme = await oneLine('README.md');
    served = await serveShipped();
  });
  after(() => served.service.close());

  const json = async <T>(path: string) => (await (await fetch(served.origin + path)).json()) as T;

  it('shows the signal of Prefect, how many startups are tracked, and the commits of Chroma', async () => {
    const signal = Object.entries(await json<object>('/api/signal?company=prefect'));
    const [, shown = ''] = /```text (.*?)```/.exec(readme) ?? [];
    const names = [...shown.matchAll(/"(\w+)":/g)].map(([, name]) => name);
    const own = signal.filter(([name]) => names.includes(name));
    assert.ok(own.length > 12);
    for (const [name, value] of own) assert.ok(shown.includes(members({ [name]: value })), name);

    const { meta } = await json<Startups>('/api/signals.json');
    const [covered, missing] = [meta.totalStartups, meta.notCovered.length];
    const all = [...(await shippedRegistry()).companies.values()];
    const known = (name: 'geography' | 'linkedin') =>
      all.filter((company) => company[name] !== null).length;
    const chroma = await json<Startup>('/api/signal?company=chroma&period=2026-w31');
    assertShown(readme, [
      `For ${covered + missing} startups`,
      `covers ${covered} of ${covered + missing} startups. \`/coverage\` names the other ${missing}`,
      `A geography is known for ${known('geography')} startups, a LinkedIn page for ${known('linkedin')}`,
      `Chroma has ${chroma.commitVelocity14d} commits in 14 days`,
      `wc -l # ${chroma.commitVelocity14d} `,
    ]);
  });
});

type Startups = { meta: { totalStartups: number; notCovered: unknown[] } };

describe('docs/', () => {
  it('has every field of a record, part of a query and tool, and no other', async () => {
    const tools = (await loadOperations()).flatMap(({ mcp, name }) => (mcp ? [name] : []));
    for (const [document, column, names] of [
      ['api.md', 'field', Object.keys(Startup.shape)],
      ['queries.md', 'part', Object.keys(QUERY_FIELDS)],
      ['mcp.md', 'tool', tools],
    ] as const) {
      const { rows } = await readDocument(document);
      const listed = rows.flatMap(({ cells }) => cells[column]?.code ?? []);
      assert.deepEqual(
        listed.sort(),
        names.toSorted(),
        `the tables of docs/${document} list in their column "${column}" what the code has`,
      );
    }
    const operations = Object.keys(OPERATIONS).map((name) => `\`${name}\``);
    assertShown(await oneLine('docs', 'queries.md'), operations);
    const { text } = await readDocument('mcp.md');
    for (const [, block = ''] of text.matchAll(/```json\n([\s\S]*?)```/g))
      assert.match(JSON.stringify(JSON.parse(block)), /\/api\/mcp\/rpc"|bellwether\.cjs","mcp"/);
  });

  it('explains each signal type, as the registry does', async () => {
    const { methodology, glossary, faq } = await shippedRegistry();
    const { rows } = await readDocument('method.md');
    const classifying = methodology.steps.find(({ name }) => name === 'classify');
    const places = {
      'docs/method.md': rows.map(({ cells }) => cells['type']?.text),
      'registry/methodology.yaml': classifying?.definitions.map(({ term }) => term),
      'registry/glossary.yaml': glossary.map(({ term }) => term),
    };
    for (const type of SIGNAL_TYPES) {
      for (const [place, types] of Object.entries(places))
        assert.ok(types?.includes(type), `${place}: ${type}`);
      assert.ok(
        faq.some(({ answer }) => answer.includes(type)),
        type,
      );
    }
  });

  it('payments.md shows the answer of the shipped data', async () => {
    const transcript = (await oneLine('docs', 'payments.md')).replaceAll(', "', ',"');
    const answer = await deepSignal(await shippedPublication(), 'langfuse');
    assert.ok(answer.found);
    const { name, slug, sector, rank, thesis, comparables, history } = answer;
    const { url, ...comparable } = comparables[0] ?? assert.fail();
    const shown = [{ found: true, name, slug, sector }, { rank }, { thesis }, comparable];
    assertShown(transcript, [...shown, history[0] ?? assert.fail()].map(members));
  });

  it('quotes the constants of answers and coverage', async () => {
    assertShown(await oneLine('docs', 'answers.md'), [`Below ${MIN_CONFIDENCE} `]);
    assertShown(await oneLine('docs', 'specification.md'), [`a confidence of ${MIN_CONFIDENCE}.`]);
    const share = `${100 * COVERED_WEIGHT}% of the`;
    assertShown(await oneLine('docs', 'method.md'), [
      `carry at least ${share} weight`,
      `commits in the ${WEIGHT_DAYS} days to D`,
      `from D−${DAYS_NEEDED - 1} or earlier`,
    ]);
    assertShown(await oneLine('docs', 'research.md'), [
      `carry at least ${share} commits of ${WEIGHT_DAYS} days`,
    ]);
  });
});
