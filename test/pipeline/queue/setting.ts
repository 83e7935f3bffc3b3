/** A collector, workers and a hosting service, on a database of their own. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CollectOptions,
  type CollectResult,
  collect,
} from '../../../src/pipeline/collect/collect-companies.ts';
import { hostedSource } from '../../../src/pipeline/collect/sources.ts';
import { Stage } from '../../../src/pipeline/collect/staging.ts';
import { type CrewOptions, queueCrew } from '../../../src/pipeline/queue/crew.ts';
import { CollectionQueue } from '../../../src/pipeline/queue/queue.ts';
import { queueName } from '../../../src/pipeline/queue/terms.ts';
import { type WorkerOptions, work } from '../../../src/pipeline/queue/worker.ts';
import type { Company } from '../../../src/registry/schema.ts';
import { exampleCompany, mainRepositories } from '../../support/example-company.ts';
import { AGENTS, AUTOMATIONS, RULES } from '../collect/git-fixture.ts';

export const IDENTITY_KEY = randomBytes(32);
export const TERMS = { coveredFrom: null, erased: [], automations: AUTOMATIONS, agents: AGENTS };
const TIMES = { retrySeconds: 1, leaseSeconds: 20 };

/** A company of each two repositories. */
export function companiesOf(names: readonly string[]): Company[] {
  return Array.from({ length: Math.ceil(names.length / 2) }, (_, index) =>
    exampleCompany(`company${index}`, {
      repositories: mainRepositories(...names.slice(2 * index, 2 * index + 2)),
    }),
  );
}

export class Setting {
  readonly #folder: string;
  readonly #origin: string;
  readonly #url: string;

  /** @param url of the database, or of what is between */
  constructor(folder: string, origin: string, url: string) {
    this.#folder = folder;
    this.#origin = origin;
    this.#url = url;
  }

  get name(): string {
    return queueName('test', this.#origin, IDENTITY_KEY);
  }

  openQueue(name: 'collector' | 'worker', lanes = 1): Promise<CollectionQueue> {
    return CollectionQueue.open({
      ...{ url: this.#url, name, lanes, times: TIMES },
    });
  }

  /** Collects into a ledger of this name. */
  async collect(
    ledger: string,
    companies: readonly Company[],
    crew?: Partial<CrewOptions> & Pick<CrewOptions, 'queue'>,
    change: Partial<CollectOptions> = {},
  ): Promise<CollectResult & { files: string }> {
    const copies = join(this.#folder, `copies of ${ledger}`);
    const reading = { rules: RULES, identityKey: IDENTITY_KEY, coveredFrom: null };
    const ledgerFolder = join(this.#folder, ledger);
    const result = await collect({
      ...{ companies, rules: RULES, erased: [], ledgerFolder, base: undefined },
      source: hostedSource(copies, reading, this.#origin),
      stage: new Stage(join(this.#folder, `stage of ${ledger}`)),
      concurrency: 4,
      signal: new AbortController().signal,
      onProgress: () => undefined,
      ...(crew && {
        crew: queueCrew({
          name: this.name,
          ...{ terms: TERMS, owner: ledger, maxPerHost: 100, pauseMs: 0, lanes: 0 },
          times: { lookMs: 50, lookAroundMs: 500 },
          staleness: () => undefined,
          place: this.place('collector'),
          warn: () => undefined,
          ...crew,
        }),
      }),
      ...change,
    });
    const files = await readFile(join(ledgerFolder, 'ledger.json'), 'utf8').catch(() => '');
    return { ...result, files };
  }

  /** @returns ends it */
  worker(
    name: string,
    queue: CollectionQueue,
    change: Partial<WorkerOptions> = {},
  ): { log: string[]; stop: () => Promise<void> } {
    const controller = new AbortController();
    const log: string[] = [];
    const say = (line: string) => void log.push(line);
    const working = work({
      ...{ queue, name: this.name, lanes: 1, maxPerHost: 100, log: say, warn: say, idleMs: 250 },
      place: this.place(name),
      signal: controller.signal,
      ...change,
    });
    return {
      log,
      stop: async () => {
        controller.abort();
        await working;
      },
    };
  }

  place(name: string) {
    const copies = join(this.#folder, `copies of ${name}`);
    return { copies, origin: this.#origin, identityKey: IDENTITY_KEY };
  }
}
