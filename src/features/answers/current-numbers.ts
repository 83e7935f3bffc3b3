/** The current edition in the shape that answers are filled in from. */
import type { Addresses } from '../../lib/addresses.ts';
import type {
  EvidenceRecord,
  HistoryTable,
  Sector,
  SignalsResponse,
  Startup,
} from '../../pipeline/edition/record.ts';
import type { Published } from '../../published/published.ts';
import type { Registry } from '../../registry/schema.ts';
import { weekName } from '../reader/say/voice.ts';

export type Numbers = {
  registry: Registry;
  addresses: Addresses;
  period: string;
  /** `week 31 of 2026` */
  week: string;
  meta: SignalsResponse['meta'];
  trending: readonly Startup[];
  sectors: readonly Sector[];
  /** By slug; covered ones only. */
  startups: ReadonlyMap<string, Startup>;
  evidence: ReadonlyMap<string, EvidenceRecord>;
  history: HistoryTable;
};

export async function currentNumbers(published: Published): Promise<Numbers> {
  const { editions, registry, addresses } = published;
  const period = editions.latest;
  const { meta, trending, sectors } = await editions.signals(period);
  return {
    registry,
    addresses,
    period,
    week: weekName(period),
    meta,
    trending,
    sectors,
    startups: await editions.startups(period),
    evidence: await editions.evidence(period),
    history: await editions.history(),
  };
}
