/**
 * Everything that is served from one publication. When another is published, a new snapshot takes
 * its place between two requests; answers never mix the two.
 */
import { LRUCache } from 'lru-cache';
import { Editions } from '../../edition/editions.ts';
import type { EditionStore } from '../../edition/store.ts';
import { CompanyIndex } from '../../lookup/find-company.ts';
import type { Operation, OperationContext } from '../../operations/operation.ts';
import type { Registry } from '../../registry/schema.ts';
import { type Body, renderedBody, storedBody } from './body.ts';

export type ServiceParts = {
  store: EditionStore;
  registry: Registry;
  baseUrl: string;
  operations: readonly Operation[];
  describe: () => unknown;
};

/** Rendered bodies that are kept, in bytes of their uncompressed form. */
const RENDERED_BYTES = 64 * 1024 * 1024;

export class Snapshot {
  readonly context: OperationContext;
  /** Also the age of what is rendered: another version of the service may render it otherwise. */
  readonly #takenAt = new Date();
  readonly #stored = new Map<string, Promise<Body>>();
  readonly #rendered = new LRUCache<string, Body>({
    maxSize: RENDERED_BYTES,
    sizeCalculation: (body) => (body.size('identity') ?? 0) + 1,
  });

  private constructor(parts: ServiceParts, editions: Editions) {
    const { registry, baseUrl, describe } = parts;
    const companies = new CompanyIndex(registry.companies);
    this.context = { editions, companies, registry, baseUrl, describe };
  }

  /** Undefined before the first publication. */
  static async take(parts: ServiceParts): Promise<Snapshot | undefined> {
    const editions = await Editions.open(parts.store);
    return editions && new Snapshot(parts, editions);
  }

  get editions(): Editions {
    return this.context.editions;
  }

  /** A published file. */
  async file(edition: string, name: string): Promise<Body> {
    const { sha256, type } = await this.editions.file(edition, name);
    return this.stored(sha256, type);
  }

  stored(hash: string, type: string): Promise<Body> {
    const known = this.#stored.get(hash);
    if (known) return known;
    const body = storedBody(this.editions.store, hash, type);
    this.#stored.set(hash, body);
    body.catch(() => this.#stored.delete(hash));
    return body;
  }

  /** A body that depends on the publication and the key alone, rendered at its first use. */
  async rendered(key: string, type: string, render: () => Promise<string>): Promise<Body> {
    const known = this.#rendered.get(key);
    if (known) return known;
    const body = renderedBody(await render(), type, this.#takenAt);
    this.#rendered.set(key, body);
    return body;
  }
}
