/**
 * The log of forecasts, with their times: one entry a line, each with the SHA-256 of the line before
 * it. It is stored beside the catalog, is append-only, and nothing in it is recomputed. A signed head
 * beside it records its length, so that truncation is detected.
 */
import { open, readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readIfAny, sha256, writeFileAtomically } from '../../lib/atomic-files.ts';
import { chainedLines, headOf, nextLink } from '../../lib/chained-log.ts';
import { CLOCK_TOLERANCE_MS } from '../../lib/clock.ts';
import { BellwetherError, systemCode } from '../../lib/errors.ts';
import { parsedJson } from '../../lib/parse-json.ts';
import { lockPath } from '../../lib/path-lock.ts';
import {
  FORECAST_LOG_FILE,
  FORECAST_HEAD_FILE as HEAD_FILE,
} from '../../pipeline/edition/shared/publication.ts';
import { type SigningKey, signatureHolds } from '../../pipeline/edition/signing.ts';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Probability = z.number().min(0).max(1);

/** Earlier releases logged these. They are read, since later entries are chained to them. */
const HouseForecast = z.strictObject({
  kind: z.literal('house'),
  /** `backtest` if the edition was not made within eight days of its week. */
  timing: z.enum(['live', 'backtest']),
  period: z.string(),
  /** Events count on the `days` days after this one. */
  after: z.iso.date(),
  days: z.int().positive(),
  /** Probability and base rate for the stage, by slug. */
  forecasts: z.record(z.string(), z.tuple([Probability, Probability])),
});

const MarketForecast = z.strictObject({
  kind: z.literal('market'),
  market: z.string(),
  /** Probability of the answer yes. */
  probability: Probability,
  /** By slug, for each startup that the question is about. */
  candidates: z.record(z.string(), Probability),
});

const Place = { number: z.int().min(1), previous: Sha256, madeAt: z.iso.datetime() };
const Entry = z.discriminatedUnion('kind', [
  HouseForecast.extend(Place),
  MarketForecast.extend(Place),
]);

export type NewForecast = z.infer<typeof MarketForecast>;
export type ForecastEntry = z.infer<typeof Entry>;
export type MarketEntry = Extract<ForecastEntry, { kind: 'market' }>;

/** The log's length and its last line's SHA-256, signed by the operator. */
const Head = z.strictObject({
  entries: z.int().nonnegative(),
  head: Sha256,
  signature: z.string(),
});
export type Head = z.infer<typeof Head>;

const NAME = 'log of forecasts';

export type ForecastLog = {
  entries: readonly ForecastEntry[];
  /**
   * SHA-256 of the last line, or zeros. Whoever keeps it can later verify that the log was only
   * appended to.
   */
  head: string;
  lines: readonly string[];
  /** The lines as NDJSON. */
  text: string;
};

const EMPTY: ForecastLog = { entries: [], head: headOf([]), lines: [], text: '' };

/** The operator's signing key, and all public keys that the operator has ever used. */
export type Signer = Pick<SigningKey, 'sign'> & { publicKeys: readonly string[] };

/** Cached log of each folder, with the state of the file that it was read from. */
const read = new Map<string, { stamp: string; log: Promise<ForecastLog> }>();

/**
 * The log beside a catalog; empty if there is none.
 *
 * @throws BellwetherError `log-broken`
 */
export async function readForecastLog(folder: string): Promise<ForecastLog> {
  const path = join(folder, FORECAST_LOG_FILE);
  const stamp = await stat(path, { bigint: true }).then(
    ({ mtimeNs, size, ino }) => `${ino} ${size} ${mtimeNs}`,
    (error: unknown) => {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw error;
    },
  );
  if (stamp === undefined) return EMPTY;
  const known = read.get(folder);
  if (known?.stamp === stamp) return known.log;
  const log = readFile(path, 'utf8').then((text) => parseLog(completeLines(text)));
  read.set(folder, { stamp, log });
  return log;
}

/** @throws BellwetherError `log-broken`, naming the first invalid line */
function parseLog(text: string): ForecastLog {
  const entries: ForecastEntry[] = [];
  const lines = chainedLines(text, NAME, (line) => {
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
 * @throws BellwetherError `log-broken`, `clock-behind`
 */
export async function appendForecasts(
  folder: string,
  key: Signer,
  now: Date,
  forecast: (log: ForecastLog) => Promise<readonly NewForecast[]> | readonly NewForecast[],
): Promise<ForecastEntry[]> {
  const path = join(folder, FORECAST_LOG_FILE);
  const release = await lockPath(path, { waitSeconds: 60 });
  try {
    const log = await verifyForecastLog(folder, key.publicKeys);
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
    if (added.length > 0) await append(path, Buffer.byteLength(log.text), added);
    const head = headOf(lines);
    const signature = key.sign(headBytes(lines.length, head));
    const content: Head = { entries: lines.length, head, signature };
    await writeFileAtomically(join(folder, HEAD_FILE), `${JSON.stringify(content)}\n`);
    return added.map((line) => Entry.parse(JSON.parse(line)));
  } finally {
    await release();
  }
}

/**
 * Verifies the chain, and that the log begins with what its signed head certifies.
 *
 * @param publicKeys of the operator, including replaced ones
 * @param kept a head that somebody kept: the log must contain that line
 * @throws BellwetherError `log-broken`
 */
export async function verifyForecastLog(
  folder: string,
  publicKeys: readonly string[],
  kept?: string,
): Promise<ForecastLog> {
  const text = await readIfAny(join(folder, FORECAST_LOG_FILE));
  const log = parseLog(completeLines(String(text ?? '')));
  const signed = await signedHead(folder);
  const { lines } = log;
  if (!signed) {
    if (lines.length > 0) throw broken(`${HEAD_FILE}, which says how long it was, is missing`);
  } else {
    const { entries, head, signature } = signed;
    const bytes = headBytes(entries, head);
    if (!publicKeys.some((publicKey) => signatureHolds(bytes, signature, publicKey)))
      throw broken(`the signature in ${HEAD_FILE} is not by this operator's key`);
    if (lines.length < entries)
      throw broken(`it had ${entries} entries and has ${lines.length}: its end was cut off`);
    if (headOf(lines.slice(0, entries)) !== head)
      throw broken(`entry ${entries} is not the one that was signed: it was changed`);
  }
  if (kept !== undefined && !lines.some((line) => sha256(line) === kept))
    throw broken(`no entry has the SHA-256 ${kept}: the log is not the one that had it`);
  return log;
}

/** Undefined if nothing has been logged. */
export async function signedHead(folder: string): Promise<Head | undefined> {
  const text = await readIfAny(join(folder, HEAD_FILE));
  if (text === undefined) return undefined;
  const head = Head.safeParse(parsedJson(String(text))).data;
  if (!head) throw broken(`${HEAD_FILE} cannot be read`);
  return head;
}

/** Truncates a partial line left by a power failure, which no head certifies, and appends lines. */
async function append(path: string, bytes: number, lines: readonly string[]): Promise<void> {
  await using file = await open(path, 'a');
  if ((await file.stat()).size > bytes) await truncate(path, bytes);
  await file.appendFile(lines.map((line) => `${line}\n`).join(''));
  await file.sync();
}

/** The text up to the end of the last complete line. */
function completeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

function headBytes(entries: number, head: string): Buffer {
  return Buffer.from(`bellwether forecasts ${entries} ${head}\n`);
}

function broken(why: string): BellwetherError {
  return new BellwetherError(
    'log-broken',
    `The ${NAME} does not hold: ${why}. Restore it from a back-up; nothing is added to it meanwhile.`,
  );
}
