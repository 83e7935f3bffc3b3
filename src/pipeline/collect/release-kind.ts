/**
 * Classifies a tag by its name: a release, a pre-release, or neither.
 *
 * A version is two or more numbers joined by dots, or an ISO date. The text after it decides first:
 * under Semantic Versioning 2.0 (section 9) anything after a hyphen is a pre-release; under PEP 440
 * so are `a1`, `b2`, `rc3` and `.dev4`. Suffixes that many projects use for final releases are listed
 * here. A word before the version may also mark a pre-release: `nightly-v1.2.0`.
 */
import type { ReleaseKind } from '../ledger/ledger-tables.ts';

/** The first version in a name, after any package name that ends with `@`. */
const VERSION = /^(?<before>(?:.*@)?.*?)\d+(?:\.\d+)+(?<after>.*)$/s;

/** A name that is a date, possibly numbered, or that says it is a release. */
const DATED =
  /^(?:(?:docs-|self-hosted-)?releases?[/_-])?v?\d{4}-\d{2}(?:-\d{2})?(?:[._-]\d{1,2})?$/;
const NUMBERED_RELEASE = /^(?:[a-z]+[/_-])*releases?[/_-](?:[a-z]+[/_-])*v?\d+$/;
const SINGLE_NUMBER = /^v\d+$/;

/** Words that mark a pre-release, anywhere after the version. */
const PRERELEASE_AFTER =
  /(?:^|[^a-z])(?:a|alpha|b|beta|c|rc|dev|develop|nightly|canary|snapshot|preview|pre|prerelease|next|edge|insiders?|experimental|exp|test|testing|debug|wip|unstable|internal|integration|weekly|daily|ea|qa|candidate|m)\d*(?![a-z])/;
/**
 * Words that mark a pre-release before the version, where a package's name may stand; limited to
 * words that are not used as package names.
 */
const PRERELEASE_BEFORE =
  /(?:^|[^a-z])(?:nightly|canary|snapshot|prototype|prerelease|weekly|daily|rc|stresstest)(?![a-z])|^(?:dev|test|alpha|beta)[._/-]?v?$/;

/** Suffixes of final releases after a hyphen: an edition, a patch, or a repackaging. */
const FINAL_SUFFIX =
  /^[-._+]?(?:final|ga|release|stable|lts|fips|hot-?fix|hotpatch|patch|fix|post|sp|hf|r|build|vscode|jetbrains|cli|ce|ee|oss|mainnet)[-._]?\d*$/;

export function releaseKind(tag: string): ReleaseKind {
  const name = tag.toLowerCase();
  const { before, after } = VERSION.exec(name)?.groups ?? {};
  if (before === undefined || after === undefined) return kindWithoutVersion(name);
  if (PRERELEASE_AFTER.test(after) || PRERELEASE_BEFORE.test(before)) return 'prerelease';
  if (/_ci$/.test(after)) return 'build';
  const [precedence = ''] = after.split('+', 1);
  if (precedence === '' || FINAL_SUFFIX.test(precedence)) return 'release';
  return precedence.startsWith('-') ? 'prerelease' : 'release';
}

function kindWithoutVersion(name: string): ReleaseKind {
  if (DATED.test(name) || NUMBERED_RELEASE.test(name) || SINGLE_NUMBER.test(name)) return 'release';
  return /\brc[.-]?\d+$|^v\d+-?(?:alpha|beta|rc)/.test(name) ? 'prerelease' : 'build';
}
