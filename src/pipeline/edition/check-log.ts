/**
 * Compares a catalog, which is not signed itself, with the signed log of publications: when numbers
 * were computed, and that nothing is missing.
 */
import { UnavailableError } from '../../lib/errors.ts';
import { parsePeriod } from '../../lib/period.ts';
import type { Catalog, PublishedEdition } from './catalog.ts';
import { type LogEntry, PublicationLog } from './publication-log.ts';
import { verificationError, verifySignature } from './verification.ts';

export type LogSource = {
  catalog: Catalog;
  /** The public key that signed it. */
  key: string;
  read: (sha256: string) => Promise<Buffer>;
  /** Heads of the log that were published or served before; it must contain them all. */
  heads: readonly string[];
  /** The folder or bucket, for messages. */
  where: string;
};

const COMPARED = ['revision', 'manifest', 'core', 'computedAt'] as const;
type Revision = Pick<PublishedEdition, (typeof COMPARED)[number]>;

/**
 * The log of a publication.
 *
 * @throws BellwetherError `verification-failed`, naming the entry that differs; `publication-older`;
 *   `log-broken`
 */
export async function checkLog(source: LogSource): Promise<PublicationLog> {
  const log = await readLog(source);
  compareWithLog(source.catalog, log.entries);
  checkHeads(log, source);
  return log;
}

/** @throws BellwetherError `publication-older` */
export function checkHeads(
  log: PublicationLog,
  { heads, where }: Pick<LogSource, 'heads' | 'where'>,
): void {
  for (const head of heads)
    if (!log.contains(head))
      throw new UnavailableError(
        'publication-older',
        `${where} has an older publication, or another one: its log does not contain the entry ${head}, which was published or served from here before. Restore the newer one. If a back-up was restored on purpose, remove publications.head from the folder of editions, and start again; a folder that copies a bucket is moved away as a whole.`,
      );
}

async function readLog({ catalog, key, read }: LogSource): Promise<PublicationLog> {
  const bytes = await read(catalog.log.log);
  verifySignature('the publication log', bytes, catalog.log.signature, [key]);
  return PublicationLog.parse(bytes.toString('utf8'));
}

function compareWithLog({ editions }: Catalog, entries: readonly LogEntry[]): void {
  const logged = Map.groupBy(entries, ({ period }) => period);
  let last = Number.NEGATIVE_INFINITY;
  for (const edition of editions) {
    const { period } = edition;
    const day = parsePeriod(period)?.lastDay ?? last;
    if (day <= last) throw verificationError(`catalog.json lists ${period} twice, or out of order`);
    last = day;
    compareRevisions(period, [...edition.superseded, edition], logged.get(period) ?? []);
    logged.delete(period);
  }
  for (const period of logged.keys())
    throw verificationError(`catalog.json lacks ${period}, which the signed log lists`);
}

function compareRevisions(
  period: string,
  revisions: readonly Revision[],
  entries: readonly LogEntry[],
): void {
  for (const [index, revision] of revisions.entries()) {
    const entry = entries[index];
    const name = `revision ${revision.revision} of ${period}`;
    if (!entry)
      throw verificationError(`the publication log does not list ${name} as it was published`);
    for (const field of COMPARED)
      if (revision[field] !== entry[field])
        throw verificationError(
          `catalog.json gives ${revision[field]} as the ${field} of ${name}, and the signed log ${entry[field]}`,
        );
  }
  const missing = entries[revisions.length];
  if (missing)
    throw verificationError(
      `catalog.json lacks revision ${missing.revision} of ${period}, which the signed log lists`,
    );
}
