/**
 * Words that a line-based reader of manifests would mistake for packages: fields, keys of tool
 * settings, scripts, link labels. All are in normalized form (PEP 503 for PyPI). A real package with
 * such a name is left out, too. The list was made by reading the names in recordings, most frequent
 * first.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** By ecosystem. */
export const NOT_PACKAGES: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: words(`
    adapter add agents all analyze b base bench benchmark build bun c check ci clean cli codegen
    command common compile core coverage dashboard demo deno deploy dev directory docs e2e engines
    example examples export extension files fix foo format generate git group i id install label
    limit lint main migrate module name node npm optional outdated package packages pkg pnpm
    postbuild postinstall prebuild prepare prepublish preview process publish range rc release
    repository schema scripts sdk shared start storybook-build style table tag target test
    test:e2e timeout tsc tsconfig type type-check typecheck types ui update url utils version
    vscode watch web workflow workspace yarn`),
  pypi: words(`
    about addopts agent-server agents all allow-redefinition api arguments async asyncio
    asyncio-default-fixture-loop-scope asyncio-default-test-loop-scope asyncio-mode attr-rgx
    author author-email authors autobuild b-data ban-relative-imports before-all before-build
    before-test bench benchmark benchmarks-root binary-name bindings blocked blog browser
    build-backend build-dir build-py build-system build-verbosity bulk-fanout bump-map
    bump-pattern bump-version cache-dir call-non-callable call-top-callable cancellation cc cfg
    cfg-keys changelog chat check check-all check-lockfile check-strict checks class-attribute-rgx
    class-const-rgx classifiers clean cmd cmdclass code codegen command-line commands
    compatibility compiler-directives concurrency-limit concurrency-limit-rr config-path
    connectors-reqs console-output-style console-scripts content-type convention core
    core-metadata-version cov-retry dag data-file data-files default default-bump-type
    default-groups default-version definition delayed delete-outdated demo dependencies deploy
    description dev dev-dependencies directives directory disable-error-code disallow-untyped-defs
    division-by-zero django-settings-module doc-version docs docs-check docs-gen docs-generate
    docs-preview docs-reqs docs-serve docstring-code-line-length documentation documents down
    download download-url dummy-variable-rgx durable dynamic dynamic-rate-limit e2e
    editable-profile email embed-reqs empty-parameter-set-mark enable-error-code encoding
    end-before entry-points entrypoint env environment environment-variables eval exclude
    exclude-newer exclude-newer-package exclude-platform existing-loop explicit-package-bases
    expression extend extend-exclude extend-ignore extend-select extension-pkg-whitelist extras
    extras-require extras-requires fallback-version fanout fanout-sync features filename files
    filterwarnings fix fixture fmt fmt-check follow-imports force-exclude force-include format
    format-check format-command format-jinja gen-protos gen-protos-docker generate
    generated-members git git-describe-command github global-names graphs group headers help
    history homepage hub icon ignore ignore-errors ignore-fail ignore-missing-imports ignore-regex
    ignore-words-list include include-package-data indent-style index index-strategy info install
    install-requires installer integration integration-cov-append-retry integration-mac
    integration-only-fast integration-only-slow integration-windows issue-format issues
    junit-duration-report junit-family kernel keywords kickoff known-dtypes known-first-party
    known-pre-libs known-third-party label labels level license license-files licenses licensing
    lifespans line-ending line-length link lint lint-fix lint-types lint-unsafe local-scheme
    log-cli-date-format log-cli-format log-cli-level log-date-format log-file log-file-date-format
    log-file-format log-file-level log-format log-level logger long-description
    long-description-content-type long-prefix maintainer maintainer-email maintainers make
    manifest-path manual-trigger markers max-line-length message metadata minimum-version
    minversion missing-argument missing-typed-dict-key module module-name module-rgx module-root
    my-app mypy-path name namespaces nanobind-version no-cov no-matching-overload not-iterable
    not-subscriptable on-failure optional-dependencies options otel output-format overrides
    package package-data package-data-spec package-dir package-name package-version packages
    parentdir-prefix patches-dir path pattern per-file-ignores per-file-target-version platform
    platforms plot plot-flow plugins prefix prerelease preview profile profiles progress project
    project-urls provider provider-tokens publish-url py-limited-api py-modules py-versions
    pydocstyle pypi python python-classes python-files python-functions python-preference
    python-requires python-source python-version pythonpath pythonplatform pythonversion q
    quote-style rate-limit raw-options readme recompile reddit redundant-cast
    relative-imports-order release release-note releases rename repair-wheel-command replace
    replay repo repo-url repository required required-version requires requires-poetry
    requires-python results retries-with-backoff root rules run run-crew run-flow schema-pattern
    screenshot script script-location scripts search seed select sep serve server service
    setup-cfg setup-requires shared shared-scripts short-description similar simple skip skip-glob
    sort source sources src stage start start-after start-string state streaming strict
    strict-no-cover style subclass-of-final-class subpkgs substitutions sync sys-platform tag
    tag-format tag-pattern tag-prefix tag-regex target target-version tasks tc telemetry template
    test test-command test-cov test-cov-retry test-fast test-framework test-name test-narwhals
    test-requires test-suite test-writes testpaths tests tests-require tests-root text timeout
    timeout-method title title-format tool tools tracker train tutorials twitter type typecheck
    types unit unit-cov-retry unknown-argument unlink unused-ignore-comment
    unused-type-ignore-comment up update url urls use-scm-version uv-version val vcs vectorizer
    venv venv-path version version-contents version-file version-format version-pattern
    version-provider version-scheme versionfile-build versionfile-source wait-until waits
    warn-no-return warn-redundant-casts warn-unused-ignores website worker workspace write-to
    zip-safe`),
  cargo: words(`
    all api authentication branch branches build categories channel cli clippy codegen-units
    common complexity config-file conformance correctness crypto debug default description dev
    docs documentation downloader edition errors exclude features git helper homepage include
    incremental inherits keywords level license license-file links lints lto macros members
    metadata module name nursery opt-level optional overflow-checks package panic path pedantic
    perf profile prover publish readme release repository resolver rev rust-version rustflags
    rustfmt search size strip style suspicious table tag target telemetry terminal test
    unexpected-cfgs utils version workflow workspace`),
};
