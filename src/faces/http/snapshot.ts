/**
 * Everything that is served from one publication. When another is published, a new snapshot takes
 * its place between two requests; answers never mix the two.
 */
import { LRUCache } from 'lru-cache';
import { Editions } from '../../published/editions.ts';
import type { EditionStore } from '../../pipeline/edition/edition-store.ts';
import type { Operation, OperationContext } from '../../operations/operation.ts';
import { type Payments, tiersOnSale } from '../../payments/payments.ts';
import { type Operator, Published } from '../../published/published.ts';
import type { Registry } from '../../registry/schema.ts';
import { type Body, type HeldForms, renderedBody, storedBody } from './body.ts';

export type ServiceParts = {
  store: EditionStore;
  registry: Registry;
  baseUrl: string;
  operator?: Operator;
  operations: readonly Operation[];
  describe: OperationContext['describe'];
  stars: OperationContext['stars'];
  /** Absent where nothing is sold. */
  payments?: Payments;
};

/** Memory for rendered bodies with their compressed forms, and for stored ones that were read. */
const RENDERED_BYTES = 64 * 1024 * 1024;
const STORED_BYTES = 64 * 1024 * 1024;
/** What a rendered body takes beside its bytes: many are small, and clients choose how many. */
const OVERHEAD = 2_000;

export class Snapshot {
  readonly context: OperationContext;
  /** Also the age of what is rendered: another version of the service may render it otherwise. */
  readonly #takenAt = new Date();
  readonly #stored = new Map<string, Promise<Body>>();
  readonly #held: HeldForms = new LRUCache({ maxSize: STORED_BYTES });
  readonly #rendered = new LRUCache<string, Body>({
    maxSize: RENDERED_BYTES,
    sizeCalculation: (body, key) => 2 * (body.size('identity') ?? 0) + key.length + OVERHEAD,
  });

  private constructor(parts: ServiceParts, editions: Editions) {
    const { registry, baseUrl, operator, stars, describe, payments } = parts;
    const published = new Published(editions, registry, baseUrl, operator, tiersOnSale(payments));
    this.context = { published, stars, describe, payments };
  }

  /** Undefined before the first publication. */
  static async take(parts: ServiceParts): Promise<Snapshot | undefined> {
    const editions = await Editions.open(parts.store);
    return editions && new Snapshot(parts, editions);
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
    const known = this.#stored.get(hash);
    if (known) return known;
    const body = storedBody(this.editions.store, hash, type, this.#held);
    this.#stored.set(hash, body);
    body.catch(() => this.#stored.delete(hash));
    return body;
  }

  /** A body that depends on the publication and the key alone, rendered at its first use. */
  async rendered(key: string, type: string, render: () => Promise<string | Buffer>): Promise<Body> {
    const known = this.#rendered.get(key);
    if (known) return known;
    const body = renderedBody(await render(), type, this.#takenAt);
    this.#rendered.set(key, body);
    return body;
  }
}
