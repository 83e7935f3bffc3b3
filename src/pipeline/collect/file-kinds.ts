/**
 * Classifies files by path: source, tests, documentation, CI, infrastructure and so on, in any
 * ecosystem. File contents are never read.
 *
 * Kinds are tried in the order lock, manifest, ci, infra, test, docs, src; anything else is `other`.
 * So a Dockerfile under `.github/` is `ci`, and a manifest among test fixtures is still a manifest.
 * Names are case-insensitive.
 */
import { memoize } from '../../lib/memoize.ts';
import type { FileKind } from '../ledger/ledger-tables.ts';

type KindRules = {
  kind: FileKind;
  names?: string;
  /** Folder names; everything below such a folder is of this kind, at any depth. */
  folders?: string;
  /** The same, but only for configuration and scripts: `k8s/client.go` is source. */
  configurationFolders?: string;
  extensions?: string;
  /** Patterns of file names, in lower case. */
  shape?: RegExp;
};

const RULES: readonly KindRules[] = [
  {
    kind: 'lock',
    names: `package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb
      deno.lock poetry.lock uv.lock pdm.lock pixi.lock pipfile.lock conda-lock.yml pylock.toml
      cargo.lock go.sum go.work.sum gemfile.lock composer.lock mix.lock rebar.lock pubspec.lock
      package.resolved podfile.lock cartfile.resolved flake.lock packages.lock.json paket.lock
      gradle.lockfile buildscript-gradle.lockfile .terraform.lock.hcl chart.lock conan.lock
      stack.yaml.lock cabal.project.freeze module.bazel.lock shard.lock`,
    shape: /^requirements[\w.-]*\.lock$|^pylock\.[\w-]+\.toml$/,
  },
  {
    kind: 'manifest',
    names: `package.json deno.json deno.jsonc jsr.json pyproject.toml setup.py setup.cfg pipfile
      environment.yml pixi.toml cargo.toml go.mod go.work gemfile composer.json mix.exs rebar.config
      pubspec.yaml package.swift podfile cartfile pom.xml build.gradle build.gradle.kts
      settings.gradle settings.gradle.kts libs.versions.toml build.sbt project.clj deps.edn
      packages.config directory.packages.props paket.dependencies conanfile.txt conanfile.py
      vcpkg.json stack.yaml elm.json shard.yml dune-project module.bazel build.zig.zon`,
    extensions: 'gemspec csproj fsproj vbproj cabal podspec',
    shape: /requirements[\w.-]*\.(?:txt|in)$/,
  },
  {
    kind: 'ci',
    names: `.gitlab-ci.yml .travis.yml bitbucket-pipelines.yml appveyor.yml .appveyor.yml .drone.yml
      .cirrus.yml .woodpecker.yml codecov.yml .codecov.yml cloudbuild.yaml cloudbuild.yml
      buildspec.yml wercker.yml codemagic.yaml bors.toml renovate.json renovate.json5 .renovaterc
      .renovaterc.json .mergify.yml`,
    folders: '.github .gitlab .circleci .buildkite .woodpecker .teamcity .azure-pipelines .drone',
    shape: /jenkinsfile|^azure-pipelines?[\w.-]*\.ya?ml$|\.gitlab-ci\.yml$/,
  },
  {
    kind: 'infra',
    names: `vagrantfile procfile tiltfile earthfile skaffold.yaml chart.yaml helmfile.yaml fly.toml
      render.yaml railway.json railway.toml serverless.yml serverless.yaml cdk.json ansible.cfg
      kustomization.yaml kustomization.yml nixpacks.toml .dockerignore`,
    folders: `.devcontainer terraform terragrunt helm charts ansible pulumi kustomize cloudformation
      infra`,
    configurationFolders: `k8s kubernetes infrastructure deploy deployment deployments docker`,
    extensions: 'tf tfvars tofu hcl nix bicep dockerfile nomad',
    shape: /^(?:docker|container)file|^(?:docker-)?compose[\w.-]*\.ya?ml|^pulumi[\w.-]*\.ya?ml$/,
  },
  {
    kind: 'test',
    names: 'conftest.py pytest.ini tox.ini .coveragerc phpunit.xml phpunit.xml.dist karma.conf.js',
    folders: `test tests __test__ __tests__ spec specs e2e __e2e__ testing testdata test-data
      test_data fixtures __fixtures__ __mocks__ __snapshots__ snapshots cypress playwright
      integration-tests integration_tests androidtest`,
    extensions: 'snap feature bats',
    shape:
      /[._-](?:(?:client|server|unit)?tests?|spec|e2e|cy)\.\w+$|^test_|(?<!la|con|at|pro)tests?\.(?:java|kt|cs|swift|scala|php)$/,
  },
  {
    kind: 'docs',
    names: `readme changelog contributing authors contributors maintainers changes history news
      mkdocs.yml docusaurus.config.js docusaurus.config.ts mint.json citation.cff`,
    folders: 'docs doc documentation changelogs .changeset',
    extensions: 'md mdx markdown rst adoc asciidoc tex pod rdoc qmd',
  },
  {
    kind: 'src',
    extensions: `ts tsx mts cts js jsx mjs cjs vue svelte astro py pyx pxd pyi ipynb rs go java kt
      kts scala groovy clj cljs cljc c h cc cpp cxx hpp hxx hh inl ino m mm swift cs fs vb rb erb rake
      php ex exs eex heex erl hrl hs lhs elm ml mli re lua pl pm r jl dart zig nim d v sv vhd cr sol
      move cairo wat asm s cu cuh metal glsl vert frag wgsl hlsl sh bash zsh fish ps1 bat cmd sql
      prisma graphql gql proto thrift fbs capnp html htm css scss sass less styl hbs ejs pug liquid
      twig haml jinja jinja2 j2 tmpl gohtml f f90 f95 pas lisp el scm rkt coffee tcl gd y`,
  },
];

/** Extensions that `configurationFolders` apply to; files without an extension count as well. */
const CONFIGURATION = new Set(
  'yaml yml json toml tpl tmpl conf cfg env ini properties service sh bash'.split(' '),
);

const OTHER = RULES.length;
const NAMES = ranks(({ names }) => names);
const EXTENSIONS = ranks(({ extensions }) => extensions);
const FOLDERS = ranks(({ folders }) => folders);
const CONFIGURATION_FOLDERS = ranks(({ configurationFolders }) => configurationFolders);

/** The rank (position in `RULES`) of every word in one column. */
function ranks(column: (rules: KindRules) => string | undefined): ReadonlyMap<string, number> {
  return new Map(
    RULES.flatMap((rules, rank) =>
      (column(rules)?.split(/\s+/) ?? []).map((word): [string, number] => [word, rank]),
    ),
  );
}

/** The kind of the file at a path (with `/` as in git). */
export function fileKind(path: string): FileKind {
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  const extension = dot < 1 ? '' : name.slice(dot + 1);
  const folder = folderRanks(slash < 0 ? '' : path.slice(0, slash));
  const rank = Math.min(
    NAMES.get(name) ?? OTHER,
    EXTENSIONS.get(extension) ?? OTHER,
    folder.rank,
    extension === '' || CONFIGURATION.has(extension) ? folder.configurationRank : OTHER,
  );
  for (let better = 0; better < rank; better++) {
    const rules = RULES[better];
    if (rules?.shape?.test(name)) return rules.kind;
  }
  return RULES[rank]?.kind ?? 'other';
}

/** Size of the folder cache: a repository has few folders, and most commits touch the same ones. */
const MAX_KNOWN_FOLDERS = 5_000;

const folderRanks = memoize(MAX_KNOWN_FOLDERS, (path) => {
  const folders = path.toLowerCase().split('/');
  const best = (words: ReadonlyMap<string, number>) =>
    Math.min(...folders.map((folder) => words.get(folder) ?? OTHER));
  return { rank: best(FOLDERS), configurationRank: best(CONFIGURATION_FOLDERS) };
});
