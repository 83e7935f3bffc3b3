/** Links to what comes before and after the rows that are shown. */
import { type Html, html } from '../../lib/html.ts';

/** Null where one page holds everything. */
export function paging(
  page: number,
  pages: number,
  addressOf: (page: number) => string,
): Html | null {
  if (pages === 1) return null;
  const link = (to: number, rel: string, text: string) =>
    html`<a data-instant="" rel="${rel}" href="${addressOf(to)}">${text}</a>`;
  return html`<nav class="paging" aria-label="Pages">
${page > 1 ? link(page - 1, 'prev', '← Page before') : null}
<span>Page ${page} of ${pages}</span>
${page < pages ? link(page + 1, 'next', 'Next page →') : null}
</nav>`;
}

/**
 * Links to the rows before and after those of a list that is shown from an offset on.
 *
 * @param words of the link before, and of the link after
 */
export function offsetLinks(
  path: string,
  { offset, length, total }: { offset: number; length: number; total: number },
  [before, after]: readonly [string, string],
): Html {
  const link = (to: number, rel: string, text: string) =>
    html`<a rel="${rel}" href="${to === 0 ? path : `${path}?offset=${to}`}">${text}</a> `;
  return html`<p>${offset > 0 ? link(Math.max(0, offset - length), 'prev', before) : null}${offset + length < total ? link(offset + length, 'next', after) : null}</p>`;
}
