/**
 * Charts over time: pointing at a week marks it and shows its row of the table below; a click or a
 * touch pins it, arrow keys move it, the Escape key unpins it. Readers who do not see the chart use
 * the table.
 */

const SVG = 'http://www.w3.org/2000/svg';
let held: Element | undefined;

document.addEventListener('pointermove', ({ target, clientX }) => {
  const figure = figureOf(target);
  if (figure && figure !== held) tell(figure, clientX);
});
document.addEventListener('pointerout', ({ target, relatedTarget }) => {
  const figure = figureOf(target);
  if (figure && figure !== held && figureOf(relatedTarget) !== figure) clear(figure);
});
document.addEventListener('click', ({ target, clientX }) => {
  const figure = figureOf(target);
  if (!figure) return;
  const isHeld = held === figure;
  release();
  if (isHeld) return;
  tell(figure, clientX);
  held = figure;
});
document.addEventListener('keydown', ({ key, target }) => {
  if (key === 'Escape') release();
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const figure = figureOf(target);
  if (step === undefined || !figure) return;
  if (held !== figure) release();
  held = figure;
  show(figure, Number(figure.dataset['week'] ?? Number.POSITIVE_INFINITY) + step);
});

/** The keyboard reaches the drawings, also those that are shown later. */
function reach(): void {
  for (const drawing of document.querySelectorAll<SVGSVGElement>('figure[data-left] svg.drawing'))
    drawing.tabIndex = 0;
}
reach();
document.addEventListener('list-shown', reach);

/** The figure of a chart over time whose drawing is pointed at. */
function figureOf(target: EventTarget | null): HTMLElement | undefined {
  const drawing = target instanceof Element ? target.closest('svg.drawing') : null;
  return drawing?.closest<HTMLElement>('figure[data-left]') ?? undefined;
}

function release(): void {
  if (held) clear(held);
  held = undefined;
}

function clear(figure: Element): void {
  figure.querySelector('.pointed')?.remove();
  figure.querySelector('.told')?.remove();
}

/** Marks the week that is nearest, and says its row. */
function tell(figure: HTMLElement, clientX: number): void {
  const drawing = figure.querySelector<SVGSVGElement>('svg.drawing');
  if (!drawing) return;
  const { left, width } = drawing.getBoundingClientRect();
  const { first, step } = course(figure);
  const x = ((clientX - left) / width) * drawing.viewBox.baseVal.width;
  show(figure, Math.round((x - first) / step));
}

/** The place of the oldest week, and the distance between weeks. */
function course(figure: HTMLElement) {
  const rows = figure.querySelectorAll('tbody tr');
  const first = Number(figure.dataset['left']);
  const step = (Number(figure.dataset['right']) - first) / Math.max(1, rows.length - 1);
  return { rows, first, step };
}

function show(figure: HTMLElement, wanted: number): void {
  const drawing = figure.querySelector<SVGSVGElement>('svg.drawing');
  const { rows, first, step } = course(figure);
  if (!drawing || rows.length === 0) return;
  const week = Math.min(rows.length - 1, Math.max(0, wanted));
  figure.dataset['week'] = String(week);
  mark(drawing, first + week * step, drawing.viewBox.baseVal.height);
  // Tables begin with the newest week.
  const row = rows[rows.length - 1 - week];
  if (row) say(figure, row);
}

function mark(drawing: SVGSVGElement, x: number, height: number): void {
  const line = drawing.querySelector('.pointed') ?? document.createElementNS(SVG, 'path');
  line.setAttribute('class', 'pointed');
  line.setAttribute('d', `M${x.toFixed(1)} 0V${height}`);
  drawing.append(line);
}

/** `2026-w31: Commits in 14 days 385 · Days with a release 0` */
function say(figure: HTMLElement, row: Element): void {
  const names = [...figure.querySelectorAll('thead th')].map(({ textContent }) => textContent);
  const [week = '', ...values] = [...row.children].map(({ textContent }) => textContent);
  const parts = values.map((value, index) => `${names[index + 1] ?? ''} ${value}`);
  let told = figure.querySelector('.told');
  if (!told) {
    told = document.createElement('p');
    told.className = 'told';
    told.setAttribute('aria-hidden', 'true');
    figure.querySelector('svg.drawing')?.after(told);
  }
  told.textContent = `${week}: ${parts.join(' · ')}`;
}
