/**
 * What was read of users' stars, kept in the store for every process and the next start. Losing it
 * costs a request to the hosting service and nothing else, so a store that fails is passed over.
 */
import { z } from 'zod';
import { KeptAnswer } from '../../hosting/kept-answers.ts';
import type { Store } from '../../store/store.ts';

const KeptListing = z.object({
  /** Names the repositories that were tracked when it was read. */
  tracked: z.string(),
  /** Those of tracked repositories, oldest first. */
  stars: z.array(
    z.object({
      repository: z.string(),
      starredAt: z.string(),
      createdAt: z.string().nullable(),
    }),
  ),
  /** Stars that were read, of whatever repositories. */
  read: z.int(),
  unreadable: z.int(),
  /** All stars of the user; null where the hosting service does not say. */
  total: z.int().nullable(),
  isComplete: z.boolean(),
  /** When it was read, ISO 8601. */
  readAt: z.iso.datetime(),
  /** Pages with their validators, for the next reading. */
  pages: z.array(KeptAnswer),
});
export type KeptListing = z.infer<typeof KeptListing>;

export type StarCache = {
  get: (login: string) => Promise<KeptListing | undefined>;
  put: (login: string, listing: KeptListing) => Promise<void>;
  remove: (login: string) => Promise<void>;
  /** Whether the caller is now the one who reads the user's stars, for a while. */
  hold: (login: string, milliseconds: number) => Promise<boolean>;
  /** Stays the one who reads them. */
  renew: (login: string, milliseconds: number) => Promise<void>;
};

/** Nothing is kept. */
export const NO_STAR_CACHE: StarCache = {
  get: async () => undefined,
  put: async () => undefined,
  remove: async () => undefined,
  hold: async () => true,
  renew: async () => undefined,
};

/** Listings that nobody asked for in so long are removed. */
const KEPT_DAYS = 30;

/** In a store whose owner migrates and closes it. */
export function storedStarCache(store: Store): StarCache {
  const orElse = async <T>(fallback: T, work: (open: Store) => Promise<T>): Promise<T> => {
    try {
      return await work(store);
    } catch {
      // The payments, which share the store, say what is wrong with it.
      return fallback;
    }
  };
  return {
    get: (login) => orElse(undefined, (open) => read(open, login)),
    put: (login, listing) => orElse(undefined, (open) => write(open, login, listing)),
    remove: (login) =>
      orElse(undefined, async ({ database }) => {
        await database.deleteFrom('star_listing').where('login', '=', login).execute();
      }),
    hold: (login, milliseconds) => orElse(true, (open) => hold(open, login, milliseconds)),
    renew: (login, milliseconds) =>
      orElse(undefined, async ({ database }) => {
        const held_until = after(milliseconds);
        await database
          .updateTable('star_listing')
          .set({ held_until })
          .where('login', '=', login)
          .execute();
      }),
  };
}

async function read({ database }: Store, login: string): Promise<KeptListing | undefined> {
  const row = await database
    .selectFrom('star_listing')
    .select('listing')
    .where('login', '=', login)
    .executeTakeFirst();
  if (row?.listing == null) return undefined;
  // One that another version wrote is as good as none.
  return KeptListing.safeParse(JSON.parse(row.listing)).data;
}

async function write({ database }: Store, login: string, listing: KeptListing): Promise<void> {
  const values = { listing: JSON.stringify(listing), read_at: listing.readAt, held_until: null };
  await database
    .insertInto('star_listing')
    .values({ login, ...values })
    .onConflict((conflict) => conflict.column('login').doUpdateSet(values))
    .execute();
  const oldest = after(-KEPT_DAYS * 86_400_000);
  await database
    .deleteFrom('star_listing')
    .where((where) =>
      where.or([
        where('read_at', '<', oldest),
        // Whoever was to read it ended before.
        where.and([where('read_at', 'is', null), where('held_until', '<', oldest)]),
      ]),
    )
    .execute();
}

/** The moment so long after now. */
function after(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toISOString();
}

async function hold({ transaction }: Store, login: string, milliseconds: number): Promise<boolean> {
  const now = after(0);
  return transaction(async (database) => {
    await database
      .insertInto('star_listing')
      .values({ login, listing: null, read_at: null, held_until: null })
      .onConflict((conflict) => conflict.column('login').doNothing())
      .execute();
    const taken = await database
      .updateTable('star_listing')
      .set({ held_until: after(milliseconds) })
      .where('login', '=', login)
      .where((where) => where.or([where('held_until', 'is', null), where('held_until', '<', now)]))
      .executeTakeFirst();
    return taken.numUpdatedRows > 0n;
  });
}
