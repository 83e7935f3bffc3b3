/** The numbers of the findings that rest on the study, in the form of `registry/findings.yaml`. */
import { decimals } from '../../../src/lib/averages.ts';
import type { GroupResult, Lift } from './lift.ts';

export type FindingNumbers = Readonly<Record<string, number>>;

/** Shares in percent, differences in points with one decimal. */
export function raiseFindings(results: readonly GroupResult[]): Record<string, FindingNumbers> {
  const group = (name: string) => {
    const found = results.find((result) => result.group === name);
    if (!found) throw new RangeError(`the study has no group ${name}`);
    return found;
  };
  const { primary, following } = group('added');
  const points = (value: number) => decimals(100 * value, 1);
  const interval = (key: string, { lift, low, high }: Pick<Lift, 'lift' | 'low' | 'high'>) => ({
    [key]: points(lift),
    [`${key}Low`]: points(low),
    [`${key}High`]: points(high),
  });
  return {
    'spikes-before-raises': {
      ...interval('added', primary),
      ...interval('since2022', group('since-2022').primary),
      ...interval('since2024', group('since-2024').primary),
      ...interval('together', group('together').primary),
      none: 0,
      flagged: Math.round(100 * primary.flagged),
      base: Math.round(100 * primary.base),
      p: decimals(primary.p, 2),
      smallest: points(primary.smallest),
      rounds: primary.events,
      companies: primary.companies,
    },
    'raises-after-spikes': {
      ...interval('difference', { ...following, lift: following.share - following.base }),
      none: 0,
      share: points(following.share),
      base: points(following.base),
      spikes: following.spikes,
      perRound: decimals(following.spikesPerEvent, 1),
      weeksPerRound: decimals(following.weeksPerEvent, 1),
    },
  };
}
