/** The current edition in the shape that answers are filled in from. */
import type { Published } from '../../published/published.ts';
import { weekName } from '../reader/say/voice.ts';

export type Numbers = Awaited<ReturnType<typeof currentNumbers>>;

export async function currentNumbers({ editions, registry, addresses }: Published) {
  const period = editions.latest;
  const { meta, trending, sectors } = await editions.signals(period);
  return {
    registry,
    addresses,
    period,
    /** `week 31 of 2026` */
    week: weekName(period),
    meta,
    trending,
    sectors,
    /** By slug; covered ones only. */
    startups: await editions.startups(period),
    evidence: await editions.evidence(period),
    history: await editions.history(),
  };
}
