/** Every signal type is explained wherever one is. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SIGNAL_TYPES } from '../../src/pipeline/signals/classify.ts';
import { shippedRegistry } from '../../tools/shipped-registry.ts';
import { readDocument } from './tables.ts';

describe('each signal type', async () => {
  const { methodology, glossary, faq } = await shippedRegistry();
  const classifying = methodology.steps.find(({ name }) => name === 'classify');
  const { rows } = await readDocument('method.md');
  const api = await readDocument('api.md');

  for (const type of SIGNAL_TYPES) {
    it(`${type} has its evidence in docs/method.md`, () => {
      const types = rows.filter(({ cells }) => 'evidence' in cells && 'type' in cells);
      assert.ok(types.some(({ cells }) => cells['type']?.text === type));
    });

    it(`${type} is a value of signalType in docs/api.md`, () => {
      const field = api.rows.find(({ cells }) => cells['field']?.text === '`signalType`');
      assert.ok(field?.cells['meaning']?.code.includes(type));
    });

    it(`${type} has a definition in registry/methodology.yaml`, () => {
      assert.ok(classifying?.definitions.some(({ term }) => term === type));
    });

    it(`${type} is a term of registry/glossary.yaml`, () => {
      assert.ok(glossary.some(({ term }) => term === type));
    });

    it(`${type} is in an answer of registry/faq/`, () => {
      assert.ok(faq.some(({ question, answer }) => `${question} ${answer}`.includes(type)));
    });
  }
});
