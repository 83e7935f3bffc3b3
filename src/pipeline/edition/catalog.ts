/**
 * `catalog.json`: which editions are published, by the identities of their signed manifests. The operator
 * signs the catalog as well, so that what it names needs no second proof.
 */
import { z } from 'zod';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { UnavailableError } from '../../lib/errors.ts';
import { parseFormatted } from '../../lib/format-number.ts';
import { Sha256 } from './edition-manifest.ts';
import { type SigningKey, verifySignature } from './signing.ts';

/** In a folder of editions, and in a bucket. */
export const CATALOG_FILE = 'catalog.json';

/** A signed manifest: its identity and the base64 signature of its bytes. */
const Signed = z.object({ manifest: Sha256, signature: z.string() });
export type Signed = z.infer<typeof Signed>;

/** A key that signatures of a publication were made with. */
const PublicKey = z.object({
  /** SPKI, PEM. */
  publicKey: z.string(),
  validFrom: z.iso.datetime(),
  /** Null for the current one. */
  validUntil: z.iso.datetime().nullable(),
});
export type PublicKey = z.infer<typeof PublicKey>;

const Revision = Signed.extend({
  /** SHA-256 of `core.json`: the same wherever it is computed from the same rows and facts. */
  core: Sha256,
  /** When the numbers were computed. */
  computedAt: z.iso.datetime(),
  revision: z.int().min(1),
});

/**
 * An earlier revision, with the reason for the next one. Only its manifest and core are kept, with which
 * every line of the log can be checked.
 */
export const Superseded = Revision.extend({ correction: z.string() });

/** Summary of an edition's content for the changelog. */
export const EditionSummary = z.object({
  totalStartups: z.int().nonnegative(),
  notCovered: z.int().nonnegative(),
  totalSectors: z.int().nonnegative(),
  sectors: z.array(z.object({ slug: z.string(), startupCount: z.int().nonnegative() })),
});

const PublishedEdition = Revision.extend({
  period: z.string(),
  name: z.string(),
  /** Later than the current period: it covers some of the startups, without ranks. */
  isPartial: z.literal(true).optional(),
  summary: EditionSummary,
  /** Identifies all of its inputs, once a later publication has rendered it again unchanged. */
  inputs: Sha256.optional(),
  /** Earlier revisions, oldest first. */
  superseded: z.array(Superseded),
});
export type PublishedEdition = z.infer<typeof PublishedEdition>;

export const Catalog = z.object({
  format: z.literal(1),
  /** Identifies what was published from: registry, ledger, method, address. */
  inputs: z.string(),
  /** Oldest first; all signatures below are by the last one. */
  keys: z.tuple([PublicKey], PublicKey),
  /** Oldest first. */
  editions: z.array(PublishedEdition).min(1),
  /** The files that span all periods. */
  all: Signed,
  /** SHA-256 of the log of publications. */
  log: Sha256,
  /** The log of forecasts, once there is one: its SHA-256, and the signature of its length and head. */
  forecasts: z.object({ log: Sha256, signature: z.string() }).optional(),
});
export type Catalog = z.infer<typeof Catalog>;

const SignedCatalog = Catalog.extend({ signature: z.string() });

/** The catalog's file. */
export function sealCatalog(catalog: Catalog, { sign }: Pick<SigningKey, 'sign'>): Buffer {
  const signature = sign(signedBytes(catalog));
  return Buffer.from(`${JSON.stringify({ ...catalog, signature }, null, 2)}\n`);
}

function signedBytes(catalog: Catalog): Buffer {
  return Buffer.from(canonicalJson(catalog));
}

/** The key that all signatures of a catalog are by. */
export function currentKey({ keys: [first, ...later] }: Pick<Catalog, 'keys'>): string {
  return (later.at(-1) ?? first).publicKey;
}

/**
 * @param where for messages
 * @throws BellwetherError `editions-damaged`, `later-version`; `verification-failed` unless it is signed
 *   with the key that it names
 */
export function parseCatalog(where: string, text: string | Buffer, remedy: string): Catalog {
  const { signature, ...catalog } = parseFormatted(
    where,
    text,
    SignedCatalog,
    (fault) =>
      new UnavailableError(
        'editions-damaged',
        `${where} is not a catalog of editions (${fault}). ${remedy}`,
      ),
  );
  verifySignature(where, signedBytes(catalog), signature, [currentKey(catalog)]);
  return catalog;
}
