/**
 * Caches on disk the bodies that are expensive to render and likely to be requested again, in the one
 * form that nearly all clients accept: pages of past periods, comparisons.
 */
import { z } from 'zod';
import { sha256 } from '../../lib/atomic-files.ts';
import { codeVersion } from '../../lib/code-version.ts';
import { DiskCache } from '../../lib/disk-cache.ts';
import { systemCode } from '../../lib/errors.ts';
import { compressQuickly, ENCODINGS, worthCompressing } from '../../pipeline/edition/compress.ts';
import type { Published } from '../../published/published.ts';
import type { Registry } from '../../registry/schema.ts';
import type { HeldBody } from './body.ts';

/** Incremented when the format of cached files changes. */
const FORMAT = 2;
const KEPT_FORM = 'br';

const Header = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  form: z.enum(['identity', ...ENCODINGS]),
});

export type KeptBodiesOptions = {
  folder: string;
  maxBytes?: number;
};

/** Sufficient for all pages of two years of periods. */
const MAX_BYTES = 500_000_000;

/** Renders a body: a pure function of the publication and the key. */
type Render = () => Promise<string | Buffer>;

export class KeptBodies {
  readonly #cache: DiskCache;
  readonly #code: string;

  private constructor(cache: DiskCache, code: string) {
    this.#cache = cache;
    this.#code = code;
  }

  /**
   * Call this at startup: it determines the version of the running code, whose files an update may
   * replace later.
   *
   * @param warn called with each reason why bodies cannot be cached, once
   */
  static async open(
    { folder, maxBytes = MAX_BYTES }: KeptBodiesOptions,
    warn: (error: unknown) => void,
  ): Promise<KeptBodies> {
    const warned = new Set<string | undefined>();
    const onFault = (error: unknown) => {
      const code = systemCode(error);
      if (!warned.has(code)) warn(error);
      warned.add(code);
    };
    const cache = new DiskCache({ folder, maxBytes, onFault });
    return new KeptBodies(cache, await codeVersion());
  }

  /** The cache for a publication. Bodies of other publications or other code are not found. */
  of(published: Published): (key: string, render: Render) => Promise<HeldBody> {
    const { editions, registry, baseUrl, operator, onSale } = published;
    const shown = [
      editions.catalog,
      editions.isOld,
      contentOf(registry),
      baseUrl,
      operator,
      [...onSale].sort(),
    ];
    const generation = sha256(JSON.stringify([FORMAT, this.#code, shown]));
    return async (key, render) => {
      const fullKey = `${generation} ${key}`;
      const kept = await this.#cache.get(fullKey);
      if (kept) return deserialized(kept);
      const body = await packed(render);
      this.#cache.put(fullKey, serialized(body));
      return body;
    };
  }

  settled(): Promise<void> {
    return this.#cache.settled();
  }
}

/** Computing a registry's digest takes a while, and the next publication has the same registry. */
const hashes = new WeakMap<Registry, string>();

function contentOf(registry: Registry): string {
  const hash = hashes.get(registry) ?? sha256(JSON.stringify(registry));
  hashes.set(registry, hash);
  return hash;
}

export async function packed(render: Render): Promise<HeldBody> {
  const plain = Buffer.from(await render());
  const hash = sha256(plain);
  if (!worthCompressing(plain)) return { hash, form: 'identity', bytes: plain };
  return { hash, form: KEPT_FORM, bytes: await compressQuickly(plain, KEPT_FORM) };
}

/** The file's content: a line with metadata, then the body. */
function serialized({ bytes, ...header }: HeldBody): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), bytes]);
}

/** Parses a file's content; the cache has already verified its checksum. */
function deserialized(bytes: Buffer): HeldBody {
  const end = bytes.indexOf('\n');
  const header = Header.parse(JSON.parse(bytes.toString('utf8', 0, end)));
  return { ...header, bytes: bytes.subarray(end + 1) };
}
