/** The publication that is served, and each new one soon after it is published. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { isOldAt, notPublished } from '../../published/editions.ts';
import { answerHot, type HotFiles, hotFiles } from './hot-files.ts';
import { type ServiceParts, Snapshot } from './snapshot.ts';

const REFRESH_INTERVAL_MS = 2_000;

export class CurrentPublication {
  readonly #parts: ServiceParts;
  #snapshot: Snapshot | undefined;
  #hot: HotFiles = new Map();
  #stamp = '';
  #timer: NodeJS.Timeout | undefined;
  #onPublished: (snapshot: Snapshot) => Promise<void> = async () => undefined;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  /** Undefined before the first publication. */
  get ifAny(): Snapshot | undefined {
    return this.#snapshot;
  }

  /** @throws BellwetherError `not-published` */
  get snapshot(): Snapshot {
    if (this.#snapshot) return this.#snapshot;
    throw notPublished();
  }

  /** @returns what was answered, or undefined if the request is not for a hot file */
  answerHot(request: IncomingMessage, response: ServerResponse) {
    return answerHot(this.#hot, request, response);
  }

  /** Takes up the latest publication now, and every later one until it is told to stop. */
  async follow(
    onPublished: (snapshot: Snapshot) => Promise<void>,
    log: FastifyBaseLogger,
    intervalMs = REFRESH_INTERVAL_MS,
  ): Promise<void> {
    this.#onPublished = onPublished;
    this.#timer = setInterval(() => {
      this.refresh().catch((error: unknown) => log.error({ err: error }, 'refresh failed'));
    }, intervalMs).unref();
    await this.refresh();
  }

  /** Takes up the latest publication, if there is a new one. */
  async refresh(): Promise<void> {
    const stamp = await this.#parts.store.catalogStamp().catch(() => '');
    if (stamp === '' || (stamp === this.#stamp && !this.#hasAged())) return;
    const next = await Snapshot.take(this.#parts);
    if (!next) return;
    this.#hot = await hotFiles(next, this.#parts.operations);
    this.#snapshot = next;
    this.#stamp = stamp;
    await this.#onPublished(next);
  }

  /** Whether what is served has become old since it was taken up, which it has to say. */
  #hasAged(): boolean {
    const editions = this.#snapshot?.editions;
    return editions !== undefined && editions.isOld !== isOldAt(editions.latest, new Date());
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
