/**
 * A worker's claim on a company: taken, renewed, and ended with a result. pg-boss numbers
 * the claims of a job, and every call refers to one claim. Once its lease has expired and another
 * worker has the job, its calls have no effect.
 */
import type { Db, JobWithMetadata } from 'pg-boss';
import { findClockFault } from '../../lib/clock.ts';
import type { CompanyResult } from '../collect/collect-companies.ts';
import { BOSS_SCHEMA, type CollectionQueue, type CompanyJob } from './queue.ts';

export type Claim = JobWithMetadata<CompanyJob>;

/** This machine's clock is wrong, so it would record a wrong last day for its copies. */
export class WrongClock extends Error {}

/**
 * Takes the most urgent company, unless as many of its host are taken as may be. Runs under a lock, so that
 * no other worker takes one between counting and taking.
 *
 * @param now this machine's clock, Unix milliseconds
 * @throws WrongClock
 */
export async function take(
  queue: CollectionQueue,
  name: string,
  maxPerHost: number,
  now: () => number,
): Promise<Claim | undefined> {
  return queue.transaction(async (db) => {
    await checkClock(db, now());
    await db.executeSql('select pg_advisory_xact_lock(hashtext($1))', [name]);
    const options = { db, includeMetadata: true as const, groupConcurrency: maxPerHost };
    const [claim] = await queue.boss.fetch<CompanyJob>(name, options);
    return claim;
  });
}

/** @returns whether the claim is still valid */
export async function renew({ boss }: CollectionQueue, claim: Claim): Promise<boolean> {
  return countAffected(await boss.touch(claim.name, claim)) === 1;
}

/**
 * Completes a company's job with its result. May be repeated if it is unknown whether it succeeded.
 *
 * The result passes through the database, because what completes the job also decides whether it is
 * accepted (a folder or bucket could not take part in it), and because workers then need only
 * `DATABASE_URL`. It is deleted as soon as the collector has it.
 *
 * @returns whether it was accepted; false if another worker has or had the job, or the run has ended
 * @throws WrongClock
 */
export async function handOver(
  queue: CollectionQueue,
  claim: Claim,
  result: CompanyResult,
  now: () => number,
): Promise<boolean> {
  const { boss } = queue;
  await checkClock(boss.getDb(), now());
  if (countAffected(await boss.complete(claim.name, claim, result)) === 1) return true;
  const accepted = await queue.query(
    `select 1 from ${BOSS_SCHEMA}.job where id = $1 and retry_count = $2 and state = 'completed'`,
    [claim.id, claim.retryCount],
  );
  return accepted.length > 0;
}

async function checkClock(db: Db, now: number): Promise<void> {
  const { rows } = await db.executeSql(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  );
  const fault = findClockFault(now, Number(rows[0]?.now), 'the database');
  if (fault !== undefined) throw new WrongClock(fault);
}

function countAffected(response: object): number {
  return 'affected' in response ? Number(response.affected) : 0;
}
