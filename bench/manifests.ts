/**
 * What the manifests of a partial clone cost: requests and bytes beside those of the clone, from a
 * server on this machine. The repository is a monorepo whose releases touch every manifest.
 *
 * `node bench/run.ts manifests`; `BENCH_REPOSITORY=<bare repository>` measures an existing one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { seeded } from '../src/lib/random.ts';
import { syncRepository } from '../src/pipeline/collect/git/clone.ts';
import { fetchManifests } from '../src/pipeline/collect/git/manifest-contents.ts';
import { gitOverHttp } from '../tools/git-http.ts';
import { data, makeRepository } from '../tools/made-repository.ts';
import { milliseconds, printTable } from './report.ts';

const COMMITS = 6_000;
const WORKSPACES = 60;
const COMMITS_A_RELEASE = 100;

/** Prints requests and bytes of the clone, of its manifests, and of the next collection. */
export async function benchManifests(repository = process.env['BENCH_REPOSITORY']): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  try {
    const origin = resolve(
      repository ?? (await makeRepository(join(folder, 'origin.git'), commits())),
    );
    const server = await gitOverHttp(dirname(origin), basename(origin));
    const copy = join(folder, 'copy.git');
    const url = `${server.url}/bench/monorepo.git`;
    const sync = () =>
      syncRepository({ repository: 'bench/monorepo', url, folder: copy, filter: 'blob:none' });
    const measured = async (work: () => Promise<unknown>) => {
      const before = { ...server.traffic };
      const time = await milliseconds(work);
      const requests = server.traffic.requests - before.requests;
      const kilobytes = Math.round((server.traffic.bytesSent - before.bytesSent) / 1024);
      return `${requests} requests, ${kilobytes} kB, ${time.toFixed(0)} ms`;
    };
    try {
      let contents = 0;
      const clone = await measured(sync);
      const { copy: made } = await sync();
      const manifests = await measured(async () => {
        if (!made) throw new Error('the clone failed');
        const { fetched } = await fetchManifests({ ...made, coveredFrom: null });
        contents = fetched;
      });
      const again = await measured(async () => {
        const { copy: same } = await sync();
        if (same) await fetchManifests({ ...same, coveredFrom: null });
      });
      printTable('Manifests of a partial clone', [
        { what: 'the clone, without contents', value: clone },
        {
          what: `${contents} contents of manifests`,
          value: manifests,
          aim: '2 requests for each 10 000 contents',
        },
        { what: 'both again, with nothing new', value: again, aim: '2 requests' },
      ]);
    } finally {
      server.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same history every time. */
function* commits(): Generator<string> {
  const random = seeded(20260816);
  const pick = (below: number) => Math.floor(random() * below);
  const start = Date.UTC(2024, 0, 1) / 1000;
  const dependencies = Array.from({ length: WORKSPACES }, () =>
    Array.from({ length: 30 }, () => pick(400)),
  );
  for (let commit = 0; commit < COMMITS; commit++) {
    const person = `Person ${pick(40)} <person@example.org> ${start + commit * 9000} +0000`;
    let text = `commit refs/heads/main\nauthor ${person}\ncommitter ${person}\n${data('Change')}\n`;
    text += `M 100644 inline packages/w${pick(WORKSPACES)}/src/file${pick(50)}.ts\n`;
    text += `${data(`export const value = ${pick(1e9)};\n`)}\n`;
    const isRelease = commit % COMMITS_A_RELEASE === 0;
    for (let workspace = 0; workspace < WORKSPACES; workspace++) {
      const own = dependencies[workspace] ?? [];
      const isChanged = pick(WORKSPACES * 10) === 0;
      if (isChanged) own[pick(own.length)] = pick(400);
      if (!isRelease && !isChanged) continue;
      const names = own.map((name) => [`package-${name}`, `^${pick(9)}.0.0`]);
      const manifest = {
        name: `w${workspace}`,
        version: `1.${Math.floor(commit / COMMITS_A_RELEASE)}.0`,
        dependencies: Object.fromEntries(names),
      };
      text += `M 100644 inline packages/w${workspace}/package.json\n`;
      text += `${data(JSON.stringify(manifest, null, 2))}\n`;
    }
    yield text;
  }
}
