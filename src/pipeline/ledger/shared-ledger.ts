/**
 * A ledger in a bucket, for several machines. A folder is its checked cache, and is read like any
 * other ledger: parts are fetched once, since their names are their contents'. Whoever writes puts its
 * parts there first and `ledger.json` last, over the one that it read and no other.
 */
import { mkdir, readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import { placeFile, sha256, syncFolder, writeFileAtomically } from '../../lib/atomic-files.ts';
import { type Bucket, withBucket } from '../../lib/bucket/bucket.ts';
import {
  checkUnpruned,
  listed,
  removeUnderLease,
  type Unneeded,
} from '../../lib/bucket/pruning.ts';
import { BellwetherError, systemCode, UnavailableError } from '../../lib/errors.ts';
import type { PruneOptions, Removable } from '../../lib/removal.ts';
import { writtenAt } from './ledger.ts';
import {
  filesOf,
  type LedgerManifest,
  MANIFEST,
  manifestText,
  PARTS_FORMAT,
  parseManifest,
  type TableFile,
} from './ledger-manifest.ts';
import { isPartName, READ_MS } from './leftovers.ts';
import { shareErased } from './shared-erased.ts';

/** What the folder was last brought up to. */
const Seen = z.object({
  url: z.string(),
  etag: z.string(),
  revision: z.number().int(),
  sha256: z.string(),
});
type Seen = z.infer<typeof Seen>;
const SEEN = 'seen-in-bucket.json';

/** Parts on their way at the same time. */
const SIDE_BY_SIDE = 8;
/** How often a part is fetched that comes otherwise than it was written. */
const FETCHES = 2;

export type SharedLedgerOptions = NonNullable<Parameters<typeof withBucket>[2]>;

/** Opens the bucket for some work on its ledger, and closes it. @param folder the cache */
export async function withSharedLedger<T>(
  url: string,
  folder: string,
  work: (ledger: SharedLedger) => Promise<T>,
  options?: SharedLedgerOptions,
): Promise<T> {
  return withBucket(url, (bucket) => work(new SharedLedger(bucket, url, folder)), options);
}

class SharedLedger {
  readonly #bucket: Bucket;
  readonly #url: string;
  readonly #folder: string;

  constructor(bucket: Bucket, url: string, folder: string) {
    this.#bucket = bucket;
    this.#url = url;
    this.#folder = folder;
  }

  /**
   * Brings the folder up to what the bucket holds. Without a ledger in the bucket the folder stays as
   * it is: what it holds is shared by the next collection.
   *
   * @throws BellwetherError `bucket-away` (503), `bucket-refused`, `ledger-older`, `ledger-damaged`,
   * `ledger-not-shared`; the folder is then as it was
   */
  async pull(): Promise<void> {
    const { name } = this.#bucket;
    await mkdir(this.#folder, { recursive: true });
    await shareErased(this.#bucket, this.#folder);
    const seen = await this.#seen();
    const text = await this.#heldText();
    // Whoever died after a push has seen more than it holds.
    const isCurrent = text !== undefined && sha256(text) === seen?.sha256;
    const found = await this.#bucket.get(MANIFEST, {
      unless: isCurrent ? seen.etag : undefined,
    });
    if (found === 'unchanged') return this.#fetchParts(parseManifest(this.#folder, text ?? ''));
    if (found === undefined) {
      if (!seen) return;
      throw older(
        `${name} has no ledger any more, and this machine has seen revision ${seen.revision}.`,
      );
    }
    const theirs = found.body.toString('utf8');
    const manifest = parseManifest(`${name}${MANIFEST}`, theirs);
    const revision = revisionOf(manifest);
    const digest = sha256(theirs);
    if (!seen && text !== undefined) throw this.#notShared();
    if (seen && digest !== seen.sha256 && revision <= seen.revision)
      throw older(
        `${name} holds revision ${revision} of the ledger, and this machine has seen revision ${seen.revision}.`,
      );
    await this.#fetchParts(manifest);
    await this.#replace(text, theirs);
    await this.#remember({ url: this.#url, etag: found.etag, revision, sha256: digest });
  }

  /**
   * Removes the parts from the bucket that its ledger does not name, as this machine has seen it for an
   * hour: until then others may still read the ledger before it. Nothing is removed while another
   * machine writes or prunes.
   *
   * @returns what was removed, or would be
   * @throws BellwetherError as the bucket does
   */
  async prune({ isDryRun, now }: PruneOptions): Promise<readonly Removable[]> {
    const seen = await this.#seen();
    const text = await this.#heldText();
    const since = await writtenAt(this.#folder);
    if (!seen || text === undefined || sha256(text) !== seen.sha256 || !since) return [];
    const manifest = parseManifest(this.#folder, text);
    if (manifest.format !== PARTS_FORMAT || Math.abs(+now - +since) < READ_MS) return [];
    if ((await this.#bucket.head(MANIFEST))?.etag !== seen.etag) return [];
    const named = new Set(filesOf(manifest).map(({ file }) => file));
    const found: Unneeded[] = [];
    for await (const { key, bytes } of this.#bucket.list())
      if (isPartName(key) && !named.has(key)) found.push({ key, bytes });
    const why = 'the ledger does not name it';
    if (isDryRun) return listed(this.#bucket, found, why);
    const revision = manifest.revision + 1;
    const fenced = manifestText({ ...manifest, revision });
    const place = { bucket: this.#bucket, prefix: '' };
    const removed = await removeUnderLease(place, found, async () => {
      const etag = await this.#bucket.put(MANIFEST, fenced, { ifMatch: seen.etag });
      if (etag === undefined) return false;
      await this.#replace(text, fenced);
      await this.#remember({ ...seen, etag, revision, sha256: sha256(fenced) });
      return true;
    });
    return listed(this.#bucket, removed, why);
  }

  /** Where only the revision is another, the ledger stays as old as it is. */
  async #replace(before: string | undefined, text: string): Promise<void> {
    const path = join(this.#folder, MANIFEST);
    const since = await writtenAt(this.#folder);
    await writeFileAtomically(path, text);
    const filesIn = (manifest: string) => JSON.stringify(filesOf(parseManifest(path, manifest)));
    if (since && before !== undefined && filesIn(before) === filesIn(text))
      await utimes(path, since, since);
  }

  /**
   * Puts a ledger into the bucket that was written into the folder, its manifest last.
   *
   * @throws BellwetherError `ledger-changed` where another machine did the same since `pull`,
   * `bucket-pruning` (503)
   */
  async push(manifest: LedgerManifest): Promise<void> {
    const seen = await this.#seen();
    await checkUnpruned({ bucket: this.#bucket, prefix: '' });
    const limit = pLimit(SIDE_BY_SIDE);
    const held = seen ? await this.#heldText() : undefined;
    const before = new Set(
      held === undefined ? [] : filesOf(parseManifest(this.#folder, held)).map(({ file }) => file),
    );
    const added = filesOf(manifest).filter(({ file }) => !before.has(file));
    await Promise.all(added.map((part) => limit(() => this.#putPart(part))));
    const text = manifestText(manifest);
    const condition = seen ? { ifMatch: seen.etag } : { ifNoneMatch: '*' as const };
    const put = { ...condition, contentType: 'application/json' };
    const etag = (await this.#bucket.put(MANIFEST, text, put)) ?? (await this.#etagOf(text));
    if (etag === undefined)
      throw new BellwetherError(
        'ledger-changed',
        `Another machine has written the ledger in ${this.#bucket.name} meanwhile. Run the command again: what was collected is kept, and goes on top of it.`,
      );
    const revision = revisionOf(manifest);
    await this.#remember({ url: this.#url, etag, revision, sha256: sha256(text) });
  }

  /** The answer to a write can be lost, and the repeated write then finds its own. */
  async #etagOf(text: string): Promise<string | undefined> {
    const found = await this.#bucket.get(MANIFEST);
    return found?.body.toString('utf8') === text ? found.etag : undefined;
  }

  async #putPart({ file, bytes }: TableFile): Promise<void> {
    const body = await readFile(join(this.#folder, file));
    const isNew = await this.#bucket.put(file, body, { ifNoneMatch: '*' });
    if (isNew !== undefined) return;
    const there = await this.#bucket.head(file);
    // Half of it, from a write that broke off.
    if (there?.bytes !== bytes) await this.#bucket.put(file, body);
  }

  async #fetchParts(manifest: LedgerManifest): Promise<void> {
    const limit = pLimit(SIDE_BY_SIDE);
    const fetched = await Promise.all(
      filesOf(manifest).map((part) => limit(() => this.#fetchPart(part))),
    );
    if (fetched.includes(true)) await syncFolder(this.#folder);
  }

  /** @returns whether it had to be fetched */
  async #fetchPart({ file, bytes, sha256: digest }: TableFile): Promise<boolean> {
    const path = join(this.#folder, file);
    const size = await stat(path).then(
      (held) => held.size,
      () => undefined,
    );
    if (size === bytes) return false;
    for (let fetch = 1; fetch <= FETCHES; fetch++) {
      const found = await this.#bucket.get(file);
      if (found && sha256(found.body) === digest) {
        await placeFile(path, found.body);
        return true;
      }
    }
    throw new BellwetherError(
      'ledger-damaged',
      `${this.#bucket.name}${file} is not the file that was written (it is missing, cut short or another one). The ledger in ${this.#folder} is as it was; restore the object from a copy, or collect again.`,
    );
  }

  async #heldText(): Promise<string | undefined> {
    return readFile(join(this.#folder, MANIFEST), 'utf8').catch(ifMissing);
  }

  /** Undefined for a folder that has nothing of this bucket. */
  async #seen(): Promise<Seen | undefined> {
    const text = await readFile(join(this.#folder, SEEN), 'utf8').catch(ifMissing);
    if (text === undefined || (await this.#heldText()) === undefined) return undefined;
    const seen = Seen.parse(JSON.parse(text));
    if (seen.url !== this.#url) throw this.#notShared();
    return seen;
  }

  async #remember(seen: Seen): Promise<void> {
    await writeFileAtomically(join(this.#folder, SEEN), `${JSON.stringify(seen, null, 2)}\n`);
  }

  #notShared(): BellwetherError {
    return new BellwetherError(
      'ledger-not-shared',
      `${this.#folder} holds a ledger that is not the one in ${this.#bucket.name}. Move one of them away; nothing was changed.`,
    );
  }
}

function ifMissing(error: unknown): undefined {
  if (systemCode(error) !== 'ENOENT') throw error;
  return undefined;
}

function revisionOf(manifest: LedgerManifest): number {
  return manifest.format === PARTS_FORMAT ? manifest.revision : 0;
}

function older(fault: string): BellwetherError {
  return new UnavailableError(
    'ledger-older',
    `${fault} The newer one is kept here. If the bucket was restored on purpose, remove ${SEEN} and ${MANIFEST} from this machine's ledger.`,
  );
}
