/**
 * A long list of names that lead somewhere: a box that filters it, kinds to choose from, and pages of
 * a hundred, all in the address. The module `filter` shows the same while somebody types.
 */
import { type Html, html } from '../../lib/html.ts';
import { bdi, count, counted } from './format.ts';

export type ListItem = {
  name: string;
  href: string;
  /** One of the kinds. */
  kind: string;
  /** More words that find it. */
  also?: readonly string[];
};

export type ListedKind = { id: string; name: string };

type Definition = {
  /** The page's path. */
  path: string;
  /** What the box filters: `Filter questions` */
  label: string;
  /** What is counted. */
  one: string;
  many: string;
  kinds: readonly ListedKind[];
  items: readonly ListItem[];
  /** As they stand in the address; a value that is none of the kinds is passed over. */
  query: Readonly<Record<string, string>>;
};

/** The query parameters of a page with such a list. */
export const LIST_PARAMETERS = ['q', 'kind', 'page'] as const;

const PAGE_ITEMS = 100;
const MAX_FILTER = 100;

export function filteredList(definition: Definition): Html {
  const { path, label, one, many, kinds, items, query } = definition;
  const typed = typedIn(query);
  const kind = kinds.find(({ id }) => id === query['kind']);
  const named = items.filter(matching(typed));
  const found = kind ? named.filter((item) => item.kind === kind.id) : named;
  const pages = Math.max(1, Math.ceil(found.length / PAGE_ITEMS));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(query['page'])) || 1));
  const shown = found.slice((page - 1) * PAGE_ITEMS, page * PAGE_ITEMS);
  const address = (changes: { kind?: string; page?: number }) => {
    const all = new URLSearchParams({
      ...(typed !== '' && { q: typed }),
      ...(changes.kind && { kind: changes.kind }),
      ...((changes.page ?? 1) > 1 && { page: String(changes.page) }),
    });
    return all.size === 0 ? path : `${path}?${all}`;
  };
  const hidden = kind && html`<input type="hidden" name="kind" value="${kind.id}">`;
  return html`${filterForm({ path, label, typed, hidden })}
<div id="filtered">
${
  kinds.length < 2
    ? null
    : html`<ul class="kinds">${[undefined, ...kinds].map((each) => {
        const size = each ? named.filter((item) => item.kind === each.id).length : named.length;
        if (size === 0 && each?.id !== kind?.id) return null;
        const current = each?.id === kind?.id ? html` aria-current="true"` : null;
        return html`<li><a href="${address(each ? { kind: each.id } : {})}"${current}>${each?.name ?? 'All'} <small>${count(size)}</small></a></li>\n`;
      })}</ul>`
}
<p class="found" role="status">${summary(found.length, { one, many, typed, page, pages })}</p>
${groups(shown, kinds)}
${pages === 1 ? null : pager(page, pages, (to) => address({ ...(kind && { kind: kind.id }), page: to }))}
</div>`;
}

/** What the box holds. */
export function typedIn(query: Definition['query']): string {
  return (query['q'] ?? '').trim().slice(0, MAX_FILTER);
}

type Form = Pick<Definition, 'path' | 'label'> & { typed: string; hidden?: Html | undefined };

/** The box. What it filters stands in an element with the id `filtered`. */
export function filterForm({ path, label, typed, hidden }: Form): Html {
  return html`<form class="filter" action="${path}" method="get" role="search" aria-label="${label}">
<label for="filter">${label}</label>
<input id="filter" type="search" name="q" value="${typed}" maxlength="${MAX_FILTER}" autocomplete="off">
${hidden}
<button type="submit">Filter</button>
</form>`;
}

/** Every word that was typed is in the name or in the other words, however it is written. */
export function matching(typed: string): (item: Pick<ListItem, 'name' | 'also'>) => boolean {
  const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  return ({ name, also = [] }) => {
    const text = plain([name, ...also].join(' '));
    return words.every((word) => text.includes(word));
  };
}

type Summary = Pick<Definition, 'one' | 'many'> & { typed: string; page: number; pages: number };

function summary(found: number, { one, many, typed, page, pages }: Summary): string {
  const within = typed === '' ? '' : ` with “${typed}”`;
  if (found === 0) return `No ${one}${within}. Try fewer letters, or another word.`;
  const part = pages === 1 ? '' : `, page ${page} of ${pages}`;
  return `${counted(found, one, many)}${within}${part}`;
}

function groups(shown: readonly ListItem[], kinds: readonly ListedKind[]): Html {
  const byKind = Map.groupBy(shown, ({ kind }) => kind);
  const known = kinds.filter(({ id }) => byKind.has(id));
  return html`${known.map(
    ({ id, name }) => html`<section aria-labelledby="kind-${id}">
<h2 id="kind-${id}">${name}</h2>
<ul class="list">${byKind.get(id)?.map((item) => html`<li><a href="${item.href}">${bdi(item.name)}</a></li>\n`)}</ul>
</section>`,
  )}`;
}

function pager(page: number, pages: number, address: (page: number) => string): Html {
  return html`<nav class="around" aria-label="Pages of the list">${page > 1 ? html`<a rel="prev" href="${address(page - 1)}">Previous ${PAGE_ITEMS}</a>` : null} ${page < pages ? html`<a rel="next" href="${address(page + 1)}">Next ${PAGE_ITEMS}</a>` : null}</nav>`;
}
