/**
 * Tables of pages as data. A table records the cells it is drawn from while its page is rendered, so that
 * files and page cannot differ. Texts are what a screen reader says, numbers are numbers.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Html, type HtmlValue, textContent } from '../../lib/html.ts';
import { Slices } from '../../lib/slices.ts';
import type { Chart } from '../charts/chart.ts';

export type PageTable = {
  /** Its name in the address of its files; a table without one has none. */
  name?: string | undefined;
  caption: HtmlValue;
  /** The headings of its columns. */
  headings: readonly HtmlValue[];
  rows: readonly (readonly HtmlValue[])[];
  /** The whole element. */
  markup: Html;
};

const rendering = new AsyncLocalStorage<PageTable[]>();

/** Renders a page, and keeps the table of this name that is drawn on it. */
export async function findTable(
  name: string,
  render: () => Promise<string>,
): Promise<{ document: string; table: PageTable | undefined }> {
  const tables: PageTable[] = [];
  const document = await rendering.run(tables, render);
  return { document, table: tables.find((table) => table.name === name) };
}

/** @returns the markup of the table */
export function recordTable(table: PageTable): Html {
  rendering.getStore()?.push(table);
  return table.markup;
}

/** Columns without a heading or without any text are left out. */
export async function tableData({ headings, rows }: PageTable): Promise<Chart['table']> {
  const slices = new Slices();
  const texts = await slices.map(rows, (cells) => cells.map(textContent));
  const all = await slices.map(headings, (heading, index) =>
    columnData(
      textContent(heading),
      index,
      texts.map((row) => row[index] ?? ''),
    ),
  );
  const columns = all.filter(
    ({ title, values }) => title !== '' && values.some((value) => value !== ''),
  );
  return {
    columns: columns.map(({ title }) => title),
    rows: rows.map((_, row) => columns.map(({ values }) => values[row] ?? null)),
  };
}

const UNKNOWN = '–';
/** How a grid of days shows a day without anything. */
export const NOTHING = '·';
const NUMBER = /^[+−-]?\d{1,3}(?:,?\d{3})*(?:\.\d+)?(%?)$/;

/** A column of numbers alone is one of numbers; of percentages, its heading says so. */
function columnData(heading: string, index: number, texts: readonly string[]) {
  const filled = texts.filter((text) => text !== UNKNOWN && text !== '' && text !== NOTHING);
  const units = new Set(filled.map((text) => NUMBER.exec(text)?.[1]));
  const isEmpty = filled.length === 0 && texts.includes(NOTHING);
  const [unit = isEmpty ? '' : undefined] = units;
  const isNumbers = index > 0 && units.size <= 1 && unit !== undefined;
  const values = texts.map((text) => {
    if (text === UNKNOWN) return null;
    if (!isNumbers) return text;
    if (text === NOTHING) return 0;
    return text === '' ? null : Number(text.replaceAll(',', '').replace('−', '-').replace('%', ''));
  });
  return { title: unit === '%' && isNumbers ? `${heading}, %` : heading, values };
}
