/** The kind of release that a tag's name shows. All shapes here were seen in public repositories. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { releaseKind } from '../../../src/pipeline/collect/release-kind.ts';
import { anyCharacter } from '../../support/any-character.ts';

const KINDS = {
  release: `v1.2.3 1.2.3 1.2 v29.0 2026.07.23.02 cli@1.2.3 @scope/pkg@10.0.1 pkg==0.1.23 sdk/go/v0.11.8
    helm-loki-6.10.0 crates_v0.100.0 e2b@0.16.2 v.docker.3.0.10 s0.6.278 v1.0.1-hotfix1 1.4.0.post0
    0.5.0+post.1 9.1.0+driver v3.32.6-cli v2.1.0-vscode v1.6.2-final v51 release-9129
    release/2026-08-20 release-2024.06.03 2025-03 test-client@0.1.0 @scope/preview-server@4.1.0`,
  prerelease: `v1.2.3-rc.1 v1.0.0-rc1 2.0.0b3 v2.7.0a1 v6.6.8rc1 0.7.0.dev4 v6.11.2dev0 v1.61.11-beta.0
    v0.8.1-beta ai@7.0.0-canary.117 v0.10.0-nightly-20240722 v0.0.0-zfe13af3d v2025.4.29-pr4346.1
    v1.32.0-162.0 rc2.153.0-rc.10 prototype-v1.24.0 jitsu2-v2.8.991-beta.20241016094731.df2d8f2
    @scope/pkg@1.0.0-rc-20241014161631 v1.4.45-beta.20251001.1547 APOLLO-0.14.0-RC.10
    nightly-v1.2.0 consensus-v60-rc.5 v0.2026.05.18.09.26.dev_00`,
  build: `latest nightly canary stable dev-20260814 main-gha.34495 precompiled-2026-08-14-fdf7a1c
    nightly-main-20260819063239-f80e6a5df8a4 weekly-f99-f095b4abb ad0df3a before-the-merge
    walrus_v1.9.0_1736797817_main_ci test-tag-2`,
} as const;

describe('the kind of a tag', () => {
  it('is that of examples', () => {
    for (const [kind, tags] of Object.entries(KINDS))
      for (const tag of tags.split(/\s+/)) assert.equal(releaseKind(tag), kind, tag);
  });

  it('does not depend on case, or on the package that stands before it', () => {
    const versions = [...KINDS.release.split(/\s+/), ...KINDS.prerelease.split(/\s+/)].filter(
      (tag) => /^v?\d+\.\d/.test(tag),
    );
    for (const tag of versions) {
      assert.equal(releaseKind(tag.toUpperCase()), releaseKind(tag), tag);
      assert.equal(releaseKind(`@scope/package@${tag}`), releaseKind(tag), tag);
    }
  });

  it('is told of any name', () => {
    const names = fc.oneof(fc.string({ unit: anyCharacter }), fc.constant('1.'.repeat(50_000)));
    fc.assert(
      fc.property(names, (tag) => {
        assert.ok(['release', 'prerelease', 'build'].includes(releaseKind(tag)));
      }),
    );
  });
});
