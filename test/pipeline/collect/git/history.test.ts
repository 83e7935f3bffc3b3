/** Reading a repository's commits. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
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

const clone = (origin: GitFixture, folder: string, ...options: string[]) =>
  execFileSync('git', ['clone', '--quiet', ...options, folder], { cwd: origin.path });

describe('a history', () => {
  test('has the commits of the default branch, newest first, and its facts, as of the copy', async (t) => {
    const repository = new GitFixture(t);
    const ids = [repository.commit(), repository.commit({ authoredAt: MONDAY - 5 })];
    const head = repository.commit();
    repository.commit({}, 'side');
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
    for (let time = 0; time < 2; time++) {
      const read = await all(commits);
      assert.deepEqual(
        read.map(({ sha }) => sha),
        [...ids, head].map((id) => id.slice(0, 12)).reverse(),
      );
      assert.deepEqual([read[1]?.committedAt, read[1]?.authoredAt], [MONDAY + DAY, MONDAY - 5]);
    }
    const empty = await new GitFixture(t).history();
    assert.deepEqual([empty.head, empty.firstCommitAt, await all(empty.commits)], ['', null, []]);
  });

  test('that begins later leaves out earlier commits and tags, but knows the first commit', async (t) => {
    const repository = new GitFixture(t);
    const id = repository.commit({ files: { a: 'a' } });
    repository.git(['tag', 'v1', 'main']);
    repository.commit({ at: MONDAY + 10 * DAY });
    // A wrong clock in the middle of the history does not hide earlier commits.
    repository.commit({ at: MONDAY - 400 * DAY });
    repository.commit({ at: MONDAY + 11 * DAY });
    repository.git(['tag', 'v2', 'main']);
    // An annotated tag has the date of the tag; a tag of anything but a commit has none.
    const tagger = `Ada Example <ada@example.org> ${MONDAY + 13 * DAY} +0000`;
    const tag = `object ${id}\ntype commit\ntag v3\ntagger ${tagger}\n\nv3\n`;
    repository.git(['tag', 'v3', repository.git(['mktag'], tag)]);
    repository.git(['tag', 'a-tree', `${id}^{tree}`]);
    const history = await repository.history({ coveredFrom: '2026-03-12' });
    const dates = (await all(history.commits)).map(({ committedAt }) => committedAt);
    assert.deepEqual(dates, [MONDAY + 11 * DAY, MONDAY + 10 * DAY]);
    const tags = [
      ['v2', MONDAY + 11 * DAY],
      ['v3', MONDAY + 13 * DAY],
    ];
    assert.deepEqual([history.tags, history.firstCommitAt], [tags, MONDAY]);
  });

  test('is what its commits say, regardless of files and settings', async (t) => {
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
    assert.deepEqual([before.length, before[2]?.coauthors.length], [4, 1]);

    const work = join(temporaryFolder(t), 'work');
    clone(repository, work, repository.path);
    const mailmap = 'Ben Sample <ben@example.org> <ada@example.org>\n';
    writeFileSync(join(work, '.mailmap'), mailmap);
    const borrower = join(temporaryFolder(t), 'borrower.git');
    clone(repository, borrower, '--bare', '--shared', repository.path);
    for (const gitDir of [work, borrower])
      assert.deepEqual(await repository.commits({ gitDir }), before, gitDir);

    repository.git(['replace', '--graft', head, first]);
    mkdirSync(join(repository.path, 'info'), { recursive: true });
    writeFileSync(join(repository.path, 'info', 'grafts'), `${head} ${first}\n`);
    writeFileSync(join(repository.path, 'false.mailmap'), mailmap);
    const settings = {
      mailmap: `file=${join(repository.path, 'false.mailmap')} blob=HEAD:none`,
      log: 'mailmap=false showRoot=false follow=true',
      diff: 'ignoreSubmodules=all renames=copies relative=true',
      trailer: 'separators=#',
      i18n: 'logOutputEncoding=UTF-16',
      core: 'abbrev=4',
      color: 'ui=always',
    };
    for (const [section, lines] of Object.entries(settings))
      appendFileSync(
        join(repository.path, 'config'),
        `[${section}]\n${lines.replaceAll(' ', '\n').replaceAll('=#', '="#"')}\n`,
      );
    assert.equal(repository.git(['config', 'trailer.separators']), '#');
    assert.deepEqual(await repository.commits(), before);
    assert.equal((await repository.history()).firstCommitAt, MONDAY);
  });

  test('that is no repository’s own, was cut off, lacks trees or an object is refused', async (t) => {
    const origin = new GitFixture(t);
    origin.commit({ files: { a: '1' } });
    const lost = origin.git(['rev-parse', 'main^{tree}']);
    origin.commit({ files: { a: '2' } });
    const inside = join(origin.path, 'inside');
    mkdirSync(inside);
    const folder = temporaryFolder(t);
    const [shallow, bare] = [join(folder, 'shallow'), join(folder, 'bare.git')];
    clone(origin, shallow, '--depth=1', origin.url);
    clone(origin, bare, '--bare', '--filter=tree:0', origin.url);
    for (const [gitDir, code] of [
      [inside, 'git-not-a-repository'],
      [shallow, 'git-shallow'],
      [bare, 'git-without-trees'],
    ] as const)
      await assert.rejects(gitHistory({ ...READING, gitDir }), { code });
    rmSync(join(origin.path, 'objects', lost.slice(0, 2), lost.slice(2)));
    await assert.rejects(origin.commits(), { code: 'git-failed', message: /git log: .*tree/ });
  });
});

describe('a commit', () => {
  test('tells how many files of each kind it touched; a merge has none of its own', async (t) => {
    const repository = new GitFixture(t);
    const files = { 'src/a.ts': '1', 'src/b.ts': '1', 'README.md': '1', 'test/a.test.ts': '1' };
    repository.commit({ files });
    repository.git(['branch', 'side', 'main']);
    const side = repository.commit({ files: { 'b.ts': '1' } }, 'side');
    // A rename is a file that went and one that came: two files touched.
    repository.commit({ files: { 'src/a.ts': null, 'src/c.ts': '1', Dockerfile: 'FROM scratch' } });
    repository.commit({ merge: side, files: { 'b.ts': '1' } });
    // Paths of any bytes.
    repository.commit({ files: { '"\\n:100644 \\t\\303\\274.ts"': '1', '":.ts"': '1' } });
    const commits = (await repository.commits()).filter(({ sha }) => !side.startsWith(sha));
    assert.deepEqual(
      commits.map((commit) => [commit.parents, commit.files]),
      [
        [1, counts({ src: 2 })],
        [2, counts({})],
        [1, counts({ src: 2, infra: 1 })],
        [0, counts({ src: 2, docs: 1, test: 1 })],
      ],
    );
  });

  test('whose dates are none is read, and never counts', async (t) => {
    const repository = new GitFixture(t);
    repository.commit();
    const far = '99999999999999999999';
    const dates = ['', '', '-86400', '-86400', far, far, 'yesterday', 'tomorrow'];
    for (let at = 0; at < dates.length; at += 2) {
      const [authored, committed] = dates.slice(at);
      repository.rawCommit(
        `author A <a@example.org> ${authored} +0000\ncommitter A <a@example.org> ${committed} +0000\n\nx\n`,
      );
    }
    const verdicts = (await repository.commits()).map(verdict);
    assert.equal(verdicts.length, 5);
    const misdated = { counted: false, because: 'misdated' };
    assert.deepEqual(
      verdicts.filter(({ counted }) => !counted),
      Array(4).fill(misdated),
    );
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
/** A commit whose author and committer have these bytes. */
function rawBy(repository: GitFixture, signature: Buffer, rest: string): void {
  const date = Buffer.from(` ${MONDAY} +0000\n`);
  const lines = ['author ', 'committer '].flatMap((role) => [Buffer.from(role), signature, date]);
  repository.rawCommit(Buffer.concat([...lines, Buffer.from(rest)]));
}

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
    repository.commit(by('Nickname', 'laptop@example.org'));
    repository.commit({ files: { '.mailmap': mailmap } });
    repository.commit(by('Cy', '12345+cy@users.noreply.github.com'));
    repository.commit(by('Cy', 'Cy@users.noreply.github.com'));
    repository.commit(by('Zoë Example', 'zoe@example.org'));
    const zoe = Buffer.from('Zo\u00eb Example <zoe@example.org>', 'latin1');
    rawBy(repository, zoe, 'encoding ISO-8859-1\n\nx\n');
    const commits = (await repository.commits()).toReversed();
    const found = [0, 2, 4].map((first) => commits.slice(first, first + 2).map(hashes));
    for (const [one, other] of found) assert.deepEqual(one, other);
    // Many people share a first name.
    assert.equal(commits[2]?.nameHash, '');
    assert.equal(new Set(commits.map(({ emailHash }) => emailHash)).size, 3);
  });

  test('may have any bytes or none, and the commit any message', async (t) => {
    const repository = new GitFixture(t);
    repository.rawCommit('author ada\ncommitter ada\n\nx\n');
    repository.rawCommit('\nno header at all\n');
    rawBy(repository, Buffer.from('<>'), '\nx\n');
    const message = `\n\0${'0'.repeat(40)} 1 1 \0x\n%x00 \\0 \u0001\u001e\u001f\n:100644\n\0`;
    for (const name of [
      Buffer.from('Tab\there\t"quoted" bot'),
      Buffer.from('Ünïcode 名前 bot'),
      Buffer.from('Bell\u0007\u001e\u001f\u2028 bot'),
      Buffer.from([0xff, 0xfe, 0x20, 0x62, 0x6f, 0x74]),
    ])
      rawBy(repository, Buffer.concat([name, Buffer.from(' <x@example.org>')]), message);
    const commits = await repository.commits();
    const names = ['', 'Tab here "quoted" bot', 'Ünïcode 名前 bot', 'Bell bot', '\uFFFD\uFFFD bot'];
    const dated = commits.filter(({ committedAt }) => committedAt === MONDAY).reverse();
    assert.deepEqual(
      dated.map(({ botName }) => botName),
      names,
    );
    assert.deepEqual([commits.length, ...hashes(dated[0])], [7, '', '']);
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

test('a coding agent is the author or a co-author, by an account, an address or a name', async (t) => {
  const ben = 'x\n\nCo-authored-by: Ben Sample <ben@example.org>';
  const paired = (trailer: string) => ({ message: `x\n\nCo-Authored-By: ${trailer}` });
  const cases: [CommitPlan, agent: string, role: string, coauthors: number][] = [
    [by('Example Agent', 'x@example.org', ben), 'Example Agent', 'author', 1],
    [by('Exa', 'Agent@agents.example', ben), 'Exa', 'author', 1],
    [by('Exa', '7+example-agent[bot]@users.noreply.github.com', ben), 'Exa', 'author', 1],
    [paired('Exa 2 (large) <agent@agents.example>'), 'Exa 2 (large)', 'coauthor', 0],
    [paired('example pair <x@example.org>'), 'example pair', 'coauthor', 0],
    [paired('Example Pair'), 'Example Pair', 'coauthor', 0],
    [paired('example-agent[bot] <x@example.org>'), 'example-agent[bot]', 'coauthor', 0],
    [paired('<agent@agents.example>'), 'Example Agent', 'coauthor', 0],
  ];
  const commits = await read(t, ...cases.map(([plan]) => plan));
  for (const [index, [, agent, role, coauthors]] of cases.entries()) {
    const commit = commits[index] ?? assert.fail();
    assert.deepEqual([commit.agent, commit.agentRole], [agent, role]);
    assert.equal(commit.coauthors.length, coauthors);
    const kind = role === 'author' ? 'agent' : 'assisted';
    assert.deepEqual(verdict(commit), { counted: true, kind });
  }
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
