/**
 * A worker's claim on a company: taken, renewed, and given up with a result or without. pg-boss
 * counts the claims of a job, and whatever a worker does is about the claim that it has: once its
 * lease ran out and somebody else has the job, nothing that it does has an effect.
 */
import type { Db, JobWithMetadata } from 'pg-boss';
import { CLOCK_TOLERANCE_MS } from '../../lib/clock.ts';
import type { CompanyResult } from '../collect/run.ts';
import { pack } from './packed-rows.ts';
import { type CollectionQueue, type CompanyJob, databaseTime, SCHEMA } from './queue.ts';
import { Terms } from './terms.ts';

export type Claim = JobWithMetadata<CompanyJob>;

/** A machine whose clock is wrong would say wrongly through which day its copies reach. */
export class WrongClock extends Error {
  constructor(offMs: number) {
    const minutes = Math.round(Math.abs(offMs) / 60_000);
    super(
      `this machine's clock is ${minutes} minutes ${offMs > 0 ? 'ahead of' : 'behind'} the database's`,
    );
  }
}

/**
 * Takes the company that is most urgent, unless as many are worked on as the hosts may be asked for
 * at once. One worker after the other takes: between counting and taking nobody else does.
 *
 * @param now this machine's clock, Unix milliseconds
 * @throws WrongClock
 */
export async function take(
  queue: CollectionQueue,
  name: string,
  now: () => number,
): Promise<Claim | undefined> {
  return queue.transaction(async (db) => {
    await checkClock(db, now());
    await db.executeSql('select pg_advisory_xact_lock(hashtext($1))', [name]);
    const { rows } = await db.executeSql(
      `select min(max_per_host) as most from ${SCHEMA}.run where queue = $1`,
      [name],
    );
    const most: unknown = rows[0]?.most;
    if (typeof most !== 'number') return undefined;
    const [claim] = await queue.boss.fetch<CompanyJob>(name, {
      db,
      includeMetadata: true,
      groupConcurrency: most,
    });
    return claim;
  });
}

/** @returns whether the claim still stands */
export async function renew({ boss }: CollectionQueue, claim: Claim): Promise<boolean> {
  return affected(await boss.touch(claim.name, claim)) === 1;
}

/** What a run asks for; undefined once it is over. */
export async function runOf(
  queue: CollectionQueue,
  { data: { run } }: Claim,
): Promise<{ terms: Terms; pauseMs: number } | undefined> {
  const [row] = await queue.query<{ terms: unknown; pause_ms: number }>(
    `select terms, pause_ms from ${SCHEMA}.run where id = $1`,
    [run],
  );
  return row && { terms: Terms.parse(row.terms), pauseMs: row.pause_ms };
}

/** `lost`: somebody else has the job, or had it. `over`: nobody waits for it any more. */
export type HandOver = 'accepted' | 'lost' | 'over';

/**
 * Stores what came of a company and completes its job, both or neither. May be repeated where it is
 * not known whether it was done.
 *
 * @throws WrongClock
 */
export async function handOver(
  queue: CollectionQueue,
  claim: Claim,
  result: CompanyResult,
  now: () => number,
): Promise<HandOver> {
  const { run, company } = claim.data;
  const rows = result.lines ? await pack(result.lines) : null;
  return queue.transaction(async (db) => {
    // The run stays until this is done, and nobody asks for its companies again meanwhile.
    const runs = await db.executeSql(`select 1 from ${SCHEMA}.run where id = $1 for key share`, [
      run,
    ]);
    const completed = await queue.boss.complete(claim.name, claim, null, { db });
    if (affected(completed) !== 1) return (await isAccepted(db, claim)) ? 'accepted' : 'lost';
    await checkClock(db, now());
    if (runs.rows.length === 0) return 'over';
    await db.executeSql(
      `insert into ${SCHEMA}.result (run, company, job, attempt, outcomes, commits, rows)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      [
        run,
        company,
        claim.id,
        claim.retryCount,
        JSON.stringify(result.outcomes),
        result.commits,
        rows,
      ],
    );
    return 'accepted';
  });
}

/** Leaves the company to another try, after a pause. May be repeated, as a hand-over may. */
export async function giveBack(
  { boss }: CollectionQueue,
  claim: Claim,
  why: string,
): Promise<void> {
  await boss.fail(claim.name, claim, { message: why });
}

/** Ends a job that nobody waits for. May be repeated. */
export async function drop({ boss }: CollectionQueue, claim: Claim): Promise<void> {
  await boss.complete(claim.name, claim);
}

async function isAccepted(db: Db, { id, retryCount }: Claim): Promise<boolean> {
  const { rows } = await db.executeSql(
    `select 1 from ${SCHEMA}.result where job = $1 and attempt = $2`,
    [id, retryCount],
  );
  return rows.length > 0;
}

async function checkClock(db: Db, now: number): Promise<void> {
  const off = now - (await databaseTime(db));
  if (Math.abs(off) > CLOCK_TOLERANCE_MS) throw new WrongClock(off);
}

function affected(response: object): number {
  return 'affected' in response ? Number(response.affected) : 0;
}
