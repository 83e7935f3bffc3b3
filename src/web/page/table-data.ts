/**
 * A table of a page as data: the rows that readers see, so that a file can never say anything else. Texts
 * are what a screen reader says, numbers are numbers.
 */
import { parseHTML } from 'linkedom';
import type { Chart } from '../charts/chart.ts';

export type PageTable = {
  /** Its caption. */
  title: string;
  /** Title of the page. */
  page: string;
  table: Chart['table'];
  /** The element itself, with full addresses. */
  markup: string;
};

type Cell = string | number | null;
type Element = NonNullable<ReturnType<ReturnType<typeof parseHTML>['document']['querySelector']>>;
type Line = { cells: readonly string[] };

/** @param address full address of the page @returns undefined if the page has no such table */
export function tableIn(page: string, name: string, address: string): PageTable | undefined {
  const { document } = parseHTML(page);
  const table = document.querySelector(`table[data-table="${name}"]`);
  if (!table) return undefined;
  const title = textOf(table.querySelector('caption'));
  const head = [...table.querySelectorAll('thead th')].map(textOf);
  const lines = linesOf(table);
  const isGrouped = lines.some(({ cells }) => cells.length > head.length);
  const columns = isGrouped ? ['Group', ...head] : head;
  const shown = columns
    .map((column, index) => columnOf(column, index, lines))
    .filter(({ name: heading, values }) => heading !== '' && values.some((value) => value !== ''));
  const rows = lines.map((_, row) => shown.map(({ values }) => values[row] ?? null));
  return {
    title,
    page: textOf(document.querySelector('h1')),
    table: { columns: shown.map(({ name: heading }) => heading), rows },
    markup: standalone(table, address),
  };
}

/** The rows of the body. A row of one wide heading is of the rows below it. */
function linesOf(table: Element): Line[] {
  let group: string | undefined;
  return [...table.querySelectorAll('tbody tr')].flatMap((row): Line[] => {
    const cells = [...row.querySelectorAll('th, td')];
    if (cells.length === 1 && cells[0]?.hasAttribute('colspan')) {
      group = textOf(cells[0]);
      return [];
    }
    const own = cells.map(textOf);
    return [{ cells: group === undefined ? own : [group, ...own] }];
  });
}

function textOf(element: Element | null): string {
  if (!element) return '';
  const copy = element.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"], [data-aside], svg'))
    hidden.remove();
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
}

const NOT_KNOWN = '–';
/** How a grid of days shows a day without anything. */
const NOTHING = '·';
const NUMBER = /^[+−-]?\d{1,3}(?:,?\d{3})*(?:\.\d+)?(%?)$/;

/** A column of numbers alone is one of numbers; of percentages, its heading says so. */
function columnOf(heading: string, index: number, lines: readonly Line[]) {
  const texts = lines.map(({ cells }) => cells[index] ?? '');
  const known = texts.filter((text) => text !== NOT_KNOWN && text !== '' && text !== NOTHING);
  const units = new Set(known.map((text) => NUMBER.exec(text)?.[1]));
  const isEmpty = known.length === 0 && texts.includes(NOTHING);
  const [unit = isEmpty ? '' : undefined] = units;
  const isNumbers = index > 0 && units.size <= 1 && unit !== undefined;
  const values: Cell[] = texts.map((text) => {
    if (text === NOT_KNOWN) return null;
    if (!isNumbers) return text;
    if (text === NOTHING) return 0;
    return text === '' ? null : Number(text.replaceAll(',', '').replace('−', '-').replace('%', ''));
  });
  return { name: unit === '%' && isNumbers ? `${heading}, %` : heading, values };
}

/** For a frame: links lead to the site, and leave the frame. */
function standalone(table: Element, address: string): string {
  const copy = table.cloneNode(true) as Element;
  for (const link of copy.querySelectorAll('a[href]')) {
    link.setAttribute('href', new URL(link.getAttribute('href') ?? '', address).href);
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener');
  }
  return copy.outerHTML;
}
