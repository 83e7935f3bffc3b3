/** Numbers that documents quote are those of the code, and their transcripts those of the shipped data. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { MIN_CONFIDENCE } from '../../src/features/answers/answer-question.ts';
import { deepSignal } from '../../src/features/deep-signal/deep-signal.ts';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { WEIGHT_DAYS } from '../../src/pipeline/measures/weights.ts';
import { COVERED_WEIGHT, DAYS_NEEDED } from '../../src/pipeline/signals/coverage.ts';
import { shippedPublication } from '../../tools/shipped.ts';

/** Sentences of all documents, each on one line: of docs/, of README.md and of registry/. */
let sentences: { name: string; sentence: string }[];
before(async () => {
  const names = await Promise.all([
    filesIn('docs', /\.md$/),
    filesIn('registry', /^(?!companies|untracked|funds|acquirers).*\.yaml$/),
    ['README.md'],
  ]);
  const documents = names.flat().map(async (name) => {
    const text = await readFile(join(PROJECT_ROOT, name), 'utf8');
    const pieces = text.replace(/\s+/g, ' ').split(/(?<=[.:;]) /);
    return pieces.map((sentence) => ({ name, sentence }));
  });
  sentences = (await Promise.all(documents)).flat();
});

async function filesIn(folder: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(join(PROJECT_ROOT, folder), { recursive: true });
  return names.filter((name) => pattern.test(name)).map((name) => join(folder, name));
}

/** Captures of a pattern in any document, each with the document. */
function quotes(pattern: RegExp): { name: string; quoted: string[] }[] {
  return sentences.flatMap(({ name, sentence }) =>
    [...sentence.matchAll(pattern)].map(([, ...quoted]) => ({ name, quoted })),
  );
}

describe('documents quote', () => {
  it('the confidence below which no answer is given', () => {
    const quoted = quotes(/\bbelow (?:a confidence of )?(0\.\d+)/gi);
    assert.ok(quoted.length >= 4, `${quoted.length} quotes`);
    for (const { name, quoted: values } of quoted)
      assert.deepEqual(values, [String(MIN_CONFIDENCE)], name);
  });

  it('the share and the days by which a startup is covered', () => {
    const quoted = quotes(
      /carr(?:y|ies) (?:at least|less than) (\d+)% of (?:its|the) (?:weight of all|commits)(.*)/g,
    );
    assert.ok(quoted.length >= 5, `${quoted.length} quotes`);
    for (const { name, quoted: values } of quoted) {
      const [share, rest = ''] = values;
      assert.equal(Number(share), 100 * COVERED_WEIGHT, name);
      // docs/method.md defines the weight, and its days, in a sentence before.
      if (name !== join('docs', 'method.md'))
        assert.match(rest, new RegExp(`\\b${WEIGHT_DAYS} days\\b`), name);
    }
  });

  it('the days that a copy has to reach back', () => {
    const quoted = quotes(/(?:over the|from) (\d+) days (?:to (?:its|the period's) end|before D)/g);
    assert.ok(quoted.length >= 3, `${quoted.length} quotes`);
    for (const { name, quoted: values } of quoted)
      assert.deepEqual(values, [String(DAYS_NEEDED)], name);
  });
});

describe('the answers in docs/payments.md', () => {
  let transcript: string;
  before(async () => {
    const text = await readFile(join(PROJECT_ROOT, 'docs', 'payments.md'), 'utf8');
    transcript = text.replace(/\s+/g, ' ');
  });

  it('to a name that is found is that of the shipped data', async () => {
    const answer = await deepSignal(await shippedPublication(), 'langfuse');
    assert.ok(answer.found);
    const { name, slug, sector, rank, thesis, comparables, history } = answer;
    const { url, ...comparable } = comparables[0] ?? assert.fail();
    const pieces = { found: true, name, slug, sector };
    for (const piece of [pieces, { rank }, { thesis }, comparable, history[0]]) {
      const json = JSON.stringify(piece).slice(1, -1);
      assert.ok(transcript.replaceAll(', "', ',"').includes(json), json);
    }
  });

  it('to a name that is not found has no other members', async () => {
    const answer = await deepSignal(await shippedPublication(), 'langfuze');
    const [, shown = ''] = /(\{"found":false,"name":"langfuze".*?)```/.exec(transcript) ?? [];
    const members = [...shown.matchAll(/"(\w+)":/g)].map(([, member = '']) => member);
    assert.ok(members.length > 5);
    const all = JSON.stringify(answer);
    for (const member of members) assert.ok(all.includes(`"${member}":`), member);
  });
});
