/**
 * Shows another part of the same page at once: a list as it is filtered, sorted and paged, or another
 * view of a chart. Every action here is also a link or a form that works without scripts.
 */

const DELAY_MS = 180;
const LIST = 'list';
const main = document.querySelector('main');
let asked = 0;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Replaces this part with that of another address. The latest request wins. */
async function show(address: URL, id: string): Promise<boolean> {
  const before = document.getElementById(id);
  if (!before) return false;
  before.setAttribute('aria-busy', 'true');
  asked += 1;
  const mine = asked;
  const response = await fetch(address);
  if (mine !== asked) return false;
  if (!response.ok) throw new Error(`${address} gives ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const part = page.getElementById(id);
  if (!part) throw new Error(`${address} has no ${id}`);
  const focused = focusName(before);
  const unfolded = [...before.querySelectorAll<HTMLDetailsElement>('details.roomy')];
  before.replaceWith(document.adoptNode(part));
  for (const [index, details] of part.querySelectorAll('details.roomy').entries())
    details.toggleAttribute('open', unfolded[index]?.open ?? false);
  document.title = page.title;
  if (focused)
    part.querySelector<HTMLElement>(focused)?.focus({ preventScroll: focused !== '.found' });
  document.dispatchEvent(new Event('list-shown'));
  return true;
}

/** The same, as a step that Back undoes. If it fails, loads the page, which shows the error. */
async function goTo(address: URL, id = LIST, isStep = true): Promise<void> {
  try {
    if (!(await show(address, id))) return;
    if (isStep) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
  } catch {
    location.assign(address);
  }
}

/** A selector of the focused element that still matches once the part is replaced. */
function focusName(part: Element): string | undefined {
  const active = document.activeElement;
  if (!active || !part.contains(active)) return undefined;
  if (active.matches('[data-view]')) return '[data-view][aria-current]';
  const name = active.getAttribute('name');
  if (name !== null) return `[name="${CSS.escape(name)}"]`;
  const heading = active.closest('th');
  return heading ? `th.${CSS.escape(heading.className)} a` : '.found';
}

function addressOf(form: HTMLFormElement): URL {
  const address = new URL(form.action);
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value !== '') address.searchParams.append(name, value);
  return address;
}

/** Keeps facets that were picked meanwhile, from the address. A refusal leaves the list as it is. */
function filter(box: HTMLInputElement): void {
  const address = new URL(location.href);
  address.searchParams.delete('page');
  if (box.value === '') address.searchParams.delete(box.name);
  else address.searchParams.set(box.name, box.value);
  show(address, LIST).then(
    (isShown) => isShown && history.replaceState(null, '', address),
    () => undefined,
  );
}

main?.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.matches('form.filter [type="search"]'))
    return;
  clearTimeout(waiting);
  waiting = setTimeout(() => filter(target), DELAY_MS);
});
main?.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement && target.form?.matches('.facets'))
    void goTo(addressOf(target.form));
});
main?.addEventListener('submit', (event) => {
  const { target } = event;
  if (!(target instanceof HTMLFormElement)) return;
  const box = target.querySelector<HTMLInputElement>('[type="search"]');
  if (target.matches('.facets')) void goTo(addressOf(target));
  else if (target.matches('.filter') && box) filter(box);
  else return;
  event.preventDefault();
});
main?.addEventListener('click', (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const target = event.target instanceof Element ? event.target : null;
  const link = target?.closest<HTMLAnchorElement>('a[data-instant], a[data-view]');
  if (!link) return;
  event.preventDefault();
  const view = link.matches('[data-view]') ? link.closest('section[id]')?.id : undefined;
  void goTo(new URL(link.href), view, view === undefined);
});
if (document.getElementById(LIST))
  addEventListener('popstate', () => {
    const address = new URL(location.href);
    show(address, LIST).catch(() => location.assign(address));
  });
