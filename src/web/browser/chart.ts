/**
 * Charts: pointing at one marks the nearest row of its table, or the nearest point that leads to a page,
 * and says what it is. A click or a touch pins it, arrow keys move it, the Escape key unpins it.
 */

const SVG = 'http://www.w3.org/2000/svg';
/** Points further away are not meant. */
const REACH = 32;
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};

/** A place on the drawing that something is said of, in pixels. */
type Stop = { x: number; y: number; text: string; href?: string };

let pinned: HTMLElement | undefined;

document.addEventListener('pointermove', ({ target, clientX, clientY }) => {
  const plot = plotOf(target);
  if (plot && plot !== pinned) show(plot, nearest(plot, clientX, clientY));
});
document.addEventListener('pointerout', ({ target, relatedTarget }) => {
  const plot = plotOf(target);
  if (plot && plot !== pinned && plotOf(relatedTarget) !== plot) show(plot, -1);
});
document.addEventListener('click', (event) => {
  const plot = plotOf(event.target);
  if (!plot) return;
  const at = nearest(plot, event.clientX, event.clientY);
  const isAgain = plot === pinned && Number(plot.dataset['at']) === at;
  const isLink = event.target instanceof Element && event.target.closest('a') !== null;
  // A finger cannot point before it follows a link: its first touch says where the link leads.
  const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
  if (isLink && (!isTouch || isAgain)) return;
  event.preventDefault();
  release();
  if (isAgain) return;
  show(plot, at);
  pinned = plot;
});
document.addEventListener('keydown', ({ key, target }) => {
  if (key === 'Escape') release();
  const plot = target instanceof HTMLElement && target.matches('.plot') ? target : undefined;
  const step = STEPS[key];
  if (!plot) return;
  const last = stopsOf(plot).length - 1;
  const at = Number(plot.dataset['at'] ?? Number.POSITIVE_INFINITY);
  if (key === 'Enter') plot.parentElement?.querySelector<HTMLElement>('.told a')?.click();
  if (step === undefined) return;
  if (pinned !== plot) release();
  pinned = plot;
  show(plot, Math.max(0, Math.min(last, at + step)));
});

/** The keyboard reaches the drawings, also those that are shown later. */
function reach(): void {
  for (const plot of document.querySelectorAll<HTMLElement>('figure .plot')) {
    plot.tabIndex = 0;
    plot.setAttribute('role', 'group');
    plot.setAttribute('aria-label', 'Chart: arrow keys go through it');
  }
}
reach();
document.addEventListener('list-shown', reach);

function plotOf(target: EventTarget | null): HTMLElement | undefined {
  const drawing = target instanceof Element ? target.closest('svg.drawing') : null;
  return drawing?.closest<HTMLElement>('figure .plot') ?? undefined;
}

function release(): void {
  if (pinned) show(pinned, -1);
  pinned = undefined;
}

/** In the order in which arrow keys go through them. */
function stopsOf(plot: HTMLElement): Stop[] {
  const drawing = plot.querySelector('svg.drawing');
  if (!drawing) return [];
  const origin = drawing.getBoundingClientRect();
  const placed = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2 - origin.left, y: top + height / 2 - origin.top };
  };
  const rows = rowTexts(plot);
  if (plot.dataset['rows'] === 'across')
    return rows
      .toReversed()
      .map((text, at) => ({ x: (at / Math.max(1, rows.length - 1)) * origin.width, y: 0, text }));
  // The marks of the rows themselves are drawn last, and are alike.
  if (plot.dataset['rows'] === 'down') {
    const marks = [...drawing.querySelectorAll('use')];
    const shape = marks.at(-1)?.getAttribute('href');
    return marks
      .filter((mark) => mark.getAttribute('href') === shape)
      .map((mark, at) => ({ ...placed(mark), text: rows[at] ?? '' }));
  }
  return [...drawing.querySelectorAll('a[href]')]
    .map((link) => ({
      ...placed(link),
      text: link.textContent,
      href: link.getAttribute('href') ?? '',
    }))
    .sort((one, other) => one.x - other.x);
}

/** `2026-w31: Commits in 14 days 385 · Days with a release 0` */
function rowTexts(plot: HTMLElement): string[] {
  const figure = plot.closest('figure');
  const names = [...(figure?.querySelectorAll('thead th') ?? [])].map((th) => th.textContent);
  return [...(figure?.querySelectorAll('tbody tr') ?? [])].map((row) => {
    const [first = '', ...values] = [...row.children].map(({ textContent }) => textContent);
    const parts = values.map((value, index) => `${names[index + 1] ?? ''} ${value}`);
    return `${first}: ${parts.join(' · ')}`;
  });
}

/** The index of the stop that is meant, −1 for none. */
function nearest(plot: HTMLElement, clientX: number, clientY: number): number {
  const { left = 0, top = 0 } = plot.querySelector('svg.drawing')?.getBoundingClientRect() ?? {};
  const { rows } = plot.dataset;
  const distances = stopsOf(plot).map(({ x, y }) =>
    Math.hypot(rows === 'down' ? 0 : x + left - clientX, rows === 'across' ? 0 : y + top - clientY),
  );
  const least = Math.min(...distances);
  return rows === undefined && least > REACH ? -1 : distances.indexOf(least);
}

/** Marks a stop and says it; takes both back if there is none. */
function show(plot: HTMLElement, at: number): void {
  const stop = stopsOf(plot)[at];
  plot.querySelector('.pointed')?.remove();
  plot.parentElement?.querySelector('.told')?.remove();
  delete plot.dataset['at'];
  if (!stop) return;
  plot.dataset['at'] = String(at);
  const { x, y, text, href } = stop;
  const { rows } = plot.dataset;
  const line = rows === 'across' ? `M${x} 0V${plot.clientHeight}` : `M0 ${y}H${plot.clientWidth}`;
  const ring = `M${x - 9} ${y}a9 9 0 1 0 18 0a9 9 0 1 0-18 0`;
  const mark = document.createElementNS(SVG, 'path');
  mark.setAttribute('class', 'pointed');
  mark.setAttribute('d', rows === undefined ? ring : line);
  plot.querySelector('svg.drawing')?.append(mark);
  const told = document.createElement('p');
  told.className = 'told';
  told.setAttribute('aria-live', 'polite');
  const words = document.createElement(href === undefined ? 'span' : 'a');
  words.textContent = text;
  if (href !== undefined) words.setAttribute('href', href);
  told.append(words);
  plot.after(told);
}
