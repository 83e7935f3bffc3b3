/**
 * Users' stars, cached in the store for all processes and restarts. Losing the cache only costs
 * requests to the hosting service, so errors of the store are ignored.
 */
import { z } from 'zod';
import { KeptAnswer } from '../../hosting/kept-answers.ts';
import type { Store } from '../../store/store.ts';

const KeptListing = z.object({
  /** Fingerprint of the repositories that were tracked when the stars were read. */
  tracked: z.string(),
  /** Stars of tracked repositories, oldest first. */
  stars: z.array(
    z.object({
      repository: z.string(),
      starredAt: z.string(),
      createdAt: z.string().nullable(),
    }),
  ),
  /** Number of stars read, of any repository. */
  read: z.int(),
  /** Number of entries that could not be read. */
  unreadable: z.int(),
  /** Number of all stars of the user; null if the hosting service does not say. */
  total: z.int().nullable(),
  /** False if the user has more stars than were read. */
  isComplete: z.boolean(),
  readAt: z.iso.datetime(),
  /** Pages with their validators, for conditional requests. */
  pages: z.array(KeptAnswer),
});
export type KeptListing = z.infer<typeof KeptListing>;

export type StarCache = {
  get: (login: string) => Promise<KeptListing | undefined>;
  put: (login: string, listing: KeptListing) => Promise<void>;
  remove: (login: string) => Promise<void>;
};

export const NO_STAR_CACHE: StarCache = {
  get: async () => undefined,
  put: async () => undefined,
  remove: async () => undefined,
};

/** Listings that were not requested for this long are deleted. */
const KEPT_DAYS = 30;

/**
 * A cache in a store that the caller migrates and closes. Payments use the same store and report its
 * errors.
 */
export function storedStarCache(store: Store): StarCache {
  return {
    get: (login) => read(store, login).catch(() => undefined),
    put: (login, listing) => write(store, login, listing).catch(() => undefined),
    remove: (login) => remove(store, login).catch(() => undefined),
  };
}

async function remove({ database }: Store, login: string): Promise<void> {
  await database.deleteFrom('star_listing').where('login', '=', login).execute();
}

async function read({ database }: Store, login: string): Promise<KeptListing | undefined> {
  const row = await database
    .selectFrom('star_listing')
    .select('listing')
    .where('login', '=', login)
    .executeTakeFirst();
  if (row?.listing == null) return undefined;
  // A listing written by another version is ignored.
  return KeptListing.safeParse(JSON.parse(row.listing)).data;
}

async function write({ database }: Store, login: string, listing: KeptListing): Promise<void> {
  const values = { listing: JSON.stringify(listing), read_at: listing.readAt };
  await database
    .insertInto('star_listing')
    .values({ login, ...values })
    .onConflict((conflict) => conflict.column('login').doUpdateSet(values))
    .execute();
  const oldest = new Date(Date.now() - KEPT_DAYS * 86_400_000).toISOString();
  await database.deleteFrom('star_listing').where('read_at', '<', oldest).execute();
}
