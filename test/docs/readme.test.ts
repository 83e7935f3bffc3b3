/** What README.md shows of the shipped data is what the service answers. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { shippedRegistry } from '../../tools/shipped-registry.ts';
import { type Served, serveShipped } from '../support/service.ts';

describe('README.md', () => {
  let readme: string;
  let served: Served;
  before(async () => {
    readme = (await readFile(join(PROJECT_ROOT, 'README.md'), 'utf8')).replace(/\s+/g, ' ');
    served = await serveShipped();
  });
  after(() => served.service.close());

  const textOf = async (path: string) => (await fetch(served.origin + path)).text();
  const assertShown = (...parts: readonly string[]) => {
    for (const part of parts) assert.ok(readme.includes(part), part);
  };
  /** A member of a JSON object, as it is written on one line. */
  const member = (name: string, value: unknown) => `"${name}":${JSON.stringify(value)}`;

  it('shows the signal of Prefect', async () => {
    const signal = JSON.parse(await textOf('/api/signal?company=prefect'));
    for (const name of [
      'period',
      'commitVelocity14d',
      'commitVelocityChange',
      'commitVelocityChangeRatio',
      'contributors',
      'contributorGrowth',
      'newRepos',
      'agentShare',
      'signalType',
      'signalStrength',
      'evidence',
      'scores',
      'repositories',
    ])
      assertShown(member(name, signal[name]));
    const { commitVelocityChange, scores } = signal;
    assertShown(
      `${commitVelocityChange.slice(1)} ${commitVelocityChange.startsWith('-') ? 'fewer' : 'more'} commits than in the fortnight before, and a growth score of ${scores.growth}`,
    );
  });

  it('shows the first rows of the table, by the places of its columns', async () => {
    const [, places = ''] = /signals\.csv' \| cut -d, -f([\d,]+) \| head -3/.exec(readme) ?? [];
    const columns = places.split(',').map((place) => Number(place) - 1);
    const rows = (await textOf('/api/signals.csv')).split(/\r?\n/).slice(0, 3);
    const cut = rows.map((row) => columns.map((column) => row.split(',')[column]).join());
    assertShown(cut.join(' '));
  });

  it('says how many records there are, and how many startups are covered', async () => {
    const records = (await textOf('/api/dataset.jsonl')).trimEnd().split('\n');
    const { meta } = JSON.parse(await textOf('/api/signals.json'));
    assertShown(`# ${records.length}: every startup, every period`);
    const [covered, missing] = [meta.totalStartups, meta.notCovered.length];
    assertShown(`${covered} of ${covered + missing}; the other ${missing} are named in`);
  });

  it('shows an answer as it is given', async () => {
    const [, question = ''] = /--data-urlencode 'q=([^']+)'/.exec(readme) ?? [];
    const answer = JSON.parse(await textOf(`/api/answer?q=${encodeURIComponent(question)}`));
    assertShown(
      member('question', answer.question),
      member('answer', answer.answer),
      `{${member('claim', answer.facts[0].claim)}`,
      member('confidence', answer.confidence),
    );
  });

  it('shows the commits of Chroma', async () => {
    const { commitVelocity14d } = JSON.parse(
      await textOf('/api/signal?company=chroma&period=2026-w31'),
    );
    const evidence = await textOf('/editions/2026-w31/evidence.jsonl');
    const [own = ''] = evidence.split('\n').filter((line) => line.startsWith('{"slug":"chroma"'));
    const { priorVelocity } = JSON.parse(own);
    assertShown(`-- velocity ${commitVelocity14d}, prior ${priorVelocity}`);
  });

  it('says of how many startups place and LinkedIn page are known', async () => {
    const all = [...(await shippedRegistry()).companies.values()];
    const known = (name: 'geography' | 'linkedin') =>
      all.filter((one) => one[name] !== null).length;
    assertShown(
      `Geography is known for ${known('geography')} startups, a LinkedIn page for ${known('linkedin')}.`,
    );
  });
});
