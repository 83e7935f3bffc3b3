/** Every signal type is explained wherever one is. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { SIGNAL_TYPES } from '../../src/pipeline/signals/classify.ts';
import type { Registry } from '../../src/registry/schema.ts';
import { shippedRegistry } from '../../tools/shipped-registry.ts';
import { type Row, readDocument } from './tables.ts';

describe('each signal type', () => {
  let registry: Registry;
  let method: Row[];
  let api: Row[];
  before(async () => {
    registry = await shippedRegistry();
    ({ rows: method } = await readDocument('method.md'));
    ({ rows: api } = await readDocument('api.md'));
  });

  for (const type of SIGNAL_TYPES) {
    it(`${type} has its evidence in docs/method.md`, () => {
      const types = method.filter(({ cells }) => 'evidence' in cells && 'type' in cells);
      assert.ok(types.some(({ cells }) => cells['type']?.text === type));
    });

    it(`${type} is a value of signalType in docs/api.md`, () => {
      const field = api.find(({ cells }) => cells['field']?.text === '`signalType`');
      assert.ok(field?.cells['meaning']?.code.includes(type));
    });

    it(`${type} has a definition in registry/methodology.yaml`, () => {
      const { steps } = registry.methodology;
      const classifying = steps.find(({ name }) => name === 'classify');
      assert.ok(classifying?.definitions.some(({ term }) => term === type));
    });

    it(`${type} is a term of registry/glossary.yaml`, () => {
      assert.ok(registry.glossary.some(({ term }) => term === type));
    });

    it(`${type} is in an answer of registry/faq/`, () => {
      const texts = registry.faq.map(({ question, answer }) => `${question} ${answer}`);
      assert.ok(texts.some((text) => text.includes(type)));
    });
  }
});
