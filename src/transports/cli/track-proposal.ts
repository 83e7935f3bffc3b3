/** The proposal of `bellwether track`: how it is changed, shown and confirmed. */
import { createInterface } from 'node:readline/promises';
import { BellwetherError } from '../../lib/errors.ts';
import { count } from '../../lib/prose.ts';
import type { Proposal } from '../../pipeline/collect/organization/proposal.ts';
import { note } from './command.ts';

export type Change = {
  slug: string;
  /** Facts that the registry has of it already. */
  known: Record<string, unknown>;
  fields: { name: string; description: string; website: string | null; github: string };
  /** Undefined if its texts name none. */
  sector: string | undefined;
  proposal: Proposal;
};

export function proposalText({ slug, fields, sector, proposal }: Change): string {
  const { repositories, leftOut } = proposal;
  const width = Math.max(...repositories.map(({ name }) => name.length));
  const lines = repositories.map(({ name, role, commits, stars }) => {
    const activity = commits === null ? '' : `${count(commits).padStart(7)} commits in 90 days, `;
    return `  ${role.padEnd(9)} ${name.padEnd(width)} ${activity}${count(stars)} stars`;
  });
  const out = [
    [leftOut.forks, leftOut.forks === 1 ? 'fork' : 'forks'],
    [leftOut.archived, 'archived'],
    [leftOut.notOwn, 'mirrored or templates'],
    [leftOut.quiet, 'with little activity'],
  ] as const;
  const left = out.filter(([many]) => many > 0).map(([many, what]) => `${count(many)} ${what}`);
  return [
    `${fields.name} (${slug}), ${sector === undefined ? 'unknown sector' : `sector ${sector}`}`,
    `  ${fields.description}`,
    ...(fields.website === null ? [] : [`  ${fields.website}`]),
    ...lines,
    ...(left.length > 0 ? [`  left out: ${left.join(', ')}`] : []),
  ].join('\n');
}

/** The proposal with a repository in another role, or without it. */
export function changeRole(
  proposal: Proposal,
  name: string,
  role: 'main' | 'side' | 'out',
): Proposal {
  const isIt = (one: { name: string }) => one.name.toLowerCase() === name.toLowerCase();
  const known = proposal.repositories.find(isIt) ?? { name, commits: null, stars: 0 };
  const others = proposal.repositories.filter((one) => !isIt(one));
  if (role === 'out' && others.length === 0)
    throw new BellwetherError('nothing-to-track', 'At least one repository has to be tracked.');
  const decided = role === 'out' ? [] : [{ ...known, role }];
  const mains = others.filter((one) => one.role === 'main');
  const rest = others.filter((one) => one.role !== 'main');
  const repositories =
    role === 'main' ? [...mains, ...decided, ...rest] : [...mains, ...rest, ...decided];
  return { ...proposal, repositories };
}

/** @throws BellwetherError `not-confirmed` where standard input ends */
export async function confirm(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ask = () => process.stderr.write('Track these? [yes or no] ');
  ask();
  try {
    for await (const line of terminal) {
      if (/^\s*(?:y|yes)\s*$/i.test(line)) return true;
      if (/^\s*(?:n|no|q|quit)\s*$/i.test(line)) return false;
      note('Answer yes or no. Options change the proposal; --help lists them.');
      ask();
    }
  } finally {
    terminal.close();
  }
  throw new BellwetherError(
    'not-confirmed',
    'Nobody answered, so nothing was written. Use --yes to accept the proposal.',
  );
}
