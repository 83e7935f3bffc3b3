/**
 * Charts over time: pointing at a week marks it and says its row of the table that stands below; a
 * click holds it, the Escape key lets it go. Whoever does not see the chart has the table.
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
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') release();
});

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
  const rows = figure.querySelectorAll('tbody tr');
  if (!drawing || rows.length === 0) return;
  const { left, width } = drawing.getBoundingClientRect();
  const box = drawing.viewBox.baseVal;
  const first = Number(figure.dataset['left']);
  const step = (Number(figure.dataset['right']) - first) / Math.max(1, rows.length - 1);
  const x = ((clientX - left) / width) * box.width;
  const week = Math.min(rows.length - 1, Math.max(0, Math.round((x - first) / step)));
  mark(drawing, first + week * step, box.height);
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
