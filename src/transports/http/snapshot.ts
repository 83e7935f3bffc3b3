/**
 * Everything served from one publication. A new publication gets a new snapshot, which replaces the
 * old one between two requests, so that no response mixes both.
 */

import type { OperationContext } from '../../api/operation/context.ts';
import type { Operation } from '../../api/operation/operation.ts';
import type { ModelReader } from '../../features/answers/model-reader.ts';
import { Memo } from '../../lib/memoize.ts';
import type { Payments } from '../../payments/payments.ts';
import { UNKNOWN_CYCLE } from '../../pipeline/schedule/cycle.ts';
import type { Editions } from '../../published/editions.ts';
import type { Published, Site } from '../../published/published.ts';
import { type Body, renderedBody, storedBody } from './body.ts';
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

/** Memory for answers that were computed and files that were read; the least used leave. */
const MAX_BYTES = 192 * 1024 * 1024;

type Render = () => Promise<string | Buffer>;

export class Snapshot {
  readonly context: OperationContext;
  readonly published: Published;
  readonly editions: Editions;
  /** Answered before anything is routed. */
  readonly bodies = new PublishedBodies();
  /** The modification time of rendered bodies: another version may render them differently. */
  readonly takenAt = new Date();
  /** Files by hash; rendered bodies by what they depend on. */
  readonly #bodies = new Memo<string, Body>({
    bytes: MAX_BYTES,
    sizeOf: ({ weight }, key) => weight + key.length,
  });

  constructor(published: Published, parts: ServiceParts) {
    const { stars, describe, payments, reader, cycle = UNKNOWN_CYCLE } = parts;
    this.published = published;
    this.editions = published.editions;
    this.context = { published, stars, cycle, reader, describe, payments };
  }

  async file(edition: string, name: string): Promise<Body> {
    const { sha256, type } = await this.editions.file(edition, name);
    return this.stored(sha256, type);
  }

  stored(hash: string, type: string): Promise<Body> {
    return this.#bodies.get(hash, () => storedBody(this.editions.store, hash, type));
  }

  /**
   * A body that is rendered on first use, since it depends only on the publication and the key.
   *
   * @param isLive it also depends on more, so it is rendered each time
   */
  async rendered(key: string, type: string, render: Render, isLive = false): Promise<Body> {
    const make = async (at: Date) => renderedBody(await render(), type, at);
    return isLive ? make(new Date()) : this.#bodies.get(key, () => make(this.takenAt));
  }
}
