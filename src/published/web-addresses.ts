/** Web addresses that identify an organization: domains, accounts and repositories. */
import type { Company } from '../registry/schema.ts';

const ACCOUNT_HOST = 'github.com';

/** A company's domains, account and repositories in the format of `addressesIn`. */
export function addressesOf({ domains, website, github, repositories }: Company): string[] {
  return [
    ...domains.map((domain) => domain.toLowerCase()),
    ...(website === null ? [] : [hostOf(website)]),
    `${ACCOUNT_HOST}/${github.toLowerCase()}`,
    ...repositories
      .flatMap(({ name, formerNames = [] }) => [name, ...formerNames])
      .flatMap((name) => [name.toLowerCase(), `${ACCOUNT_HOST}/${name.toLowerCase()}`]),
  ];
}

/**
 * Keys that an address or `owner/name` may identify, most specific first: the page, the repository,
 * the host or account. Empty if the text is not an address.
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
