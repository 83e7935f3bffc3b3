/** Renders a page of the current publication, for whatever is made of pages. */
import { cohortRecords } from '../../api/operation/cohort.ts';
import { NotFoundError } from '../../lib/errors.ts';
import type { PageRequest, SitePage } from '../../web/page/page.ts';
import type { Snapshot } from './snapshot.ts';

export type AskedPage = Pick<PageRequest, 'params' | 'period' | 'query' | 'isWhole'>;

/** @param path that was asked for, for the error @throws NotFoundError if nothing is there */
export async function renderPage(
  page: SitePage,
  asked: AskedPage,
  { context }: Snapshot,
  path: string,
): Promise<string> {
  const { published, cycle, stars, describe } = context;
  const cohort = () => cohortRecords(context);
  const rendered = await page.render({ ...asked, published, cycle, cohort, stars, describe });
  if (rendered !== undefined) return rendered;
  throw new NotFoundError('not-found', `Nothing is at ${path}.`);
}

/** The path of a page, made from its own pattern and never from the address that a client sent. */
export function filledPath(pattern: string, params: PageRequest['params']): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
}

export class PageFinder {
  readonly #patterns: readonly { page: SitePage; pattern: RegExp }[];

  constructor(pages: readonly SitePage[]) {
    this.#patterns = pages.map((page) => ({
      page,
      pattern: new RegExp(`^${page.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    }));
  }

  /** @param path decoded; a page whose address has no variables is preferred, as by the router */
  find(path: string): { page: SitePage; params: PageRequest['params'] } | undefined {
    const found = this.#patterns.flatMap(({ page, pattern }) => {
      const match = pattern.exec(path);
      return match ? [{ page, params: { ...match.groups } }] : [];
    });
    return found.toSorted((a, b) => size(a.params) - size(b.params))[0];
  }
}

function size(params: PageRequest['params']): number {
  return Object.keys(params).length;
}
