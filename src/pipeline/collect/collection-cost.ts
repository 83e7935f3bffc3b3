/**
 * Estimates the cost of collecting a repository from what is known about it. Pure. Every estimate has
 * a basis and an error factor:
 *
 * - `measured`: an earlier clone of, or fetch from, the same repository;
 * - `size`: its size on the hosting service, times the share of it that copies took here;
 * - `history`: its age and commit rate in the ledger, times the typical size of a commit;
 * - `nothing`: typical values only.
 */
import { sum } from '../../lib/averages.ts';
import type { KeptTransfers } from './transfers.ts';

export type KnownRepository = {
  repository: string;
  /** The existing copy: its size, and the days since it was last updated. */
  copy: { bytes: number; days: number } | undefined;
  transfers: KeptTransfers[string] | undefined;
  /** Size of the whole repository as reported by the hosting service. */
  bytesThere: number | undefined;
  ageDays: number | undefined;
  commitsPerDay: number | undefined;
};

export type Basis = 'measured' | 'size' | 'history' | 'nothing';

export type Cost = {
  requests: number;
  bytes: number;
  seconds: number;
  basis: Basis;
  /**
   * The actual value is probably between the estimate divided by this factor and multiplied by it.
   */
  factor: number;
};

/** Averages of earlier collections on this machine. */
export type Experience = {
  /** Size of a copy divided by the size of its repository. */
  share: number;
  bytesPerSecond: number;
  /** Time that a repository takes regardless of its size. */
  seconds: number;
  copies: number;
};

/**
 * Requests to the remote: for refs, for commits and trees, for .mailmap, and for manifest contents.
 */
const REQUESTS = { copy: 8, renewal: 6 };
/**
 * Typical values for copies without file contents: the medians of 25 public startup repositories with
 * 1 600 to 40 800 commits. A tenth of them had less than 1 300 or more than 3 900 bytes a commit, and
 * a tenth less than 3% or more than 13% of the whole repository's size.
 */
const BYTES_PER_COMMIT = 2_000;
const TYPICAL: Experience = { share: 0.07, bytesPerSecond: 2_000_000, seconds: 2, copies: 0 };
const TYPICAL_BYTES = 12_000_000;
/** Responses of a fetch without anything new. */
const MIN_BYTES = 10_000;
const FACTORS: Record<Basis, number> = { measured: 1.5, size: 2.5, history: 3, nothing: 10 };
/** Minimum number of copies for the share measured here to replace the typical one. */
const MIN_COPIES = 3;

export function experienceOf(known: readonly KnownRepository[]): Experience {
  const whole = known.flatMap(({ transfers, bytesThere }) =>
    transfers?.whole ? [{ ...transfers.whole, bytesThere }] : [],
  );
  const shares = whole.flatMap(({ bytes, bytesThere }) => (bytesThere ? [bytes / bytesThere] : []));
  if (whole.length === 0) return TYPICAL;
  const seconds = Math.min(...whole.map((one) => one.seconds));
  const moving = sum(whole.map((one) => one.seconds)) - seconds * whole.length;
  return {
    share: shares.length >= MIN_COPIES ? median(shares) : TYPICAL.share,
    bytesPerSecond:
      moving > 1 ? sum(whole.map(({ bytes }) => bytes)) / moving : TYPICAL.bytesPerSecond,
    seconds,
    copies: shares.length,
  };
}

export function costOf(known: KnownRepository, experience: Experience): Cost {
  const { bytes, basis } = known.copy ? renewal(known, known.copy) : copy(known, experience);
  return {
    requests: known.copy ? REQUESTS.renewal : REQUESTS.copy,
    bytes,
    seconds: experience.seconds + bytes / experience.bytesPerSecond,
    basis,
    factor: FACTORS[basis],
  };
}

type Sized = Pick<Cost, 'bytes' | 'basis'>;

function copy(
  { transfers, bytesThere, ageDays, commitsPerDay }: KnownRepository,
  { share }: Experience,
): Sized {
  if (transfers?.whole) return { bytes: transfers.whole.bytes, basis: 'measured' };
  if (bytesThere !== undefined) return { bytes: bytesThere * share + MIN_BYTES, basis: 'size' };
  if (ageDays === undefined || commitsPerDay === undefined)
    return { bytes: TYPICAL_BYTES, basis: 'nothing' };
  return { bytes: ageDays * commitsPerDay * BYTES_PER_COMMIT + MIN_BYTES, basis: 'history' };
}

function renewal(
  { ageDays, commitsPerDay, transfers }: KnownRepository,
  { bytes, days }: { bytes: number; days: number },
): Sized {
  if (commitsPerDay !== undefined)
    return { bytes: days * commitsPerDay * BYTES_PER_COMMIT + MIN_BYTES, basis: 'history' };
  if (transfers?.renewed) return { bytes: transfers.renewed.bytes, basis: 'measured' };
  if (ageDays === undefined || ageDays === 0) return { bytes: bytes / 50, basis: 'nothing' };
  return { bytes: (bytes * days) / ageDays + MIN_BYTES, basis: 'history' };
}

export type Total = Omit<Cost, 'basis' | 'factor'> & { low: number; high: number };

/**
 * The total for all repositories, with `jobs` in parallel. The errors of different repositories are
 * independent, so the bounds add up as the root of the sum of squares.
 */
export function totalOf(costs: readonly Cost[], jobs: number): Total {
  const bytes = sum(costs.map((cost) => cost.bytes));
  const above = sum(costs.map((cost) => (cost.bytes * (cost.factor - 1)) ** 2));
  const below = sum(costs.map((cost) => (cost.bytes * (1 - 1 / cost.factor)) ** 2));
  const seconds = costs.map((cost) => cost.seconds);
  return {
    requests: sum(costs.map(({ requests }) => requests)),
    bytes,
    seconds: Math.max(0, ...seconds, sum(seconds) / Math.max(1, jobs)),
    low: bytes - Math.sqrt(below),
    high: bytes + Math.sqrt(above),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
