/** Every signal type is explained in each document that explains one. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SIGNAL_TYPES } from '../../src/pipeline/signals/classify.ts';
import { shippedRegistry } from '../../tools/shipped-registry.ts';
import { readDocument } from './tables.ts';

it('each signal type is in the method, the glossary and the FAQ', async () => {
  const { methodology, glossary, faq } = await shippedRegistry();
  const { rows } = await readDocument('method.md');
  const classifying = methodology.steps.find(({ name }) => name === 'classify');
  const places = {
    'docs/method.md': rows.map(({ cells }) => cells['type']?.text),
    'registry/methodology.yaml': classifying?.definitions.map(({ term }) => term),
    'registry/glossary.yaml': glossary.map(({ term }) => term),
  };
  for (const [place, types] of Object.entries(places))
    for (const type of SIGNAL_TYPES) assert.ok(types?.includes(type), `${place}: ${type}`);
  for (const type of SIGNAL_TYPES)
    assert.ok(
      faq.some(({ answer }) => answer.includes(type)),
      type,
    );
});
