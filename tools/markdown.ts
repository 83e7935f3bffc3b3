/** Figures as text, and tables of them in Markdown. */

/** A dash if it is not known. */
export function decimal(value: number, places = 2): string {
  return Number.isNaN(value) ? '–' : value.toFixed(places).replace('-', '−');
}

export function percent(value: number): string {
  return Number.isNaN(value) ? '–' : `${(100 * value).toFixed(1)}%`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
