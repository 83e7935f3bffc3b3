/** The proposal of `bellwether track`: how it is shown, and how whoever is asked changes it. */
import { createInterface } from 'node:readline/promises';
import { BellwetherError } from '../../lib/errors.ts';
import { count } from '../../lib/prose.ts';
import type { Proposal } from '../../pipeline/collect/organization/proposal.ts';
import type { Registry } from '../../registry/schema.ts';
import { note, say } from './terminal.ts';

export type Change = {
  slug: string;
  /** What the registry knows of it already. */
  known: Record<string, unknown>;
  fields: { name: string; description: string; website: string | null; github: string };
  /** Undefined if its texts name none. */
  sector: string | undefined;
  proposal: Proposal;
};

type Decision = { name: string; role: 'main' | 'side' | 'stewarded' | 'out'; reason?: string };

const HELP =
  'main, side or out <owner/name>; stewarded <owner/name> <who owns it, and why it counts>; sector <slug>; name <name>';

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

/** The proposal with one repository in another role, or without it. */
export function applied(proposal: Proposal, { name, role, reason }: Decision): Proposal {
  const isIt = (one: { name: string }) => one.name.toLowerCase() === name.toLowerCase();
  const known = proposal.repositories.find(isIt);
  const others = proposal.repositories.filter((one) => !isIt(one));
  if (role === 'out') {
    if (others.length > 0) return { ...proposal, repositories: others };
    throw new BellwetherError('nothing-to-track', 'At least one repository has to be tracked.');
  }
  const decided = {
    ...(known ?? { name, commits: null, stars: 0 }),
    role,
    ...(reason !== undefined && { reason }),
  };
  const mains = others.filter((one) => one.role === 'main');
  const rest = others.filter((one) => one.role !== 'main');
  const repositories =
    role === 'main' ? [...mains, decided, ...rest] : [...mains, ...rest, decided];
  return { ...proposal, repositories };
}

/** Asks until it is decided; the proposal is changed on the way. */
export async function agreed(change: Change, { sectors }: Registry): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ask = () => process.stderr.write('Track these? [yes, no, or a change; ? for help] ');
  ask();
  try {
    for await (const line of terminal) {
      const answer = line.trim();
      if (/^(?:y|yes)$/i.test(answer)) {
        if (change.sector !== undefined) return true;
        note(`Choose a sector first: ${sectors.map(({ slug }) => `sector ${slug}`).join(', ')}`);
      } else if (/^(?:n|no|q|quit)$/i.test(answer)) return false;
      else {
        const mistake = takenIn(answer, change, sectors);
        if (mistake === undefined) say(proposalText(change));
        else note(mistake);
      }
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

/** @returns what was wrong with the answer */
function takenIn(answer: string, change: Change, sectors: Registry['sectors']): string | undefined {
  const [, word = '', rest = ''] = /^(\S+)\s+(.+)$/.exec(answer) ?? [];
  if (word === 'name') {
    change.fields.name = rest;
    return undefined;
  }
  if (word === 'sector') {
    if (!sectors.some(({ slug }) => slug === rest))
      return `There is no sector ${rest}; there are ${sectors.map(({ slug }) => slug).join(', ')}`;
    change.sector = rest;
    return undefined;
  }
  if (word !== 'main' && word !== 'side' && word !== 'stewarded' && word !== 'out') return HELP;
  const [, name = rest, reason] = /^(\S+)\s+(.+)$/.exec(rest) ?? [];
  if (!/^[^/\s]+\/[^/\s]+$/.test(name)) return `${name} is not of the form owner/name. ${HELP}`;
  if (word === 'stewarded' && reason === undefined)
    return 'Say who owns it and why it counts: stewarded <owner/name> <reason>';
  try {
    change.proposal = applied(change.proposal, { name, role: word, ...(reason && { reason }) });
    return undefined;
  } catch (error) {
    if (error instanceof BellwetherError) return error.message;
    throw error;
  }
}
