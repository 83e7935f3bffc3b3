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
