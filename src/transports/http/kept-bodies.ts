/**
 * Bodies that are expensive to render and asked for again, kept on the disk in the one form that
 * nearly all clients accept: pages of past periods, comparisons, dossiers as PDF.
 */
import { z } from 'zod';
import { codeVersion } from '../../lib/code-version.ts';
import { DiskCache } from '../../lib/disk-cache.ts';
import { systemCode } from '../../lib/errors.ts';
import { sha256 } from '../../lib/files.ts';
import { compressQuickly, ENCODINGS, worthCompressing } from '../../pipeline/edition/compress.ts';
import type { Published } from '../../published/published.ts';
import type { Registry } from '../../registry/schema.ts';
import type { HeldBody } from './body.ts';

/** Raised when the format of kept files changes. */
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

/** Enough for all pages of two years of periods. */
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
   * To be called at the start, since it reads which code runs: an update may replace the files later.
   *
   * @param warn is told why bodies cannot be kept, each reason once
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

  /** Those of a publication: what is kept of another one, or of other code, is not found. */
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
      if (kept) return read(kept);
      const body = await packed(render);
      this.#cache.put(fullKey, written(body));
      return body;
    };
  }

  /** Resolves when what was rendered is on the disk. */
  settled(): Promise<void> {
    return this.#cache.settled();
  }
}

/** Hashed once: it takes a while, and the next publication has the same registry. */
const hashes = new WeakMap<Registry, string>();

function contentOf(registry: Registry): string {
  const hash = hashes.get(registry) ?? sha256(JSON.stringify(registry));
  hashes.set(registry, hash);
  return hash;
}

/** Rendered, and in the form that is kept. */
export async function packed(render: Render): Promise<HeldBody> {
  const plain = Buffer.from(await render());
  const hash = sha256(plain);
  if (!worthCompressing(plain)) return { hash, form: 'identity', bytes: plain };
  return { hash, form: KEPT_FORM, bytes: await compressQuickly(plain, KEPT_FORM) };
}

/** A line that says what follows. */
function written({ bytes, ...header }: HeldBody): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), bytes]);
}

/** The cache has checked that these are the bytes that were written. */
function read(bytes: Buffer): HeldBody {
  const end = bytes.indexOf('\n');
  const header = Header.parse(JSON.parse(bytes.toString('utf8', 0, end)));
  return { ...header, bytes: bytes.subarray(end + 1) };
}
