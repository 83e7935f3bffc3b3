/** Names of accounts and repositories on GitHub. */
import { z } from 'zod';

const NOT_TEXT = 'must be given once, as text';

export const Username = z
  .string(NOT_TEXT)
  .min(1, 'must not be empty')
  .max(39, 'must have at most 39 characters')
  .regex(
    /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/,
    'must be a GitHub user name: letters, digits, and single hyphens between them',
  );

export const RepositoryOwner = z
  .string(NOT_TEXT)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9-]{0,38}$/,
    'must be a GitHub account: 1 to 39 letters, digits and hyphens',
  );

export const RepositoryTitle = z
  .string(NOT_TEXT)
  .regex(
    /^[A-Za-z0-9._-]{1,100}$/,
    'must be the name of a repository: 1 to 100 letters, digits, dots, hyphens and underscores',
  );

/** `owner/name` from what a person typed or copied from an address bar; undefined if malformed. */
export function repositoryIn(text: string): string | undefined {
  const [owner, name, ...more] = text
    .trim()
    .replace(/^(?:https?:\/\/)?(?:www\.)?github\.com\//i, '')
    .replace(/(?:\.git)?\/?$/, '')
    .split('/');
  const isRepository =
    more.length === 0 &&
    RepositoryOwner.safeParse(owner).success &&
    RepositoryTitle.safeParse(name).success;
  return isRepository ? `${owner}/${name}` : undefined;
}

/**
 * The account from text that a person typed, or from the address of its page or one of its
 * repositories.
 *
 * @param site base address of the hosting service's website: `https://github.com`
 * @returns undefined if the text is neither
 */
export function accountIn(text: string, site: string): string | undefined {
  const host = URL.parse(site)?.host ?? 'github.com';
  const typed = text.trim();
  const address = /^(?:https?:\/\/)?([^/]+)\/(?:orgs\/)?([^/?#]+)/i.exec(typed);
  const isOurs = address?.[1]?.replace(/^www\./i, '').toLowerCase() === host.toLowerCase();
  const account = address ? (isOurs ? address[2] : undefined) : typed.replace(/^@/, '');
  return RepositoryOwner.safeParse(account).data;
}
