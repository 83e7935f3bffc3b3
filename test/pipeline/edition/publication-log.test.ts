/** Distinguishing a log that was cut or altered from one that only grew. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { PublicationLog } from '../../../src/pipeline/edition/publication-log.ts';
import { type PublishOptions, publish } from '../../../src/pipeline/edition/publish.ts';
import { verifyEditions } from '../../../src/published/verify.ts';
import { publishedExample, TEN_WEEKS } from '../../support/publication.ts';
import { temporaryFolder } from '../../support/temporary.ts';

async function logOf({ store }: PublishOptions): Promise<string> {
  const catalog = await store.catalog();
  assert.ok(catalog);
  return (await store.read(catalog.log)).toString('utf8');
}

describe('the log of publications', () => {
  let options: PublishOptions;
  let text: string;
  let lines: string[];
  before(async () => {
    options = await publishedExample(await temporaryFolder(), TEN_WEEKS);
    text = await logOf(options);
    lines = text.trimEnd().split('\n');
  });

  it('lists every edition with its core, and which of them were live', async () => {
    const catalog = await options.store.catalog();
    const { entries } = PublicationLog.parse(text);
    assert.deepEqual(
      entries.map(({ period, core, manifest }) => ({ period, core, manifest })),
      catalog?.editions.map(({ period, core, manifest }) => ({ period, core, manifest })),
    );
    const live = entries.filter(({ timing }) => timing === 'live');
    assert.deepEqual(
      live.map(({ period }) => period),
      ['2025-w26'],
    );
  });

  it('grows by what is published later, and by nothing where nothing is', async () => {
    const correction = 'reworded';
    const registry = {
      ...options.registry,
      companies: options.registry.companies.map((company) => ({ ...company, description: 'New.' })),
    };
    const again = await publishedExample(await temporaryFolder(), TEN_WEEKS);
    const head = PublicationLog.parse(text).head;
    await publish(again);
    assert.equal(await logOf(again), text);
    await publish({ ...again, registry, correction });
    const grown = await logOf(again);
    assert.ok(grown.startsWith(text));
    const log = PublicationLog.parse(grown);
    assert.equal(log.entries.length, 2 * lines.length);
    assert.ok(log.contains(head));
    assert.ok(!PublicationLog.parse(text).contains(log.head));
    // Other words, the same numbers.
    assert.equal(log.entries.at(-1)?.core, log.entries[lines.length - 1]?.core);
    assert.equal(log.entries.at(-1)?.revision, 2);
    await verifyEditions(again.store, undefined);
  });

  it('names the first line that does not hold', () => {
    const broken = (changed: readonly string[], what: RegExp) =>
      assert.throws(() => PublicationLog.parse(`${changed.join('\n')}\n`), what);
    broken(lines.toSpliced(3, 1), /line 4 says that it is number 5/);
    broken(lines.slice(1), /line 1 says that it is number 2/);
    const altered = (lines[3] ?? '').replace('"backfilled"', '"live"');
    assert.notEqual(altered, lines[3]);
    broken(lines.with(3, altered), /line 5 does not follow from the line before it/);
    broken(lines.with(3, ''), /line 4 is not an entry/);
    broken(lines.with(3, 'x'.repeat(1e6)), /line 4 is not an entry/);
    assert.equal(PublicationLog.parse('').entries.length, 0);
  });
});
