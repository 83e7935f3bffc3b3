/** Words that a number decides: places in an order, and titles of one. */
import { ORDINAL_WORDS } from '../../../lib/prose.ts';

const PLACES = ORDINAL_WORDS.slice(0, 10);

/** `second`, `number 14`. */
export function place(nth: number): string {
  return PLACES[nth - 1] ?? `number ${nth}`;
}

const SINGULARS: ReadonlyMap<string, string> = new Map([
  ['commits', 'commit'],
  ['contributors', 'contributor'],
  ['repositories', 'repository'],
  ['people', 'person'],
  ['startups', 'startup'],
  ['rounds', 'round'],
  ['companies', 'company'],
  ['backers', 'backer'],
  ['investors', 'investor'],
  ['acquisitions', 'acquisition'],
  ['exits', 'exit'],
  ['valuations', 'valuation'],
  ['investments', 'investment'],
  ['sectors', 'sector'],
  ['markets', 'market'],
]);

/** `commits in 14 days` → `commit in 14 days`: the first word that has a singular. */
export function ofOne(title: string): string {
  const words = title.split(' ');
  const at = words.findIndex((word) => SINGULARS.has(word));
  return words.map((word, index) => (index === at ? SINGULARS.get(word) : word)).join(' ');
}

/** `company` → `companies`; other titles as they are. */
export function ofMany(title: string): string {
  return [...SINGULARS].find(([, one]) => one === title)?.[0] ?? title;
}
