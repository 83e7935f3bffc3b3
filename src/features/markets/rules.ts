/** The written rules of markets (also in docs/markets.md, with examples). */
import type { Market } from '../../registry/markets.ts';

const WHO =
  'A resolver rules, names the public document, and the ruling stands in the registry. Two rulings that disagree make the market disputed; it has no outcome until a final ruling says why.';
const TIME =
  'Days are UTC. An announcement counts on the day that its own document bears, after the day of opening and up to the closing day.';
const COVERED =
  'Whether the startup is covered by an edition does not matter. If it is no longer tracked, the market is void.';
const MERGED = 'If two of the startups turn out to be one, they count as one.';

const RULES: Readonly<Record<Market['asks'], readonly string[]>> = {
  round: [
    'Yes if a startup named here announces a priced round: new shares sold at a price, called a seed round, a series, an extension of one, or a funding round. Debt, grants, convertible notes, SAFEs, accelerator places, secondary sales and tender offers are none.',
    'No if the closing day passes without such an announcement, or if every startup named here has been acquired, has merged or has closed before it.',
    'A press release, a regulatory filing, or facts that both sides disclosed count; press reports alone do not.',
  ],
  acquisition: [
    'Yes if it is announced that a startup named here is acquired, or merges into another company. An agreement that is called off later still was announced.',
    'No if the closing day passes without such an announcement, or if every startup named here closes or goes public before it.',
    'A press release, a regulatory filing, or facts that both sides disclosed count; press reports alone do not.',
  ],
  coverage: [
    'Yes if the first revision of the edition covers at least so many startups, as its signed manifest and signals.json show.',
    'No if it covers fewer. Void if the edition has not been published within 30 days of its week.',
    'A later revision of the edition changes nothing.',
  ],
};

export function rulesOf({ asks }: Pick<Market, 'asks'>): string[] {
  return asks === 'coverage' ? [...RULES[asks], WHO] : [...RULES[asks], TIME, COVERED, MERGED, WHO];
}
