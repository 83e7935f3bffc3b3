/** Which kind of file a path is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileKind } from '../../../src/pipeline/collect/file-kinds.ts';
import { FILE_KINDS, type FileKind } from '../../../src/pipeline/ledger/ledger-tables.ts';

const EXAMPLES: Record<FileKind, string> = {
  lock: `package-lock.json web/pnpm-lock.yaml yarn.lock bun.lockb uv.lock poetry.lock Cargo.lock
    go.sum Gemfile.lock composer.lock mix.lock flake.lock infra/.terraform.lock.hcl Package.resolved
    requirements-dev.lock gradle.lockfile`,
  manifest: `package.json apps/web/package.json pyproject.toml setup.py requirements.txt
    requirements-dev.txt dev-requirements.in Cargo.toml go.mod Gemfile composer.json pom.xml
    build.gradle app/build.gradle.kts App.csproj mix.exs lib.gemspec Package.swift
    gradle/libs.versions.toml test/fixtures/package.json docs/package.json`,
  ci: `.github/workflows/test.yml .github/dependabot.yml .github/Dockerfile .gitlab-ci.yml
    .circleci/config.yml Jenkinsfile ci/Jenkinsfile.release .buildkite/pipeline.yml
    azure-pipelines.yml azure-pipelines-nightly.yaml .travis.yml bitbucket-pipelines.yml renovate.json
    codecov.yml .github/workflows/README.md`,
  infra: `Dockerfile Dockerfile.dev web/dockerfile api.dockerfile Containerfile docker-compose.yml
    docker-compose.dev.yaml compose.yaml main.tf envs/prod.tfvars helm/values.yaml
    charts/app/templates/service.yaml k8s/deployment.yaml deploy/app.yml Pulumi.yaml Pulumi.prod.yaml
    infra/index.ts ansible/site.yml flake.nix .devcontainer/devcontainer.json fly.toml Vagrantfile
    serverless.yml kustomization.yaml Procfile docker/entrypoint.sh .dockerignore`,
  test: `test/a.ts tests/test_a.py src/a.test.ts src/a.spec.tsx app/__tests__/a.js pkg/a_test.go
    test_models.py src/AppTests.swift src/UserServiceTest.java spec/models/user_spec.rb
    cypress/e2e/login.cy.ts conftest.py web/src/a.clienttest.ts crates/a/snapshots/b.snap
    tests/fixtures/data.json testdata/golden.txt features/login.feature tests/README.md`,
  docs: `README.md README CHANGELOG.md docs/index.html docs/guide/setup.yaml CONTRIBUTING AGENTS.md
    guide.rst book.adoc blog/post.mdx src/README.md mkdocs.yml .changeset/new-thing.md`,
  src: `src/main.ts app.py cmd/server/main.go lib/a.rb index.html styles/site.scss schema.sql
    schema.prisma api.proto build.sh core/lib.rs App.vue k8s/client.go deploy/main.go Test.kt.ts
    src/latest.ts src/Contest.java pkg/attestation.go notebook.ipynb contracts/Token.sol`,
  other: `LICENSE logo.png .gitignore Makefile tsconfig.json openapi.yml data.csv .env.example
    k8s/logo.png locales/de.json .nvmrc go .ts ../x`,
};

test('examples are of their kind, in any case and any order of calls', () => {
  for (const kind of [...FILE_KINDS, ...FILE_KINDS.toReversed()])
    for (const path of EXAMPLES[kind].split(/\s+/)) assert.equal(fileKind(path), kind, path);
  assert.deepEqual(['DOCS/Readme.MD', 'SRC/MAIN.CPP', 'PACKAGE.JSON'].map(fileKind), [
    ...['docs', 'src', 'manifest'],
  ]);
});

test('no path is too strange', () => {
  for (const path of [
    '',
    '/',
    '//',
    '.',
    'a/',
    `${'d/'.repeat(5000)}x`,
    '\0',
    'é/ü.ts',
    'toString',
    '__proto__/constructor',
  ])
    assert.ok(FILE_KINDS.includes(fileKind(path)));
});
