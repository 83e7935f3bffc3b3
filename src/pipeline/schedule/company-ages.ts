/** The last day that each company's copies cover, from the ledger. */
import { Memo } from '../../lib/memoize.ts';
import type { Day } from '../../lib/period.ts';
import type { Registry } from '../../registry/schema.ts';
import { rowsOf } from '../ledger/connection.ts';
import { COPIES_QUERY } from '../ledger/copies.ts';
import { type Ledger, ledgerFingerprint, queryLedger } from '../ledger/ledger.ts';

/** Last days covered, by company and then by repository. */
export type HeldDays = ReadonlyMap<string, ReadonlyMap<string, Day>>;

const latest = new Memo<string, HeldDays>({ entries: 1 });

/** Read again only when the ledger has changed. */
export function heldDays(ledger: Ledger): Promise<HeldDays> {
  return latest.get(ledgerFingerprint(ledger), async () => {
    const held = new Map<string, Map<string, Day>>();
    await queryLedger(ledger, async (connection) => {
      for await (const [company, repository, , through] of rowsOf(connection, COPIES_QUERY))
        held
          .getOrInsertComputed(String(company), () => new Map())
          .set(String(repository), Number(through));
    });
    return held;
  });
}

/** The last day that all copies of each tracked company cover; null if one was never collected. */
export function companyAges(
  { companies }: Pick<Registry, 'companies'>,
  held: HeldDays,
): Map<string, Day | null> {
  return new Map(
    companies.map(({ slug, repositories }) => {
      const days = repositories.map(({ name }) => held.get(slug)?.get(name));
      const isWhole = days.every((day) => day !== undefined);
      return [slug, isWhole && days.length > 0 ? Math.min(...days) : null];
    }),
  );
}
