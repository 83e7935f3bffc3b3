/** Which names of a recording's lines are direct dependencies, and which are the company's own. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownPackages } from '../../../src/pipeline/collect/own-packages.ts';
import { recordedDependency } from '../../../src/pipeline/collect/recorded-dependencies.ts';

it('a recorded name is a dependency in the spelling of its registry, or none', () => {
  const dependencies = {
    ...{ 'npm:react': 'npm:react', 'npm:@types/node': 'npm:@types/node' },
    'npm:lint-staged': 'npm:lint-staged',
    'pypi:typing_extensions': 'pypi:typing-extensions',
    'pypi:PyYAML': 'pypi:pyyaml',
    'pypi:ruamel.yaml': 'pypi:ruamel-yaml',
    'pypi:pyOpenSSL': 'pypi:pyopenssl',
    ...{ 'cargo:serde_json': 'cargo:serde_json', 'gem:rails': 'gem:rails' },
    'composer:Laravel/Framework': 'composer:laravel/framework',
    'maven:com.squareup.okhttp3:okhttp:4.12.0': 'maven:com.squareup.okhttp3:okhttp',
    'maven:com.facebook.fresco:webpsupport:': 'maven:com.facebook.fresco:webpsupport',
  };
  for (const [recorded, dependency] of Object.entries(dependencies))
    assert.equal(recordedDependency(recorded), dependency);
  const none = `npm:build npm:dev npm:vercel-build npm:gitHead npm:Common npm:vscode npm:bun
    npm:express/path-to-regexp npm:example-dev pypi:build-backend pypi:requires-python pypi:python
    pypi:asyncio_mode pypi:asyncio_default_fixture_loop_scope pypi:python_requires pypi:Documentation
    pypi:typeCheckingMode pypi:urls.homepage pypi:PROWLER_API_KEY pypi:invalid-return-type
    pypi:long_description_content_type cargo:repository cargo:homepage cargo:rev cargo:edition
    go:golang.org/x/sys composer:ext-json maven:junit maven:libs.androidx.core.ktx maven:project
    unknown:thing nothing :`;
  for (const name of none.split(/\s+/)) assert.equal(recordedDependency(name), undefined, name);
});

describe('a company’s own packages', () => {
  const isOwn = ownPackages('copilotkit', ['CopilotKit/CopilotKit', 'ag-ui-protocol/ag-ui']);
  const isOwnOf = (slug: string, repositories: string[], name: string) =>
    ownPackages(slug, repositories)(name);

  it('have its name, its account’s or a repository’s in front', () => {
    for (const name of ['npm:@copilotkit/react-core', 'pypi:copilotkit', 'npm:@ag-ui/client'])
      assert.ok(isOwn(name), name);
    assert.ok(isOwnOf('mysten', ['MystenLabs/sui'], 'npm:@mysten/seal'));
    assert.ok(isOwnOf('sentry', ['getsentry/sentry-javascript'], 'npm:@sentry-internal/x'));
    assert.ok(isOwnOf('signoz', ['SigNoz/signoz'], 'npm:@signozhq/button'));
    assert.ok(isOwnOf('kestra', ['kestra-io/kestra'], 'maven:io.kestra:core'));
    assert.ok(isOwnOf('daft', ['Eventual-Inc/Daft'], 'cargo:daft-core'));
  });

  it('are not those whose name only begins alike, or is a common word', () => {
    for (const name of ['npm:react', 'npm:copilot', 'npm:@agent/ui', 'pypi:ag', 'cargo:agui'])
      assert.equal(isOwn(name), name === 'cargo:agui', name);
    assert.equal(isOwnOf('sentry', ['getsentry/core'], 'npm:core-js'), false);
    assert.equal(isOwnOf('typesense', ['typesense/typesense'], 'npm:@types/node'), false);
    assert.equal(isOwnOf('x', ['x/js'], 'npm:js-yaml'), false);
  });

  it('are those that its file lists as well, and no other company’s', () => {
    const listed = ['nrwl', 'nx'];
    assert.ok(ownPackages('one', ['one/core'], listed)('npm:@nrwl/workspace'));
    assert.equal(ownPackages('one', ['one/core'], listed)('npm:nrwlish'), false);
    assert.equal(isOwnOf('one', ['one/core'], 'npm:@nrwl/workspace'), false);
  });

  it('have names in any script', () => {
    assert.ok(isOwnOf('套件公司', ['套件公司/主库'], 'npm:@套件公司/核心'));
    assert.equal(isOwnOf('套件公司', ['套件公司/主库'], 'npm:пакет'), false);
  });
});
