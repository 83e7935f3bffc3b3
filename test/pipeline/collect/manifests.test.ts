/** Which packages manifests depend on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readManifest } from '../../../src/pipeline/collect/manifests.ts';
import { anyCharacter } from '../../support/any-character.ts';

const manifestDependencies = (path: string, content: string) =>
  readManifest(path, content)?.dependencies ?? new Set();

type Example = { path: string; content: string; packages: string[] };

const EXAMPLES: Record<string, Example> = {
  'package.json, all sections, without what the repository has itself': {
    path: 'web/package.json',
    content: JSON.stringify({
      name: 'web',
      scripts: { build: 'tsc' },
      dependencies: { react: '^19.0.0', '@scope/ui': 'workspace:*', local: 'file:../local' },
      devDependencies: { '@types/react': '19', aliased: 'npm:real@1' },
      peerDependencies: { vue: '>=3' },
      optionalDependencies: { fsevents: '2' },
    }),
    packages: ['npm:react', 'npm:@types/react', 'npm:real', 'npm:vue', 'npm:fsevents'],
  },
  'pyproject.toml with PEP 621, groups and uv': {
    path: 'pyproject.toml',
    content: `
      [project]
      dependencies = ["Django>=5", "ruamel.yaml[jinja2]==0.18 ; python_version > '3.9'", "x @ https://e.org/x"]
      [project.optional-dependencies]
      docs = ["mkdocs_material"]
      [dependency-groups]
      dev = ["pytest", {include-group = "docs"}]
      [tool.uv]
      dev-dependencies = ["ruff"]
      [build-system]
      requires = ["hatchling"]`,
    packages: ['django', 'ruamel-yaml', 'x', 'mkdocs-material', 'pytest', 'ruff'].map(
      (name) => `pypi:${name}`,
    ),
  },
  'pyproject.toml with Poetry': {
    path: 'pyproject.toml',
    content: `
      [tool.poetry.dependencies]
      python = "^3.12"
      httpx = {version = "^0.27", extras = ["http2"]}
      ours = {path = "../ours"}
      [tool.poetry.dev-dependencies]
      mypy = "*"
      [tool.poetry.group.test.dependencies]
      hypothesis = "*"`,
    packages: ['pypi:httpx', 'pypi:mypy', 'pypi:hypothesis'],
  },
  'requirements.txt': {
    path: 'requirements-dev.txt',
    content: `# tools
      -r base.txt
      --index-url https://example.org
      numpy==2.0  # arrays
      Scikit_Learn[all]>=1,<2 ; python_version >= "3.9"
      flask --hash=sha256:00
      -e git+https://example.org/repo.git#egg=from-git
      ./local
      https://example.org/a.whl
      `,
    packages: ['pypi:numpy', 'pypi:scikit-learn', 'pypi:flask', 'pypi:from-git'],
  },
  'Cargo.toml': {
    path: 'crates/core/Cargo.toml',
    content: `
      [package]
      name = "core"
      [dependencies]
      serde = { version = "1", features = ["derive"] }
      tokio.workspace = true
      renamed = { package = "real", version = "1" }
      ours = { path = "../ours", version = "1" }
      [dev-dependencies]
      insta = "1"
      [build-dependencies]
      cc = "1"
      [target.'cfg(unix)'.dependencies]
      nix = "0.29"
      [workspace.dependencies]
      anyhow = "1"`,
    packages: ['serde', 'tokio', 'real', 'insta', 'cc', 'anyhow', 'nix'].map(
      (name) => `cargo:${name}`,
    ),
  },
  'go.mod: direct requirements, without major versions': {
    path: 'go.mod',
    content: `module example.org/m
go 1.25
require github.com/a/b v1.2.3
require (
	github.com/c/d/v2 v2.0.0
	gopkg.in/yaml.v3 v3.0.1
	example.org/indirect v1.0.0 // indirect
)
replace github.com/a/b => ../b
replace (
	github.com/x/y v1.0.0 => github.com/z/y v1.0.1
)`,
    packages: ['go:github.com/a/b', 'go:github.com/c/d', 'go:gopkg.in/yaml'],
  },
  Gemfile: {
    path: 'Gemfile',
    content: `source "https://rubygems.org"
      gem 'rails', '~> 8'
      gem("puma")
      # gem 'commented'
      gem "ours", path: "../ours"
      group(:test) { }
      gemspec`,
    packages: ['gem:rails', 'gem:puma'],
  },
  'composer.json': {
    path: 'composer.json',
    content: JSON.stringify({
      require: { php: '>=8', 'ext-json': '*', 'Laravel/Framework': '^12' },
      'require-dev': { 'phpunit/phpunit': '^11' },
    }),
    packages: ['composer:laravel/framework', 'composer:phpunit/phpunit'],
  },
  'pom.xml': {
    path: 'pom.xml',
    content: `<project><groupId>org.example</groupId><dependencies>
      <dependency><groupId>org.junit</groupId><artifactId>junit</artifactId><version>5</version>
        <exclusions><exclusion><groupId>no</groupId><artifactId>no</artifactId></exclusion></exclusions>
      </dependency>
      <!-- <dependency><groupId>old</groupId><artifactId>old</artifactId></dependency> -->
      <dependency><groupId>\${project.groupId}</groupId><artifactId>ours</artifactId></dependency>
      </dependencies></project>`,
    packages: ['maven:org.junit:junit'],
  },
  'build.gradle and build.gradle.kts': {
    path: 'app/build.gradle.kts',
    content: `dependencies {
      implementation("com.squareup.okhttp3:okhttp:4.12.0")
      testImplementation 'org.junit.jupiter:junit-jupiter'
      implementation(platform("org.springframework.boot:spring-boot-dependencies:3"))
      api group: 'com.google.guava', name: 'guava', version: '33'
      implementation(project(":core"))
      implementation(libs.kotlin.stdlib)
      // implementation("no:no:1")
    }`,
    packages: [
      'maven:com.squareup.okhttp3:okhttp',
      'maven:org.junit.jupiter:junit-jupiter',
      'maven:org.springframework.boot:spring-boot-dependencies',
      'maven:com.google.guava:guava',
    ],
  },
};

test('examples have their packages', () => {
  for (const [what, { path, content, packages }] of Object.entries(EXAMPLES))
    assert.deepEqual([...manifestDependencies(path, content)].sort(), packages.toSorted(), what);
});

test('a version bump changes nothing', () => {
  for (const [before, after, path] of [
    ['{"dependencies":{"a":"1"}}', '{"dependencies":{"a":"2"}}', 'package.json'],
    ['require example.org/a/v2 v2.1.0', 'require example.org/a/v3 v3.0.0', 'go.mod'],
    ['a==1', 'A>=2 ; python_version > "3"', 'requirements.txt'],
    ["gem 'a', '1'", 'gem "a", "~> 2"', 'Gemfile'],
  ] as const)
    assert.deepEqual(manifestDependencies(path, before), manifestDependencies(path, after));
});

test('a manifest that is broken, resolved by a tool, or none has no packages', () => {
  const generated = '# This file was autogenerated by uv via the following command:\nidna==3.7\n';
  const compiled = '#\n# This file is autogenerated by pip-compile with Python 3.12\nidna==3.7\n';
  for (const [path, content] of [
    ['package.json', '{"dependencies": {'],
    ['Cargo.toml', '[dependencies\nserde = '],
    ['pyproject.toml', '<<<<<<< ours\n[project]\n'],
    ['package.json', '["dependencies"]'],
    ['composer.json', 'null'],
    ['package.json', '{"dependencies":["a"],"devDependencies":3}'],
    ['go.mod', ''],
    ['notes.txt', 'numpy==2'],
    ['requirements.txt', compiled],
    ['requirements/base.txt', generated],
    ['setup.py', 'install_requires=["numpy"]'],
  ] as const)
    assert.deepEqual(manifestDependencies(path, content), new Set(), content);
});

test('names that would break a list or a line are left out; a byte order mark breaks nothing', () => {
  const dependencies = { 'a,b': '1', 'a\tb': '1', 'a\nb': '1', '': '1', ok: '1', __proto__x: '1' };
  const content = `\uFEFF${JSON.stringify({ dependencies })}`;
  const packages = manifestDependencies('package.json', content);
  assert.deepEqual([...packages], ['npm:ok', 'npm:__proto__x']);
});

test('any content is read to its end, and names fit a list and a line', () => {
  const paths = Object.values(EXAMPLES).map(({ path }) => path);
  const content = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.json(),
    fc.constantFrom(...Object.values(EXAMPLES).map((example) => example.content)),
  );
  fc.assert(
    fc.property(fc.constantFrom(...paths), content, fc.nat(2000), (path, text, cut) => {
      for (const name of manifestDependencies(path, text.slice(0, cut)))
        assert.match(name, /^[a-z]+:[^\s,]+$/);
    }),
  );
  const pieces = [
    '<!--',
    '<dependency>',
    '\n',
    ' ',
    '#',
    'gem ',
    'require (',
    'a://#',
    'api(',
    '"',
  ];
  for (const piece of pieces)
    for (const path of paths)
      manifestDependencies(path, piece.repeat(Math.ceil(2 ** 20 / piece.length)));
});
