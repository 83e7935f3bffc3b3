/**
 * The log of publications: one line for every revision of every edition, each naming the SHA-256 of
 * the line before it, so that nothing can be dropped or rewritten unseen (method, section 8). It is
 * one body of the store; the catalog names and signs the newest.
 */
import { z } from 'zod';
import { sha256 } from '../../lib/atomic-files.ts';
import { chainedLines, GENESIS_HASH, headOf, nextLink } from '../../lib/chained-log.ts';
import { parsedJson } from '../../lib/parse-json.ts';
import { parsePeriod } from '../../lib/period.ts';
import type { PublishedEdition } from './catalog.ts';
import { Sha256 } from './edition-manifest.ts';
import { MethodVersion } from './method.ts';
import { TIMINGS, timingOf } from './timing.ts';

/** Served beside the files of all periods. */
export const LOG_FILE = 'publications.jsonl';

const LogEntry = z.strictObject({
  /** Its place, from 1. */
  number: z.int().min(1),
  /** SHA-256 of the line before, without its line end; zeros for the first. */
  previous: Sha256,
  /** When the numbers were computed, ISO 8601. */
  computedAt: z.iso.datetime(),
  period: z.string(),
  revision: z.int().min(1),
  timing: z.enum(TIMINGS),
  methodVersion: MethodVersion,
  /** SHA-256 of the edition's `core.json`. */
  core: Sha256,
  /** SHA-256 of its manifest, which this operator signed. */
  manifest: Sha256,
});
export type LogEntry = z.infer<typeof LogEntry>;

export class PublicationLog {
  readonly entries: LogEntry[];
  readonly #lines: string[];

  constructor(lines: readonly string[] = []) {
    this.#lines = [...lines];
    this.entries = lines.map((line) => LogEntry.parse(JSON.parse(line)));
  }

  /**
   * Reads a log and checks its chain.
   *
   * @throws BellwetherError `log-broken`, with the first line that does not hold
   */
  static parse(text: string): PublicationLog {
    const entryIn = (line: string) => LogEntry.safeParse(parsedJson(line)).data;
    return new PublicationLog(chainedLines(text, 'publication log', entryIn));
  }

  /** The line of a manifest. */
  find(manifest: string): LogEntry | undefined {
    return this.entries.find((entry) => entry.manifest === manifest);
  }

  /** Adds an edition's newest revision, unless it is there. */
  add(edition: PublishedEdition, methodVersion: string): void {
    const period = parsePeriod(edition.period);
    if (!period || this.find(edition.manifest)) return;
    const timing = timingOf(period, edition.computedAt);
    const link = nextLink(this.#lines);
    const entry = LogEntry.strip().parse({ ...edition, ...link, timing, methodVersion });
    this.#lines.push(JSON.stringify(entry));
    this.entries.push(entry);
  }

  /** SHA-256 of the newest line: a reader who keeps it can tell later that the log only grew. */
  get head(): string {
    return headOf(this.#lines);
  }

  /** Whether this log once ended with the line of that SHA-256. */
  contains(head: string): boolean {
    return head === GENESIS_HASH || this.#lines.some((line) => sha256(line) === head);
  }

  /** NDJSON. */
  get bytes(): Buffer {
    return Buffer.from(this.#lines.map((line) => `${line}\n`).join(''));
  }
}
