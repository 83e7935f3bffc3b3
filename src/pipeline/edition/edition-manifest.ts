/**
 * The manifest of an edition: its files with their sizes and SHA-256. The manifest's own SHA-256
 * is the edition's identity, and what the operator signs.
 */
import { z } from 'zod';
import { sha256 } from '../../lib/atomic-files.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { parseFormatted } from '../../lib/format-number.ts';
import { METHOD_VERSION, MethodVersion } from './method.ts';

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const ManifestFile = z.object({
  name: z.string(),
  type: z.string(),
  bytes: z.int().nonnegative(),
  sha256: Sha256,
});
export type ManifestFile = z.infer<typeof ManifestFile>;

export const Manifest = z.object({
  format: z.literal(1),
  /** Prefix of the published addresses in the files. */
  baseUrl: z.string(),
  /** A period's slug, or `all` for the files that span all periods. */
  edition: z.string(),
  name: z.string(),
  /** 1, and one more for every correction. */
  revision: z.int().min(1),
  methodVersion: MethodVersion,
  files: z.array(ManifestFile),
});
export type Manifest = z.infer<typeof Manifest>;

/** A manifest, which the operator signs. @param files all that an edition has, in their order */
export function sealManifest(
  baseUrl: string,
  edition: string,
  name: string,
  revision: number,
  files: readonly ManifestFile[],
) {
  const manifest: Manifest = {
    format: 1,
    baseUrl,
    methodVersion: METHOD_VERSION,
    edition,
    name,
    revision,
    files: files.map((file) => ManifestFile.parse(file)),
  };
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  return { bytes, sha256: sha256(bytes) };
}

/** Reads a manifest's bytes; `where` names them in the error. */
export function parseManifest(where: string, bytes: Buffer): Manifest {
  return parseFormatted(
    where,
    bytes,
    Manifest,
    (fault) =>
      new BellwetherError('manifest-invalid', `${where} is not an edition's manifest: ${fault}`),
  );
}

/** The SHA-256 of a manifest's file. */
export function fileHash({ edition, files }: Manifest, name: string): string {
  const file = files.find((candidate) => candidate.name === name);
  if (!file) throw new RangeError(`the manifest of ${edition} lists no ${name}`);
  return file.sha256;
}
