/** Repositories of the hosting service, as people name them. */
import { z } from 'zod';

export const RepositoryOwner = z
  .string('must be given once, as text')
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9-]{0,38}$/,
    'must be a GitHub account: 1 to 39 letters, digits and hyphens',
  );

export const RepositoryTitle = z
  .string('must be given once, as text')
  .regex(
    /^[A-Za-z0-9._-]{1,100}$/,
    'must be the name of a repository: 1 to 100 letters, digits, dots, hyphens and underscores',
  );

/** `owner/name` of what a person typed or copied from an address bar; undefined if it is none. */
export function repositoryIn(text: string): string | undefined {
  const [owner, name, ...more] = text
    .trim()
    .replace(/^(?:https?:\/\/)?(?:www\.)?github\.com\//i, '')
    .replace(/(?:\.git)?\/?$/, '')
    .split('/');
  const isOne =
    more.length === 0 &&
    RepositoryOwner.safeParse(owner).success &&
    RepositoryTitle.safeParse(name).success;
  return isOne ? `${owner}/${name}` : undefined;
}
