/**
 * The part of a page that changes as a list is chosen from: kinds and facets, what was found, rows, and pages.
 * All of it stands in the address; the module `lists` shows the same without loading the page.
 */
import {
  type Choices,
  type Choosable,
  type CountedFacet,
  choiceParameters,
  countFacets,
  type Order,
  type Picked,
  type UnknownValue,
} from '../../features/selection/choices.ts';
import { selectionAddress } from '../../features/selection/selection.ts';
import { type Html, type HtmlValue, html } from '../../lib/html.ts';
import type { Column } from './data-table.ts';
import { count } from './format.ts';
import { folded } from './section.ts';

export type Parameters = readonly (readonly [name: string, value: string])[];

/** A list as its address chooses from it. */
export type Chosen<R> = {
  /** The page's own path. */
  path: string;
  list: Choosable<R>;
  choices: Choices;
  unknown: readonly UnknownValue[];
  /** More parameters of the address: its question or words, and its week. */
  kept: Readonly<Record<string, string>>;
  /** Picked by the page itself, so that the address does not name it. */
  fixed?: Picked;
};

export type ChosenList<R> = Chosen<R> & {
  /** All that facets may leave. */
  rows: readonly R[];
  /** The facet whose values are links; all others are in a form. */
  kinds?: string;
  /** The form is shown only where there is something to choose. */
  canPick?: boolean;
  /** The orders to choose from. */
  sorts: Parameters;
  above?: HtmlValue;
  /** Shown next to the form. */
  plot?: Html | null;
  /** The result in words. */
  found: HtmlValue;
  /** The rows of the page. */
  shown: HtmlValue;
  page: number;
  pages: number;
  below?: HtmlValue;
};

/** The same list with other choices; its first page, unless another is wanted. */
export function listAddress<R>(chosen: Chosen<R>, change: Partial<Choices> = {}, page = 1): string {
  const own = listParameters(chosen, change);
  return selectionAddress(chosen.path, page > 1 ? [...own, ['page', String(page)]] : own);
}

/** The parameters of its address without those that say nothing; the same list has one form. */
export function listParameters<R>(
  { list, choices, kept: { q = '', ...kept }, fixed = {} }: Chosen<R>,
  change: Partial<Choices> = {},
): Parameters {
  const own = choiceParameters({ ...choices, ...change }, list);
  const all: Parameters = [
    ['q', q],
    ...own.filter(([name]) => !(name in fixed)),
    ...Object.entries(kept),
  ];
  return all.filter(([, value]) => value !== '');
}

export function chosenList<R>(view: ChosenList<R>): Html {
  const { list, choices, rows, fixed = {}, canPick = true, above, plot, below } = view;
  const facets = countFacets(rows, list.facets, choices.picked).filter(
    ({ name }) => !(name in fixed),
  );
  const inForm = canPick ? facets.filter(({ name }) => name !== view.kinds) : [];
  const kinds = facets.find(({ name }) => name === view.kinds);
  return html`<div id="list">
${unknownNotes(view)}
${above}
${kinds && kinds.values.length > 1 ? kindLinks(kinds, view) : null}
${
  inForm.length === 0
    ? null
    : html`<div class="${plot === undefined ? 'facets-alone' : 'picker'}">
${folded('Filter and sort', facetForm(inForm, view))}
${plot}
</div>`
}
<p class="found" role="status" tabindex="-1">${view.found}${chips(inForm, view)}</p>
${view.shown}
${paging(view)}
${below}
</div>`;
}

function unknownNotes({ unknown }: Pick<Chosen<never>, 'unknown'>): Html | null {
  if (unknown.length === 0) return null;
  return html`<div class="notice">${unknown.map(({ title, value, known }) => html`<p>No ${title.toLowerCase()} is called “${value}”. Known: ${known.join(', ')}.</p>`)}</div>`;
}

/** Each kind has an order of its own, unless the address names one. */
function kindLinks<R>({ name, all, values }: CountedFacet, view: ChosenList<R>): Html {
  const { [name]: [current] = [], ...others } = view.choices.picked;
  const total = values.reduce((sum, { count: size }) => sum + size, 0);
  const link = (value: string | undefined, label: string, size: number) => {
    if (size === 0 && value !== current) return null;
    const picked = value === undefined ? others : { ...others, [name]: [value] };
    const href = listAddress(view, { picked, sort: view.list.usual });
    return kindLink({ href, label, size, isCurrent: value === current });
  };
  return html`<ul class="kinds">${link(undefined, all, total)}${values.map(({ value, label, count: size }) => link(value, label, size))}</ul>`;
}

type KindLink = { href: string; label: string; size: number; isCurrent: boolean };

/** An item of `<ul class="kinds">`. @param size how much there is of it */
export function kindLink({ href, label, size, isCurrent }: KindLink): Html {
  return html`<li><a href="${href}"${isCurrent ? html` aria-current="true"` : null}>${label} <small>${count(size)}</small></a></li>\n`;
}

export function hiddenFields(parameters: Parameters): Html[] {
  return parameters.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
}

function facetForm<R>(facets: readonly CountedFacet[], view: ChosenList<R>): Html {
  const { path, choices, sorts } = view;
  const own = new Set(['sort', 'order', ...facets.map(({ name }) => name)]);
  return html`<form class="facets" action="${path}">
${hiddenFields(listParameters(view).filter(([name]) => !own.has(name)))}
${facets.map((facet) => facetSelect(facet, choices.picked[facet.name] ?? []))}
${sorts.length < 2 ? null : html`<label>Sorted by <select name="sort">${sorts.map(([value, title]) => option(value, title, value === (choices.sort ?? '')))}</select></label>\n`}<button type="submit">Show</button>
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
function chips<R>(facets: readonly CountedFacet[], view: ChosenList<R>): Html | null {
  const { picked } = view.choices;
  const without = (name: string, value: string) => ({
    ...picked,
    [name]: picked[name]?.filter((one) => one !== value),
  });
  const link = (left: Picked, text: HtmlValue) =>
    html`<a data-instant="" href="${listAddress(view, { picked: left })}">${text}</a>`;
  const shown = facets.flatMap(({ name, values }) =>
    values
      .filter(({ value }) => picked[name]?.includes(value))
      .map(({ value, label }) =>
        link(
          without(name, value),
          html`<span class="unseen">Without </span>${label} <span aria-hidden="true">×</span>`,
        ),
      ),
  );
  if (shown.length === 0) return null;
  return html` <span class="chips">${shown.map((one) => html`${one} `)}${link(view.fixed ?? {}, 'Show all')}</span>`;
}

/** Links to what comes before and after the rows that are shown; null where one page holds everything. */
function paging<R>(view: ChosenList<R>): Html | null {
  const { page, pages } = view;
  if (pages === 1) return null;
  const link = (to: number, rel: string, text: string) =>
    html`<a data-instant="" rel="${rel}" href="${listAddress(view, {}, to)}">${text}</a>`;
  return html`<nav class="paging" aria-label="Pages">
${page > 1 ? link(page - 1, 'prev', '← Page before') : null}
<span>Page ${page} of ${pages}</span>
${page < pages ? link(page + 1, 'next', 'Next page →') : null}
</nav>`;
}

/** A heading that sorts by its column, or turns the order round. */
export function sortHeading<R>(
  title: string,
  name: string,
  chosen: Chosen<R>,
): Pick<Column, 'title' | 'sortedBy'> {
  const { sort, order } = chosen.choices;
  const first = chosen.list.sortings[name]?.first ?? 'highest';
  const turned: Order = order === 'highest' ? 'lowest' : 'highest';
  const isOwn = sort === name;
  const href = listAddress(chosen, { sort: name, order: isOwn ? turned : first });
  const arrow = order === 'highest' ? '↓' : '↑';
  return {
    title: html`<a data-instant="" href="${href}">${title}${isOwn ? html`<span aria-hidden="true"> ${arrow}</span>` : null}</a>`,
    ...(isOwn && { sortedBy: order === 'highest' ? 'descending' : 'ascending' }),
  };
}
