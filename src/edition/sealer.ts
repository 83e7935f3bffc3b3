/** Editions on their way into a store: their files, their manifest, its signature. */
import type { Artifact } from '../pipeline/edition/artifacts.ts';
import { seal } from '../pipeline/edition/manifest.ts';
import { METHOD_VERSION } from '../pipeline/edition/method.ts';
import type { SigningKey } from '../pipeline/edition/signing.ts';
import type { EditionStore, PublishedEdition } from '../pipeline/edition/edition-store.ts';

/** Editions that stay, and what they superseded, carry the present key's signature, as new ones do. */
export async function signedByNow(
  edition: PublishedEdition,
  store: EditionStore,
  key: SigningKey,
): Promise<PublishedEdition> {
  const signature = async (manifest: string) => key.sign(await store.read(manifest));
  return {
    ...edition,
    signature: await signature(edition.manifest),
    superseded: await Promise.all(
      edition.superseded.map(async (old) => ({ ...old, signature: await signature(old.manifest) })),
    ),
  };
}

/** Puts artifacts into a store under a signed manifest. */
export class Sealer {
  readonly #store: EditionStore;
  readonly #key: SigningKey;
  readonly #baseUrl: string;

  constructor(store: EditionStore, key: SigningKey, baseUrl: string) {
    this.#store = store;
    this.#key = key;
    this.#baseUrl = baseUrl;
  }

  seal(edition: string, name: string, revision: number, artifacts: readonly Artifact[]) {
    const about = { baseUrl: this.#baseUrl, methodVersion: METHOD_VERSION };
    return seal({ ...about, edition, name, revision }, artifacts);
  }

  async store(edition: string, name: string, revision: number, artifacts: readonly Artifact[]) {
    const sealed = this.seal(edition, name, revision, artifacts);
    for (const { body } of artifacts) await this.#store.put(body);
    await this.#store.put(sealed.bytes);
    return { manifest: sealed.sha256, signature: this.#key.sign(sealed.bytes) };
  }
}
