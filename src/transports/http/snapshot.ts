/**
 * Everything served from one publication. A new publication gets a new snapshot, which replaces the
 * old one between two requests, so that no response mixes both.
 */

import type { OperationContext } from '../../api/operation/context.ts';
import type { Operation } from '../../api/operation/operation.ts';
import type { ModelReader } from '../../features/answers/model-reader.ts';
import { Memo } from '../../lib/memoize.ts';
import type { Payments } from '../../payments/payments.ts';
import { tiersOnSale } from '../../payments/rails.ts';
import { UNKNOWN_CYCLE } from '../../pipeline/schedule/cycle.ts';
import type { Editions } from '../../published/editions.ts';
import { Published, type Site } from '../../published/published.ts';
import { type Body, bytesOf, heldForms, renderedBody, storedBody } from './body.ts';
import { PublishedBodies } from './published-bodies.ts';

export type ServiceParts = {
  site: Site;
  operations: readonly Operation[];
  describe: OperationContext['describe'];
  stars: OperationContext['stars'];
  /** If undefined, nothing is known about schedulers and copies. */
  cycle?: OperationContext['cycle'];
  /** Undefined if questions are parsed by rules only. */
  reader?: ModelReader | undefined;
  /** Undefined if nothing is sold. */
  payments?: Payments;
};

/** Memory for rendered bodies, and for stored bodies that were read. */
const RENDERED_BYTES = 128 * 1024 * 1024;
const STORED_BYTES = 64 * 1024 * 1024;
/** In addition to its bytes: many bodies are small, and clients determine how many there are. */
const OVERHEAD_BYTES = 2_000;
/** Maximum number of published files whose forms are cached; there are about five for each period. */
const MAX_STORED = 10_000;

type Render = () => Promise<string | Buffer>;

export class Snapshot {
  readonly context: OperationContext;
  /** Answered before anything is routed. */
  readonly bodies = new PublishedBodies();
  /** The modification time of rendered bodies: another version may render them differently. */
  readonly #takenAt = new Date();
  readonly #stored = new Memo<string, Body>({ entries: MAX_STORED });
  readonly #held = heldForms(STORED_BYTES);
  readonly #rendered = new Memo<string, Body>({
    bytes: RENDERED_BYTES,
    sizeOf: (body, key) => bytesOf(body) + key.length + OVERHEAD_BYTES,
  });

  private constructor(published: Published, parts: ServiceParts) {
    const { stars, describe, payments, reader, cycle = UNKNOWN_CYCLE } = parts;
    this.context = { published, stars, cycle, reader, describe, payments };
  }

  /** Undefined before the first publication. */
  static async take(parts: ServiceParts): Promise<Snapshot | undefined> {
    const published = await Published.open(parts.site, tiersOnSale(parts.payments));
    return published && new Snapshot(published, parts);
  }

  get published(): Published {
    return this.context.published;
  }

  get editions(): Editions {
    return this.published.editions;
  }

  async file(edition: string, name: string): Promise<Body> {
    const { sha256, type } = await this.editions.file(edition, name);
    return this.stored(sha256, type);
  }

  stored(hash: string, type: string): Promise<Body> {
    return this.#stored.get(hash, () => storedBody(this.editions.store, hash, type, this.#held));
  }

  /** A body that depends only on the publication and the key; rendered on first use. */
  rendered(key: string, type: string, render: Render): Promise<Body> {
    return this.#rendered.get(key, async () => renderedBody(await render(), type, this.#takenAt));
  }
}
