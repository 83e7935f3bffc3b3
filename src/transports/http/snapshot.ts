/**
 * Everything that is served from one publication. The next publication gets a snapshot of its own,
 * which replaces this one between two requests: no answer mixes the two.
 */

import type { OperationContext } from '../../api/operation/context.ts';
import type { Operation } from '../../api/operation/operation.ts';
import type { ModelReader } from '../../features/answers/model-reader.ts';
import { Memo } from '../../lib/memoize.ts';
import type { Payments } from '../../payments/payments.ts';
import { tiersOnSale } from '../../payments/rails.ts';
import type { EditionStore } from '../../pipeline/edition/edition-store.ts';
import { UNKNOWN_CYCLE } from '../../pipeline/schedule/cycle.ts';
import { Editions } from '../../published/editions.ts';
import { type Operator, Published } from '../../published/published.ts';
import type { Registry } from '../../registry/schema.ts';
import { type Body, bodyFrom, bytesOf, heldForms, renderedBody, storedBody } from './body.ts';
import { type KeptBodies, packed } from './kept-bodies.ts';
import { WarmAnswers } from './warm-answers.ts';

export type ServiceParts = {
  store: EditionStore;
  registry: Registry;
  /** The registry as it is when a publication is taken up; without it, it never changes. */
  currentRegistry?: () => Promise<Registry>;
  baseUrl: string;
  operator?: Operator;
  operations: readonly Operation[];
  describe: OperationContext['describe'];
  stars: OperationContext['stars'];
  /** Without it nothing is known of schedulers and copies. */
  cycle?: OperationContext['cycle'];
  /** Undefined where questions are read by rules alone. */
  reader?: ModelReader | undefined;
  /** Undefined if nothing is sold. */
  payments?: Payments;
  /** Undefined if nothing is kept on the disk. */
  kept?: KeptBodies | undefined;
};

/** Memory for rendered bodies, and for stored ones that were read. */
const RENDERED_BYTES = 128 * 1024 * 1024;
const STORED_BYTES = 64 * 1024 * 1024;
/** Of a rendered body, beside its bytes: many are small, and clients choose how many there are. */
const OVERHEAD_BYTES = 2_000;
/** Published files whose forms are remembered; there are about five a period. */
const MAX_STORED = 10_000;

type Render = () => Promise<string | Buffer>;

export class Snapshot {
  readonly context: OperationContext;
  /** Answers that depend on it, as they were sent. */
  readonly warm = new WarmAnswers();
  /** Also the age of what is rendered: another version of the service may render it otherwise. */
  readonly #takenAt = new Date();
  readonly #stored = new Memo<string, Body>({ entries: MAX_STORED });
  readonly #held = heldForms(STORED_BYTES);
  readonly #rendered = new Memo<string, Body>({
    bytes: RENDERED_BYTES,
    sizeOf: (body, key) => bytesOf(body) + key.length + OVERHEAD_BYTES,
  });
  readonly #kept: ReturnType<KeptBodies['of']>;

  private constructor(parts: ServiceParts, editions: Editions, registry: Registry) {
    const { baseUrl, operator, stars, describe, payments, reader } = parts;
    const { cycle = UNKNOWN_CYCLE } = parts;
    const published = new Published(editions, registry, baseUrl, operator, tiersOnSale(payments));
    this.context = { published, stars, cycle, reader, describe, payments };
    this.#kept = parts.kept?.of(published) ?? ((_, render) => packed(render));
  }

  /** Undefined before the first publication. */
  static async take(parts: ServiceParts): Promise<Snapshot | undefined> {
    const editions = await Editions.open(parts.store);
    if (!editions) return undefined;
    const registry = (await parts.currentRegistry?.()) ?? parts.registry;
    return new Snapshot(parts, editions, registry);
  }

  get published(): Published {
    return this.context.published;
  }

  get editions(): Editions {
    return this.published.editions;
  }

  /** A published file. */
  async file(edition: string, name: string): Promise<Body> {
    const { sha256, type } = await this.editions.file(edition, name);
    return this.stored(sha256, type);
  }

  stored(hash: string, type: string): Promise<Body> {
    return this.#stored.get(hash, () => storedBody(this.editions.store, hash, type, this.#held));
  }

  /** A body that depends on the publication and the key alone, rendered at its first use. */
  rendered(key: string, type: string, render: Render): Promise<Body> {
    return this.#rendered.get(key, async () => renderedBody(await render(), type, this.#takenAt));
  }

  /** The same for an expensive body, which is kept on the disk as well. */
  kept(key: string, type: string, render: Render): Promise<Body> {
    return this.#rendered.get(key, async () =>
      bodyFrom(await this.#kept(key, render), type, this.#takenAt),
    );
  }
}
