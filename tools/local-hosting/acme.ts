/** An invented organization with real repositories, on a hosting service of this machine. */
import { join } from 'node:path';
import { dayOf } from '../../src/lib/period.ts';
import { data, makeRepository } from '../made-repository.ts';
import type { HostedRepository, LocalHosting } from './local-hosting.ts';

const DAY = 86_400;
/** Midnight. */
const TODAY = dayOf(Date.now() / 1000) * DAY;

/** How many commits each repository gets a day. */
const PACES: Readonly<Record<string, number>> = {
  engine: 3,
  cloud: 1,
  'engine-python': 1,
  docs: 1,
};

/**
 * Acme, a database company: two products, a client, documentation, a fork, an archive, an empty
 * repository.
 *
 * @param folder where its repositories are made
 */
export async function acme(
  folder: string,
  hosting: LocalHosting,
  commitsADay: Readonly<Record<string, number>> = PACES,
  ageDays = 20,
): Promise<HostedRepository[]> {
  const made = Object.entries(commitsADay).map(
    async ([name, pace], index): Promise<HostedRepository> => ({
      id: index + 1,
      name,
      gitDir: await makeRepository(join(folder, `${name}.git`), commits(name, pace, ageDays)),
      commits: pace * 90,
      stars: pace * 100,
      size: pace * 1000,
      createdAt: new Date((TODAY - ageDays * DAY) * 1000).toISOString(),
      description: name === 'engine' ? 'A vector database.' : null,
      topics: name === 'engine' ? ['database'] : [],
    }),
  );
  const repositories = [
    ...(await Promise.all(made)),
    { id: 21, name: 'linux', fork: true, stars: 9 },
    { id: 22, name: 'old-engine', archived: true, stars: 900 },
    {
      id: 23,
      name: 'empty',
      size: 0,
      createdAt: new Date((TODAY - 20 * DAY) * 1000).toISOString(),
    },
  ];
  hosting.organizations.set('acme', {
    name: 'Acme Example Databases',
    description: 'Makes a database for examples.',
    blog: 'acme.example.org',
    repositories,
  });
  return repositories;
}

function* commits(name: string, pace: number, ageDays: number): Generator<string> {
  for (let index = 0; index < ageDays * pace; index++) {
    const at = TODAY - ageDays * DAY + Math.floor(index / pace) * DAY + 3600 * (1 + (index % pace));
    const person = index % 7;
    const who = `Person ${person} Example <person${person}@example.org> ${at} +0000`;
    yield `commit refs/heads/main
author ${who}
committer ${who}
${data(`Change ${index} of ${name}`)}
M 100644 inline src/part${index % 9}.rs
${data(`// ${index}\n`)}
`;
  }
}
