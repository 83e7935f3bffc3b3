/**
 * What kind of release a tag is, by its name alone: a release, a pre-release, or no release at all.
 *
 * A version is two or more numbers joined by dots (or an ISO date). What follows it decides first: by
 * Semantic Versioning 2.0 (section 9) anything after a hyphen marks a pre-release, by PEP 440 so do
 * `a1`, `b2`, `rc3` and `.dev4`. Suffixes that many projects put on finished releases are listed
 * here. A word before the version can mark a pre-release as well: `nightly-v1.2.0`.
 */
import type { ReleaseKind } from '../ledger/tables.ts';

/** The first version in a name, past the package that stands before an `@`. */
const VERSION = /^(?<before>(?:.*@)?.*?)\d+(?:\.\d+)+(?<after>.*)$/s;

/** A whole name that is a date, perhaps numbered, or that calls itself a release. */
const DATED =
  /^(?:(?:docs-|self-hosted-)?releases?[/_-])?v?\d{4}-\d{2}(?:-\d{2})?(?:[._-]\d{1,2})?$/;
const NUMBERED_RELEASE = /^(?:[a-z]+[/_-])*releases?[/_-](?:[a-z]+[/_-])*v?\d+$/;
const SINGLE_NUMBER = /^v\d+$/;

/** Words that mark what is not finished, wherever they stand after the version. */
const UNFINISHED_AFTER =
  /(?:^|[^a-z])(?:a|alpha|b|beta|c|rc|dev|develop|nightly|canary|snapshot|preview|pre|prerelease|next|edge|insiders?|experimental|exp|test|testing|debug|wip|unstable|internal|integration|weekly|daily|ea|qa|candidate|m)\d*(?![a-z])/;
/** The same before the version, where a package's name can stand: only what no package is called. */
const UNFINISHED_BEFORE =
  /(?:^|[^a-z])(?:nightly|canary|snapshot|prototype|prerelease|weekly|daily|rc|stresstest)(?![a-z])|^(?:dev|test|alpha|beta)[._/-]?v?$/;

/** What finished releases have after a hyphen: another edition, a repair, a packaging of the same. */
const FINISHED =
  /^[-._+]?(?:final|ga|release|stable|lts|fips|hot-?fix|hotpatch|patch|fix|post|sp|hf|r|build|vscode|jetbrains|cli|ce|ee|oss|mainnet)[-._]?\d*$/;

export function releaseKind(tag: string): ReleaseKind {
  const name = tag.toLowerCase();
  const { before, after } = VERSION.exec(name)?.groups ?? {};
  if (before === undefined || after === undefined) return kindWithoutVersion(name);
  if (UNFINISHED_AFTER.test(after) || UNFINISHED_BEFORE.test(before)) return 'prerelease';
  if (/_ci$/.test(after)) return 'build';
  const [precedence = ''] = after.split('+', 1);
  if (precedence === '' || FINISHED.test(precedence)) return 'release';
  return precedence.startsWith('-') ? 'prerelease' : 'release';
}

function kindWithoutVersion(name: string): ReleaseKind {
  if (DATED.test(name) || NUMBERED_RELEASE.test(name) || SINGLE_NUMBER.test(name)) return 'release';
  return /\brc[.-]?\d+$|^v\d+-?(?:alpha|beta|rc)/.test(name) ? 'prerelease' : 'build';
}
