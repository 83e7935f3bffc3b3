/** A stranger finds the code of an address by the address: src/api is laid out as the API is. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Operation } from '../../src/api/operation/operation.ts';

const API = join(import.meta.dirname, '../../src/api');

/** Similar documents share a file: the addresses that it holds in addition to its own. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  agents: ['agent/tools'],
  answer: ['ask'],
  diligence: ['diligence/dossier'],
  receipts: ['scout/predict'],
  badge: ['badge/momentum/svg', 'badge/scout/svg', 'badge/built-with/svg'],
  'dataset-metadata': ['croissant', 'datacite'],
  feed: ['sectors/feed', 'startups/feed', 'watch/feed'],
};

/** `/api/cite/{format}/{slug}` as `cite`, `/feed.xml` as `feed`; a tool without address as its name. */
function addressOf({ name, rest }: Operation): string {
  if (!rest) return name.replaceAll('_', '-');
  return rest.path
    .replace(/^\/(api\/)?/, '')
    .replaceAll(/\/\{\w+\}/g, '')
    .replace(/\.\w+$/, '');
}

const names = (await readdir(API, { recursive: true }))
  .filter((name) => name.endsWith('.ts') && !name.startsWith('operation/'))
  .map((name) => name.replace(/\.ts$/, ''));

describe('src/api', () => {
  for (const name of names)
    it(`${name}.ts holds what is at its address`, async () => {
      const operations: Operation[] = [(await import(join(API, `${name}.ts`))).default].flat();
      const expected = new Set([name, ...(FAMILIES[name] ?? [])]);
      for (const operation of operations)
        assert.ok(expected.has(addressOf(operation)), `${operation.name}: ${addressOf(operation)}`);
    });

  it('has every family that is listed', () => {
    for (const name of Object.keys(FAMILIES)) assert.ok(names.includes(name), name);
  });
});
