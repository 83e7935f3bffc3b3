/** Addresses by which an organization is known: domains, accounts and repositories. */
import type { Company } from '../registry/schema.ts';

const ACCOUNT_HOST = 'github.com';

/** A company's domains, its account and its repositories, as `addressesIn` writes them. */
export function addressesOf({ domains, website, github, repositories }: Company): string[] {
  return [
    ...domains.map((domain) => domain.toLowerCase()),
    ...(website === null ? [] : [hostOf(website)]),
    `${ACCOUNT_HOST}/${github.toLowerCase()}`,
    ...repositories.flatMap(({ name }) => [
      name.toLowerCase(),
      `${ACCOUNT_HOST}/${name.toLowerCase()}`,
    ]),
  ];
}

/**
 * What an address or `owner/name` may stand for, the most exact first: the page, the repository, the
 * host or account. Empty for text that is no address.
 */
export function addressesIn(text: string): string[] {
  const bare = text
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^(?:www|docs|app|blog)\./, '')
    .replace(/[?#].*$/, '')
    .replace(/(?:\.git)?\/*$/, '');
  if (!/[./]/.test(bare) || /\s/.test(bare)) return [];
  const [host = '', owner, repository] = bare.split('/');
  if (host !== ACCOUNT_HOST) return [bare, host];
  return [bare, `${host}/${owner}/${repository}`, `${host}/${owner}`];
}

export function hostOf(url: string): string {
  return new URL(url).hostname.toLowerCase().replace(/^www\./, '');
}
