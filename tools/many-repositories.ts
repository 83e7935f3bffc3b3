/**
 * A hosting service on this machine with many small repositories, some of them broken: for tests and
 * benches of collecting.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { seeded } from '../src/features/research/random.ts';
import { type Behaviour, type GitServer, gitOverHttp } from './git-http.ts';
import { data, makeRepository } from './made-repository.ts';

export type ManyRepositories = GitServer & {
  /** `owner/name` of each. */
  names: string[];
  /** Number of repositories that cannot be cloned, or are empty. */
  broken: number;
  /** The most requests that were open at the same time since the last call. */
  mostAtOnce: () => number;
};

const MAKERS = 4;

/**
 * @param folder where they are made
 * @param onRequest called with the path of each request before it is answered
 * @param latencyMs before each answer, as over a network
 */
export async function manyRepositories(
  folder: string,
  number: number,
  onRequest: (path: string) => void = () => undefined,
  latencyMs = 0,
): Promise<ManyRepositories> {
  await mkdir(folder, { recursive: true });
  const names = Array.from({ length: number }, (_, index) => `made/small${index}`);
  const limit = pLimit(MAKERS);
  await Promise.all(
    names.map((name, index) =>
      limit(() => makeRepository(join(folder, folderOf(name)), commitsOf(index), true)),
    ),
  );
  let open = 0;
  let most = 0;
  const behave = (path: string): Behaviour => {
    onRequest(path);
    const fault = faultIn(Number(/\/small(\d+)/.exec(path)?.[1]));
    return typeof fault === 'number' ? fault : 'serve';
  };
  const server = await gitOverHttp((path) => join(folder, folderOf(path.slice(1))), behave, {
    latencyMs,
    onOpen: (change) => {
      open += change;
      most = Math.max(most, open);
    },
  });
  const mostAtOnce = () => {
    const before = most;
    most = open;
    return before;
  };
  const broken = names.filter((_, index) => faultIn(index) !== undefined).length;
  return { ...server, names, broken, mostAtOnce };
}

/** Deleted, refused, or without a commit. */
function faultIn(index: number): 404 | 400 | 'empty' | undefined {
  if (index % 10 === 3) return 404;
  if (index % 15 === 7) return 400;
  return index % 25 === 11 ? 'empty' : undefined;
}

function folderOf(path: string): string {
  const [, , name = ''] = /^([^/]+)\/([^/?]+?)(?:\.git)?(?:[/?]|$)/.exec(path) ?? [];
  return `${name}.git`;
}

/** Some weeks of a few people, other ones for each repository. */
function* commitsOf(index: number): Generator<string> {
  if (faultIn(index) === 'empty') return;
  const random = seeded(index + 1);
  const pick = (below: number) => Math.floor(random() * below);
  let at = Date.UTC(2026, 0, 5 + pick(28), 9) / 1000;
  const commits = 5 + pick(40);
  for (let commit = 0; commit < commits; commit++) {
    at += 3600 + pick(3 * 86_400);
    const person = pick(6);
    const author = `Person ${person} Example <person${person}@example.org> ${at} +0000`;
    const manifest = `{"dependencies":{"package-${pick(9)}":"1.${pick(9)}.0"}}`;
    yield `commit refs/heads/main\nauthor ${author}\ncommitter ${author}\n${data(`Change ${commit}`)}
M 100644 inline src/file${pick(5)}.ts\n${data(`export const value = ${pick(1e6)};\n`)}
M 100644 inline package.json\n${data(manifest)}
`;
  }
}
