/** Fills the disk that a folder lies on, then makes it read-only, and says what a cache there did. */
import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { DiskCache } from '../../src/lib/disk-cache.ts';
import { systemCode } from '../../src/lib/errors.ts';

const [folder = ''] = process.argv.slice(2);
let codes = new Set<string | undefined>();
const onFault = (error: unknown) => codes.add(systemCode(error));
const cache = new DiskCache({ folder, maxBytes: 1_000_000, onFault });
cache.put('small', Buffer.from('kept'));
await cache.settled();

async function tryLarge() {
  codes = new Set();
  cache.put('large', Buffer.alloc(200_000));
  await cache.settled();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return {
    codes: [...codes],
    left: entries.filter((entry) => entry.isFile()).length,
    small: (await cache.get('small'))?.toString() ?? null,
    large: (await cache.get('large'))?.toString() ?? null,
  };
}

const full = await tryLarge();
execFileSync('mount', ['-o', 'remount,ro', folder]);
console.log(JSON.stringify({ full, readOnly: await tryLarge() }));
