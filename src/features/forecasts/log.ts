/**
 * The log of forecasts, with their times: one entry a line, each with the SHA-256 of the line before
 * it. It is a body that the catalog names, is append-only, and nothing in it is recomputed. The operator
 * signs its length and its last line.
 */
import { z } from 'zod';
import { sha256 } from '../../lib/atomic-files.ts';
import { chainedLines, headOf, nextLink } from '../../lib/chained-log.ts';
import { CLOCK_TOLERANCE_MS } from '../../lib/clock.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { parsedJson } from '../../lib/parse-json.ts';
import type { Catalog } from '../../pipeline/edition/catalog.ts';
import type { EditionStore } from '../../pipeline/edition/edition-store.ts';
import { type SigningKey, signatureHolds } from '../../pipeline/edition/signing.ts';
import { notPublished } from '../../published/editions.ts';

const Probability = z.number().min(0).max(1);

const Entry = z.strictObject({
  number: z.int().min(1),
  previous: z.string().regex(/^[0-9a-f]{64}$/),
  madeAt: z.iso.datetime(),
  kind: z.literal('market'),
  market: z.string(),
  /** Probability of the answer yes. */
  probability: Probability,
  /** By slug, for each startup that the question is about. */
  candidates: z.record(z.string(), Probability),
});
export type ForecastEntry = z.infer<typeof Entry>;
export type NewForecast = Omit<ForecastEntry, 'number' | 'previous' | 'madeAt'>;

export type ForecastLog = {
  entries: readonly ForecastEntry[];
  /**
   * SHA-256 of the last line, or zeros. A reader who keeps it can later verify that the log was only
   * appended to.
   */
  head: string;
  lines: readonly string[];
  /** The lines as NDJSON. */
  text: string;
};

/** The operator's signing key, and all public keys that the operator has ever used. */
export type Signer = Pick<SigningKey, 'sign'> & { publicKeys: readonly string[] };

type Source = { store: EditionStore; catalog: Catalog };

const logs = new WeakMap<Catalog, Promise<ForecastLog>>();

/** The log that a publication names; empty if there is none. @throws BellwetherError `log-broken` */
export function readForecastLog({ store, catalog }: Source): Promise<ForecastLog> {
  return logs.getOrInsertComputed(catalog, () => readLog(store, catalog));
}

/** @throws BellwetherError `log-broken`, naming the first invalid line */
async function readLog(
  store: EditionStore,
  { forecasts }: Pick<Catalog, 'forecasts'>,
): Promise<ForecastLog> {
  const text = forecasts ? String(await store.read(forecasts.log)) : '';
  const entries: ForecastEntry[] = [];
  const lines = chainedLines(text, 'log of forecasts', (line) => {
    const entry = Entry.safeParse(parsedJson(line)).data;
    if (entry) entries.push(entry);
    return entry;
  });
  return { entries, head: headOf(lines), lines, text };
}

/**
 * Appends the entries that `forecast` returns for the current log. Other processes are locked out
 * meanwhile.
 *
 * @param now the current time
 * @returns the appended entries
 * @throws BellwetherError `not-published`, `log-broken`, `clock-behind`, and as `replaceCatalog` does
 */
export async function appendForecasts(
  store: EditionStore,
  key: Signer,
  now: Date,
  forecast: (log: ForecastLog) => Promise<readonly NewForecast[]> | readonly NewForecast[],
): Promise<ForecastEntry[]> {
  const release = await store.lock();
  try {
    const catalog = await store.catalog();
    if (!catalog) throw notPublished();
    const log = await verifyLogIn(store, catalog, key.publicKeys);
    const last = log.entries.at(-1);
    if (last && Date.parse(last.madeAt) - now.getTime() > CLOCK_TOLERANCE_MS)
      throw new BellwetherError(
        'clock-behind',
        `The clock says ${now.toISOString()}, and the last forecast was logged at ${last.madeAt}. Nothing was logged; set the clock.`,
      );
    const madeAt = new Date(
      Math.max(now.getTime(), last ? Date.parse(last.madeAt) : 0),
    ).toISOString();
    const lines = [...log.lines];
    for (const one of await forecast(log))
      lines.push(JSON.stringify(Entry.parse({ ...nextLink(lines), madeAt, ...one })));
    const added = lines.slice(log.lines.length);
    if (added.length === 0) return [];
    const text = lines.map((line) => `${line}\n`).join('');
    const forecasts = { log: await store.put(Buffer.from(text)), signature: key.sign(end(lines)) };
    await store.replaceCatalog({ ...catalog, forecasts }, key);
    return added.map((line) => Entry.parse(JSON.parse(line)));
  } finally {
    await release();
  }
}

/**
 * Verifies the chain, and that the operator signed its end.
 *
 * @param publicKeys of the operator, including replaced ones
 * @param kept a head that a reader kept: the log must contain that line
 * @throws BellwetherError `log-broken`
 */
export async function verifyForecastLog(
  store: EditionStore,
  publicKeys: readonly string[],
  kept?: string,
): Promise<ForecastLog> {
  return verifyLogIn(store, (await store.catalog()) ?? {}, publicKeys, kept);
}

async function verifyLogIn(
  store: EditionStore,
  catalog: Pick<Catalog, 'forecasts'>,
  publicKeys: readonly string[],
  kept?: string,
): Promise<ForecastLog> {
  const log = await readLog(store, catalog);
  const { forecasts } = catalog;
  const { lines } = log;
  const isSigned = (key: string) => signatureHolds(end(lines), forecasts?.signature ?? '', key);
  if (forecasts && !publicKeys.some(isSigned))
    throw broken('the signature of its end is not by this operator’s key');
  if (kept !== undefined && !lines.some((line) => sha256(line) === kept))
    throw broken(`no entry has the SHA-256 ${kept}: the log is not the one that had it`);
  return log;
}

/** The bytes that are signed. */
function end(lines: readonly string[]): Buffer {
  return Buffer.from(`bellwether forecasts ${lines.length} ${headOf(lines)}\n`);
}

function broken(why: string): BellwetherError {
  return new BellwetherError(
    'log-broken',
    `The log of forecasts does not hold: ${why}. Restore it from a back-up; nothing is added to it meanwhile.`,
  );
}
