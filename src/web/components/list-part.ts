/**
 * The part of a page that changes as a list is picked from: facets, what was found, rows, and pages. All of it
 * stands in the address; the module `lists` shows the same without loading the page.
 */
import type {
  CountedFacet,
  Order,
  Picked,
  UnknownValue,
} from '../../features/selection/choices.ts';
import { type Html, type HtmlValue, html } from '../../lib/html.ts';
import type { Column } from './data-table.ts';
import { count } from './format.ts';
import { folded } from './section.ts';

export type Parameters = readonly (readonly [name: string, value: string])[];

export type ListPart = {
  /** The page's own path. */
  path: string;
  /** The address of the list with other values picked, or of another of its pages. */
  addressOf: (change: { facets: Picked } | { page: number }) => string;
  /** Values in the address that its facets do not know. */
  unknown: readonly UnknownValue[];
  above?: HtmlValue;
  facets: readonly CountedFacet[];
  picked: Picked;
  /** Values that stay picked when all are shown. */
  kept?: Picked;
  /** The orders to choose from, and the chosen one; the form has no such choice without any. */
  sorts?: Parameters;
  sort: string;
  /** Parameters that the form keeps. */
  hidden: Parameters;
  /** Shown next to the form. */
  plot?: Html | null;
  found: HtmlValue;
  rows: HtmlValue;
  page: number;
  pages: number;
  below?: HtmlValue;
};

export function listPart(list: ListPart): Html {
  const { addressOf, unknown, above, facets, plot, found, rows, page, pages, below } = list;
  return html`<div id="list">
${unknownNotes(unknown)}
${above}
${
  facets.length === 0
    ? null
    : html`<div class="${plot === undefined ? 'facets-alone' : 'picker'}">
${folded('Filter and sort', facetForm(list))}
${plot}
</div>`
}
<p class="found" role="status" tabindex="-1">${found}${chips(list)}</p>
${rows}
${paging(page, pages, (to) => addressOf({ page: to }))}
${below}
</div>`;
}

function unknownNotes(unknown: readonly UnknownValue[]): Html | null {
  if (unknown.length === 0) return null;
  return html`<div class="notice">${unknown.map(({ title, value, known }) => html`<p>No ${title.toLowerCase()} is called “${value}”. Known: ${known.join(', ')}.</p>`)}</div>`;
}

export function hiddenFields(parameters: Parameters): Html[] {
  return parameters.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
}

function facetForm({ path, hidden, facets, picked, sorts = [], sort }: ListPart): Html {
  return html`<form class="facets" action="${path}">
${hiddenFields(hidden)}
${facets.map((facet) => facetSelect(facet, picked[facet.name] ?? []))}
${sorts.length === 0 ? null : html`<label>Sorted by <select name="sort">${sorts.map(([value, title]) => option(value, title, value === sort))}</select></label>`}
<button type="submit">Show</button>
</form>`;
}

/** Values that would leave something, each with how much, and what is picked. */
function facetSelect(facet: CountedFacet, picked: readonly string[]): Html | null {
  const values = facet.values.filter(({ value, count: own }) => own > 0 || picked.includes(value));
  if (values.length === 0) return null;
  return html`<label>${facet.title} <select name="${facet.name}">${option('', facet.all, picked.length === 0)}${
    picked.length > 1 ? option(picked.join(','), `${picked.length} of them`, true) : null
  }${values.map(({ value, label, count: own }) =>
    option(value, `${label} (${count(own)})`, picked.length === 1 && picked[0] === value),
  )}</select></label>
`;
}

function option(value: string, text: string, isSelected: boolean): Html {
  return html`<option value="${value}"${isSelected ? html` selected=""` : null}>${text}</option>`;
}

/** The picked values, each with a link that takes it away. */
function chips({ facets, picked, kept = {}, addressOf }: ListPart): Html | null {
  const shown = facets.flatMap(({ name, values }) =>
    (picked[name] ?? []).map((value) => ({
      name,
      value,
      label: values.find((known) => known.value === value)?.label ?? value,
    })),
  );
  if (shown.length === 0) return null;
  const link = (left: Picked, text: HtmlValue) =>
    html`<a data-instant="" href="${addressOf({ facets: left })}">${text}</a>`;
  return html` <span class="chips">${shown.map(({ name, value, label }) => {
    const { [name]: own = [], ...rest } = picked;
    const others = own.filter((one) => one !== value);
    const left = others.length === 0 ? rest : { ...rest, [name]: others };
    return html`${link(left, html`<span class="unseen">Without </span>${label} <span aria-hidden="true">×</span>`)} `;
  })}${link(kept, 'Show all')}</span>`;
}

/** Links to what comes before and after the rows that are shown; null where one page holds everything. */
function paging(page: number, pages: number, addressOf: (page: number) => string): Html | null {
  if (pages === 1) return null;
  const link = (to: number, rel: string, text: string) =>
    html`<a data-instant="" rel="${rel}" href="${addressOf(to)}">${text}</a>`;
  return html`<nav class="paging" aria-label="Pages">
${page > 1 ? link(page - 1, 'prev', '← Page before') : null}
<span>Page ${page} of ${pages}</span>
${page < pages ? link(page + 1, 'next', 'Next page →') : null}
</nav>`;
}

type Sorted<N extends string> = {
  by: N | undefined;
  order: Order;
  hrefOf: (sort: N, order: Order) => string;
};

/** A heading that sorts by its column, or turns the order round. @param first the order it begins with */
export function sortHeading<N extends string>(
  title: string,
  name: N,
  first: Order,
  { by, order, hrefOf }: Sorted<N>,
): Pick<Column, 'title' | 'sortedBy'> {
  const isDown = order === 'highest';
  const [next, arrow] =
    by === name
      ? ([isDown ? 'lowest' : 'highest', isDown ? '↓' : '↑'] as const)
      : ([first] as const);
  return {
    title: html`<a data-instant="" href="${hrefOf(name, next)}">${title}${arrow && html`<span aria-hidden="true"> ${arrow}</span>`}</a>`,
    ...(arrow && { sortedBy: isDown ? ('descending' as const) : ('ascending' as const) }),
  };
}
