/** Reading a repository's commits. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { parseDay } from '../../../../src/lib/period.ts';
import { gitHistory } from '../../../../src/pipeline/collect/git/history.ts';
import { filterCommit } from '../../../../src/pipeline/signals/filter.ts';
import {
  ADA,
  all,
  BEN,
  type CommitPlan,
  DAY,
  GitFixture,
  MONDAY,
  READING,
  RULES,
  temporaryFolder,
} from '../git-fixture.ts';

describe('a history', () => {
  test('has every commit of the default branch, newest first', async (t) => {
    const repository = new GitFixture(t);
    const ids = [
      repository.commit(),
      repository.commit({ authoredAt: MONDAY - 5 }),
      repository.commit(),
    ];
    repository.commit({}, 'side');
    const commits = await repository.commits();
    assert.deepEqual(
      commits.map(({ sha }) => sha),
      ids.map((id) => id.slice(0, 12)).reverse(),
    );
    assert.deepEqual(commits[1]?.committedAt, MONDAY + DAY);
    assert.deepEqual(commits[1]?.authoredAt, MONDAY - 5);
  });

  test('tells the head, the first commit and the last full day before the copy', async (t) => {
    const repository = new GitFixture(t);
    repository.commit();
    const head = repository.commit();
    const { commits, ...facts } = await repository.history({ copiedAt: MONDAY + 5 * DAY + 60 });
    assert.deepEqual(facts, {
      repository: 'example/origin',
      head: head.slice(0, 12),
      coveredFrom: null,
      coveredThrough: '2026-03-06',
      firstCommitAt: MONDAY,
      tags: [],
      releasesFrom: null,
      dependencyBasis: 'manifests',
    });
    // It can be read again, and stays what it was when the branch moves.
    repository.commit();
    for (let time = 0; time < 2; time++) assert.equal((await all(commits)).length, 2);
    const empty = await new GitFixture(t).history();
    assert.deepEqual([empty.head, empty.firstCommitAt, await all(empty.commits)], ['', null, []]);
  });

  test('that begins later leaves out earlier commits and tags, but knows the first commit', async (t) => {
    const repository = new GitFixture(t);
    repository.commit();
    repository.git(['tag', 'v1', 'main']);
    repository.commit({ at: MONDAY + 10 * DAY });
    // A wrong clock in the middle of the history does not hide earlier commits.
    repository.commit({ at: MONDAY - 400 * DAY });
    repository.commit({ at: MONDAY + 11 * DAY });
    repository.git(['tag', 'v2', 'main']);
    const history = await repository.history({ coveredFrom: '2026-03-12' });
    const commits = await all(history.commits);
    assert.deepEqual(
      commits.map(({ committedAt }) => committedAt),
      [MONDAY + 11 * DAY, MONDAY + 10 * DAY],
    );
    assert.deepEqual(history.tags, [['v2', MONDAY + 11 * DAY]]);
    assert.equal(history.firstCommitAt, MONDAY);
  });

  test('dates annotated tags by the tag and leaves out tags of anything but commits', async (t) => {
    const repository = new GitFixture(t);
    const id = repository.commit({ files: { a: 'a' } });
    const tagger = `Ada Example <ada@example.org> ${MONDAY + 3 * DAY} +0000`;
    const tag = `object ${id}\ntype commit\ntag v1\ntagger ${tagger}\n\nv1\n`;
    repository.git(['tag', 'v1', repository.git(['mktag'], tag)]);
    repository.git(['tag', 'a-tree', `${id}^{tree}`]);
    assert.deepEqual((await repository.history()).tags, [['v1', MONDAY + 3 * DAY]]);
  });

  test('of a working copy is that of its commits, regardless of files in its folder', async (t) => {
    const origin = new GitFixture(t);
    origin.commit({ files: { 'a.ts': 'a' } });
    const folder = join(temporaryFolder(t), 'work');
    execFileSync('git', ['clone', '--quiet', origin.path, folder], { stdio: 'pipe' });
    writeFileSync(join(folder, '.mailmap'), 'Ben Sample <ben@example.org> <ada@example.org>\n');
    const { commits } = await gitHistory({ ...READING, gitDir: folder });
    assert.deepEqual(await all(commits), await origin.commits());
  });

  test('that is no repository’s own, or was cut off, is refused', async (t) => {
    const origin = new GitFixture(t);
    for (let commit = 0; commit < 2; commit++) origin.commit();
    const inside = join(origin.path, 'inside');
    mkdirSync(inside);
    const shallow = join(temporaryFolder(t), 'shallow');
    execFileSync('git', ['clone', '--quiet', '--depth=1', origin.url, shallow], { stdio: 'pipe' });
    for (const [gitDir, code] of [
      [inside, 'git-not-a-repository'],
      [shallow, 'git-shallow'],
    ] as const)
      await assert.rejects(gitHistory({ ...READING, gitDir }), { code });
  });

  test('is what its commits say, regardless of its own files and settings', async (t) => {
    const repository = new GitFixture(t);
    const message = 'x\n\nCo-authored-by: Ben Sample <ben@example.org>';
    const first = repository.commit({
      files: { 'a.ts': '1', '.mailmap': 'A <ada@example.org>\n' },
    });
    repository.commit({ message, files: { 'a.ts': null, 'b.ts': '1' } });
    repository.commit();
    const submodule = `160000 ${first} 0\tmodule\n`;
    const index = { GIT_INDEX_FILE: join(repository.path, 'index') };
    repository.git(['update-index', '--index-info'], submodule, index);
    const tree = repository.git(['write-tree'], '', index);
    const parent = repository.head('main');
    const head = repository.git(['commit-tree', '-p', parent, '-m', 'x', tree], '', COMMITTER);
    repository.git(['update-ref', 'refs/heads/main', head]);
    const before = await repository.commits();
    assert.equal(before.length, 4);
    assert.equal(before[2]?.coauthors.length, 1);

    repository.git(['replace', '--graft', head, first]);
    mkdirSync(join(repository.path, 'info'), { recursive: true });
    writeFileSync(join(repository.path, 'info', 'grafts'), `${head} ${first}\n`);
    writeFileSync(
      join(repository.path, 'false.mailmap'),
      'Ben <ben@example.org> <ada@example.org>\n',
    );
    for (const setting of [
      ['mailmap.file', join(repository.path, 'false.mailmap')],
      ['mailmap.blob', 'HEAD:none'],
      ['log.mailmap', 'false'],
      ['trailer.separators', '#'],
      ['diff.ignoreSubmodules', 'all'],
      ['diff.renames', 'copies'],
      ['diff.relative', 'true'],
      ['log.showRoot', 'false'],
      ['log.follow', 'true'],
      ['i18n.logOutputEncoding', 'UTF-16'],
      ['core.abbrev', '4'],
      ['color.ui', 'always'],
    ] as const)
      repository.git(['config', ...setting]);
    assert.deepEqual(await repository.commits(), before);
    assert.equal((await repository.history()).firstCommitAt, MONDAY);
  });

  test('may lie in objects that it borrows from another repository', async (t) => {
    const lender = new GitFixture(t);
    lender.commit({ files: { 'a.ts': '1' } });
    const folder = join(temporaryFolder(t), 'borrower.git');
    execFileSync('git', ['clone', '--quiet', '--bare', '--shared', lender.path, folder]);
    const { commits } = await gitHistory({ ...READING, gitDir: folder });
    assert.deepEqual(await all(commits), await lender.commits());
  });

  test('with a missing object fails instead of ending early', async (t) => {
    const repository = new GitFixture(t);
    repository.commit({ files: { a: '1' } });
    const lost = repository.git(['rev-parse', 'main^{tree}']);
    repository.commit({ files: { a: '2' } });
    rmSync(join(repository.path, 'objects', lost.slice(0, 2), lost.slice(2)));
    await assert.rejects(repository.commits(), { code: 'git-failed', message: /git log: .*tree/ });
  });
});

describe('a commit', () => {
  test('tells how many files of each kind it touched', async (t) => {
    const repository = new GitFixture(t);
    const files = { 'src/a.ts': '1', 'src/b.ts': '1', 'README.md': '1', 'test/a.test.ts': '1' };
    repository.commit({ files });
    repository.commit({ files: { 'src/a.ts': null, 'src/c.ts': '1', Dockerfile: 'FROM scratch' } });
    const [second, first] = await repository.commits();
    assert.deepEqual(first?.files, counts({ src: 2, docs: 1, test: 1 }));
    // A rename is a file that went and one that came: two files touched.
    assert.deepEqual(second?.files, counts({ src: 2, infra: 1 }));
  });

  test('that merges has two parents and no files of its own', async (t) => {
    const repository = new GitFixture(t);
    repository.commit({ files: { 'a.ts': '1' } });
    repository.git(['branch', 'side', 'main']);
    const side = repository.commit({ files: { 'b.ts': '1' } }, 'side');
    repository.commit({ files: { 'a.ts': '2' } });
    repository.commit({ merge: side, files: { 'b.ts': '1' } });
    const commits = await repository.commits();
    assert.deepEqual(
      commits.map(({ parents }) => parents),
      [2, 1, 1, 0],
    );
    assert.deepEqual(commits[0]?.files, counts({}));
  });

  test('with a path of any bytes is counted', async (t) => {
    const repository = new GitFixture(t);
    repository.commit({ files: { '"\\n:100644 \\t\\303\\274.ts"': '1', '":.ts"': '1' } });
    const { files } = await repository.lastCommit();
    assert.deepEqual(files, counts({ src: 2 }));
  });

  test('whose dates are none is read, and never counts', async (t) => {
    const dates: [authored: string, committed: string][] = [
      ['', ''],
      ['-86400', '-86400'],
      ['99999999999999999999', '99999999999999999999'],
      ['yesterday', 'tomorrow'],
    ];
    for (const [authored, committed] of dates) {
      const repository = new GitFixture(t);
      repository.commit();
      repository.rawCommit(
        `author A <a@example.org> ${authored} +0000\ncommitter A <a@example.org> ${committed} +0000\n\nx\n`,
      );
      const commits = await repository.commits();
      assert.equal(commits.length, 2);
      const broken = commits.find(({ committedAt }) => committedAt !== MONDAY);
      assert.ok(broken, authored);
      assert.deepEqual(verdict(broken), { counted: false, because: 'misdated' }, authored);
    }
  });
});

/** The commits of these plans, in their order. */
async function read(t: TestContext, ...plans: CommitPlan[]): Promise<Read[]> {
  const repository = new GitFixture(t);
  for (const plan of plans) repository.commit(plan);
  return (await repository.commits()).reverse();
}
const by = (name: string, address: string, message = 'x'): CommitPlan => ({
  author: { name, address },
  message,
});

describe('an author', () => {
  test('is a hash of the address and of the name, ignoring case, under one key', async (t) => {
    const repository = new GitFixture(t);
    for (const author of [ADA, { name: 'ADA  example', address: 'Ada@Example.ORG' }, BEN])
      repository.commit({ author });
    const [ben, shouted, ada] = await repository.commits();
    for (const hash of hashes(ada)) assert.match(hash, /^[0-9a-f]{16}$/);
    assert.deepEqual(hashes(shouted), hashes(ada));
    const [other] = await repository.commits({ identityKey: Buffer.from('another key') });
    for (const [index, hash] of hashes(ben).entries()) {
      assert.notEqual(hash, hashes(ada)[index]);
      assert.notEqual(hash, hashes(other)[index]);
    }
  });

  test('is one person by a mailmap, a private address, or an older encoding', async (t) => {
    const repository = new GitFixture(t);
    const mailmap = 'Ada Example <ada@example.org> <laptop@example.org>\n';
    const pairs = [
      [by('Nickname', 'laptop@example.org'), { files: { '.mailmap': mailmap } }],
      [by('Cy', '12345+cy@users.noreply.github.com'), by('Cy', 'Cy@users.noreply.github.com')],
    ];
    for (const plan of pairs.flat()) repository.commit(plan);
    repository.commit(by('Zoë Example', 'zoe@example.org'));
    const line = Buffer.from(
      `Zo\u00eb Example <zoe@example.org> ${MONDAY + DAY} +0000\n`,
      'latin1',
    );
    repository.rawCommit(
      Buffer.concat([
        ...[Buffer.from('author '), line, Buffer.from('committer '), line],
        Buffer.from('encoding ISO-8859-1\n\nx\n'),
      ]),
    );
    const commits = (await repository.commits()).toReversed();
    const found = [0, 2, 4].map((first) => commits.slice(first, first + 2).map(hashes));
    for (const [one, other] of found) assert.deepEqual(one, other);
    // Many people share a first name.
    assert.equal(commits[2]?.nameHash, '');
    assert.equal(new Set(commits.map(({ emailHash }) => emailHash)).size, 3);
  });

  test('without name and address, or of a broken line, is read', async (t) => {
    const repository = new GitFixture(t);
    repository.rawCommit('author ada\ncommitter ada\n\nx\n');
    repository.rawCommit('\nno header at all\n');
    repository.rawCommit(`author <> ${MONDAY} +0000\ncommitter <> ${MONDAY} +0000\n\nx\n`);
    const [last, ...others] = await repository.commits();
    assert.deepEqual([last?.emailHash, last?.nameHash, last?.botName], ['', '', '']);
    assert.equal(others.length, 2);
  });

  test('may have any bytes in the name and the commit any message', async (t) => {
    const repository = new GitFixture(t);
    const names: (string | Buffer)[] = [
      'Tab\there\t"quoted" bot',
      'Ünïcode 名前 bot',
      'Bell\u0007\u001e\u001f\u2028 bot',
      Buffer.from([0xff, 0xfe, 0x20, 0x62, 0x6f, 0x74]),
    ];
    for (const name of names) {
      const signature = Buffer.concat([
        Buffer.from(name),
        Buffer.from(` <x@example.org> ${MONDAY} +0000\n`),
      ]);
      repository.rawCommit(
        Buffer.concat([
          ...[Buffer.from('author '), signature, Buffer.from('committer '), signature],
          Buffer.from(
            `\n\u0000${'0'.repeat(40)} 1 1 \u0000x\n%x00 \\0 \u0001\u001e\u001f\n:100644\n\u0000`,
          ),
        ]),
      );
    }
    const commits = await repository.commits();
    assert.deepEqual(commits.map(({ botName }) => botName).reverse(), [
      'Tab here "quoted" bot',
      'Ünïcode 名前 bot',
      'Bell bot',
      '\uFFFD\uFFFD bot',
    ]);
    assert.deepEqual(new Set(commits.map(({ committedAt }) => committedAt)), new Set([MONDAY]));
  });
});

test('an automation is told by its name or its address, and may be a person', async (t) => {
  const automations = [
    by('updater[bot]', 'x@example.org'),
    by('Release-Train', 'x@example.org'),
    by('Publisher', 'publisher@example.com'),
    by('CI', 'github-actions[bot]@users.noreply.github.com'),
    by('Nice Name', '1+nice[bot]@users.noreply.github.com'),
  ];
  const commits = await read(t, ...automations, by('Pat Talbot', 'pat@example.org'), {});
  for (const commit of commits.slice(0, automations.length))
    assert.deepEqual(verdict(commit), { counted: false, because: 'automation' }, commit.botName);
  // The name is kept for the filter, which counts it; names of other people are kept out.
  const [perhaps, person] = commits.slice(automations.length);
  assert.deepEqual([perhaps?.botName, person?.botName], ['Pat Talbot', '']);
  assert.deepEqual(perhaps && verdict(perhaps), { counted: true, kind: 'person' });
});

describe('a coding agent', () => {
  test('is the author by its account, its address or its application', async (t) => {
    const message = 'x\n\nCo-authored-by: Ben Sample <ben@example.org>';
    const plans = [
      by('Example Agent', 'x@example.org', message),
      by('Exa', 'Agent@agents.example', message),
      by('Exa', '7+example-agent[bot]@users.noreply.github.com', message),
    ];
    for (const [index, commit] of (await read(t, ...plans)).entries()) {
      assert.deepEqual([commit.agent, commit.agentRole], [plans[index]?.author?.name, 'author']);
      assert.deepEqual(verdict(commit), { counted: true, kind: 'agent' });
      assert.equal(commit.coauthors.length, 1);
    }
  });

  test('is a co-author by an address, a name or an account in a trailer', async (t) => {
    const trailers = [
      ['Exa 2 (large) <agent@agents.example>', 'Exa 2 (large)'],
      ['example pair <x@example.org>', 'example pair'],
      ['Example Pair', 'Example Pair'],
      ['example-agent[bot] <x@example.org>', 'example-agent[bot]'],
      ['<agent@agents.example>', 'Example Agent'],
    ] as const;
    const plans = trailers.map(([trailer]) => ({ message: `x\n\nCo-Authored-By: ${trailer}` }));
    for (const [index, commit] of (await read(t, ...plans)).entries()) {
      assert.deepEqual([commit.agent, commit.agentRole], [trailers[index]?.[1], 'coauthor']);
      assert.deepEqual(commit.coauthors, []);
      assert.deepEqual(verdict(commit), { counted: true, kind: 'assisted' });
    }
  });
});

test('co-authors are the people among the trailers, by address and name, each pair once', async (t) => {
  const message = [
    'x',
    '',
    'Co-authored-by: Ben Sample <ben@example.org>',
    'Co-authored-by: Ben <BEN@example.org>',
    'Co-authored-by: Example Pair <agent@agents.example>',
    'Co-authored-by: updater[bot] <1+updater[bot]@users.noreply.github.com>',
    'Co-authored-by: release-train <rt@example.org>',
    'Co-authored-by: Addressless',
    'Co-authored-by: Ben Sample <ben@example.org>',
    'Co-authored-by: Cy Example',
    ' <cy@example.org>',
  ].join('\n');
  const [ben, cy, sameName, commit] = await read(
    t,
    { author: BEN },
    by('Cy', 'cy@example.org'),
    by('Cy Example', 'cy@elsewhere.example'),
    { message },
  );
  assert.deepEqual(commit?.coauthors, [
    { emailHash: ben?.emailHash, nameHash: ben?.nameHash },
    { emailHash: ben?.emailHash, nameHash: '' },
    { emailHash: cy?.emailHash, nameHash: sameName?.nameHash },
  ]);
});

describe('dependencies', () => {
  type Files = Record<string, string | null>;
  /** Dependencies that commits of these files add (+) and remove (-), oldest first. */
  const changesOf = async (t: TestContext, ...steps: Files[]) =>
    (await read(t, ...steps.map((files) => ({ files })))).map(changesIn);
  const named = (name: string, dependencies: object) => JSON.stringify({ name, dependencies });
  const inRoot = (dependencies: object) => ({ 'package.json': npm(dependencies) });
  const inBoth = (a: object, b: object) => ({ 'a/package.json': npm(a), 'b/package.json': npm(b) });
  const many = Array.from({ length: 60_000 }, (_, index) => [`package-number-${index}`, '1']);

  const cases: Record<string, [Files[], string[]]> = {
    'that a commit adds and removes are told; a version bump is neither': [
      [inRoot({ left: '1', kept: '1' }), inRoot({ right: '1', kept: '2' })],
      ['+npm:kept +npm:left', '+npm:right -npm:left'],
    ],
    'that move between manifests in one commit are neither': [
      [inBoth({ a: '1', b: '1' }, {}), inBoth({ b: '1' }, { a: '1' })],
      ['+npm:a +npm:b', ''],
    ],
    'of many workspaces come with the first and go with the last': [
      [
        inBoth({ x: '1' }, {}),
        inBoth({ x: '1' }, { x: '1' }),
        inBoth({}, { x: '2' }),
        inBoth({}, {}),
      ],
      ['+npm:x', '', '', '-npm:x'],
    ],
    'that the workspace declares itself are none': [
      [
        {
          'ui/package.json': named('@example/ui', { react: '1' }),
          'web/package.json': named('web', { '@example/ui': '1.2.3', zod: '1' }),
          'crates/core/Cargo.toml': '[package]\nname = "core-lib"\n[dependencies]\nserde = "1"\n',
          'crates/cli/Cargo.toml': '[package]\nname = "cli"\n[dependencies]\ncore-lib = "1"\n',
        },
      ],
      ['+cargo:serde +npm:react +npm:zod'],
    ],
    'of tests, examples and others’ code are none': [
      [
        {
          'test/fixtures/x/package.json': npm({ b: '1' }),
          'examples/next/package.json': npm({ c: '1' }),
          'vendor/y/package.json': npm({ d: '1' }),
          'a/node_modules/z/package.json': npm({ e: '1' }),
          'Templates/package.json': npm({ f: '1' }),
          'package.json': npm({ a: '1' }),
        },
      ],
      ['+npm:a'],
    ],
    'go with their manifest, and are merged over ecosystems': [
      [inRoot({ a: '1' }), { 'package.json': null, 'requirements.txt': 'a==1\n' }],
      ['+npm:a', '+pypi:a -npm:a'],
    ],
    'of a folder that is named like a manifest are none': [
      [
        { 'package.json/a.ts': '1', 'x/package.json': npm({ a: '1' }) },
        { 'package.json/a.ts': null, 'package.json': npm({ b: '1' }) },
        { 'y/Gemfile/go.mod': 'require example.org/z v1.0.0' },
      ],
      ['+npm:a', '+npm:b', '+go:example.org/z'],
    ],
    'of a manifest in a folder of any name are told': [
      [
        { '"\\303\\274 \\t:^/package.json"': npm({ a: '1' }) },
        { '"a missing/package.json"': npm({ b: '1' }) },
        { '"new\\nline/package.json"': npm({ c: '1' }) },
      ],
      ['+npm:a', '+npm:b', '+npm:c'],
    ],
    'of a manifest that a commit breaks are not all dropped': [
      [inRoot({ a: '1' }), { 'package.json': '<<<<<<< ours' }, inRoot({ a: '1', b: '1' })],
      ['+npm:a', '+npm:b', ''],
    ],
    'of a manifest too large to read are those that it has when it can be read': [
      [inRoot(Object.fromEntries(many)), inRoot({ a: '1' }), { 'x/package.json': npm({ b: '1' }) }],
      ['+npm:a', '', '+npm:b'],
    ],
  };
  for (const [what, [steps, changes]] of Object.entries(cases))
    test(what, async (t) => assert.deepEqual(await changesOf(t, ...steps), changes));

  test('of a branch come with its merge, and not before', async (t) => {
    const repository = new GitFixture(t);
    const base = repository.commit({ files: inRoot({ webpack: '1' }) });
    repository.git(['branch', 'work', base]);
    repository.commit({ files: inRoot({ webpack: '1', tried: '1' }) }, 'work');
    const tip = repository.commit({ files: inRoot({ vite: '1' }) }, 'work');
    repository.commit({ files: { 'a.ts': '1' } });
    const merge = repository.commit({ merge: tip, files: inRoot({ vite: '1' }) });
    const changed = (await repository.commits()).map((commit) => [commit.sha, changesIn(commit)]);
    assert.deepEqual(
      changed.filter(([, changes]) => changes !== ''),
      [
        [merge.slice(0, 12), '+npm:vite -npm:webpack'],
        [base.slice(0, 12), '+npm:webpack'],
      ],
    );
  });
});

function changesIn({ dependenciesAdded, dependenciesRemoved }: Read): string {
  const added = dependenciesAdded.map((name) => `+${name}`).sort();
  return [...added, ...dependenciesRemoved.map((name) => `-${name}`).sort()].join(' ');
}

function npm(dependencies: object): string {
  return JSON.stringify({ dependencies }, null, 2);
}

type Read = Awaited<ReturnType<GitFixture['lastCommit']>>;

const COMMITTER = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((role) => [
    [`GIT_${role}_NAME`, ADA.name],
    [`GIT_${role}_EMAIL`, ADA.address],
    [`GIT_${role}_DATE`, `${MONDAY + 9 * DAY} +0000`],
  ]),
);

function hashes(commit: Read | undefined) {
  return [commit?.emailHash ?? '', commit?.nameHash ?? ''];
}

function counts(files: Partial<Read['files']>): Read['files'] {
  return { src: 0, test: 0, docs: 0, ci: 0, infra: 0, manifest: 0, lock: 0, other: 0, ...files };
}

function verdict(commit: Read) {
  return filterCommit(commit, RULES, parseDay('2026-06-01'), new Set());
}
