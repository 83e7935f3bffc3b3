/**
 * The manifest of an edition: its files with their sizes and SHA-256. The manifest's own SHA-256
 * is the edition's identity, and what the operator signs.
 */
import { z } from 'zod';
import { sha256 } from '../../lib/atomic-files.ts';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import { sideBySide } from '../../lib/side-by-side.ts';
import type { Artifact } from './artifacts.ts';
import type { EditionStore } from './edition-store.ts';
import { METHOD_VERSION } from './method.ts';

export const ManifestFile = z.object({
  name: z.string(),
  type: z.string(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ManifestFile = z.infer<typeof ManifestFile>;

export const Manifest = z.object({
  format: z.literal(1),
  /** What published addresses in the files begin with. */
  baseUrl: z.string(),
  /** A period's slug, or `all` for the files that span all periods. */
  edition: z.string(),
  name: z.string(),
  /** 1, and one more for every correction. */
  revision: z.int().min(1),
  methodVersion: z.int(),
  files: z.array(ManifestFile),
});
export type Manifest = z.infer<typeof Manifest>;

/** The bytes of a manifest. */
export type Sealed = { bytes: Buffer; sha256: string };

/** Puts artifacts into a store under a manifest, which the operator signs. */
export class Sealer {
  readonly #store: EditionStore;
  readonly #baseUrl: string;

  constructor(store: EditionStore, baseUrl: string) {
    this.#store = store;
    this.#baseUrl = baseUrl;
  }

  /** The bytes of the files' manifest, and their SHA-256. */
  seal(edition: string, name: string, revision: number, files: readonly ManifestFile[]): Sealed {
    const manifest: Manifest = {
      format: 1,
      baseUrl: this.#baseUrl,
      methodVersion: METHOD_VERSION,
      edition,
      name,
      revision,
      files: [...files],
    };
    const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
    return { bytes, sha256: sha256(bytes) };
  }

  /** Stores artifacts, at the same time, and then their manifest. */
  async store(sealed: Sealed, artifacts: readonly Artifact[]): Promise<string> {
    await sideBySide(
      ...artifacts.map(({ body, sha256: hash, isRare }) =>
        this.#store.put(body, isRare ? [] : undefined, hash),
      ),
    );
    return this.#store.put(sealed.bytes, undefined, sealed.sha256);
  }
}

/** The lines of a manifest that name these artifacts. */
export function filesOf(artifacts: readonly Artifact[]): ManifestFile[] {
  return artifacts.map(({ name, type, body, sha256: hash }) => ({
    name,
    type,
    bytes: body.length,
    sha256: hash,
  }));
}

/** Reads a manifest's bytes; `where` names them in the error. */
export function parseManifest(where: string, bytes: Buffer): Manifest {
  try {
    return Manifest.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    throw new BellwetherError(
      'manifest-invalid',
      `${where} is not an edition's manifest: ${error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error)}`,
    );
  }
}
