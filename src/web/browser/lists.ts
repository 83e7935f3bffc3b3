/**
 * Lists of startups: facets, sorting and paging without a new page, and rows and points of the plot
 * that light up together. Everything here has a link or a form behind it that works alone.
 */

const main = document.querySelector('main');
const PART = 'list';

/** Asks for the same address that the link or form has, and shows its part of the page. */
async function show(address: URL, isNew: boolean): Promise<void> {
  const before = document.getElementById(PART);
  if (!before) return;
  before.setAttribute('aria-busy', 'true');
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(String(response.status));
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const part = page.getElementById(PART);
    if (!part) throw new Error('no list');
    const focused = focusName();
    const unfolded = [...before.querySelectorAll<HTMLDetailsElement>('details.roomy')].map(
      ({ open }) => open,
    );
    before.replaceWith(document.adoptNode(part));
    for (const [index, details] of part.querySelectorAll('details.roomy').entries())
      details.toggleAttribute('open', unfolded[index] ?? false);
    document.title = page.title;
    if (isNew) history.pushState(null, '', address);
    refocus(focused);
    document.dispatchEvent(new Event('list-shown'));
  } catch {
    // Whatever is wrong, the page itself says it best.
    location.assign(address);
  }
}

/** What has the focus, by what stays the same when the list is replaced. */
function focusName(): string | undefined {
  const active = document.activeElement;
  if (!active?.closest(`#${PART}`)) return undefined;
  const name = active.getAttribute('name');
  if (name !== null) return `[name="${CSS.escape(name)}"]`;
  const heading = active.closest('th');
  if (heading) return `th.${CSS.escape(heading.className)} a`;
  return '.found';
}

function refocus(selector: string | undefined): void {
  if (selector === undefined) return;
  const element = document.querySelector<HTMLElement>(`#${PART} ${selector}`);
  element?.focus({ preventScroll: selector !== '.found' });
}

function addressOf(form: HTMLFormElement): URL {
  const address = new URL(form.action);
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value !== '') address.searchParams.append(name, value);
  return address;
}

main?.addEventListener('change', (event) => {
  const { target } = event;
  if (target instanceof HTMLSelectElement && target.form?.matches('.facets'))
    void show(addressOf(target.form), true);
});
main?.addEventListener('submit', (event) => {
  const { target } = event;
  if (!(target instanceof HTMLFormElement) || !target.matches('.facets')) return;
  event.preventDefault();
  void show(addressOf(target), true);
});
main?.addEventListener('click', (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const { target } = event;
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-instant]');
  if (!link) return;
  event.preventDefault();
  void show(new URL(link.href), true);
});
if (document.getElementById(PART))
  addEventListener('popstate', () => void show(new URL(location.href), false));

let lit: string | undefined;
/** Marks the row and the point of one startup, and no others. */
function light(slug: string | undefined): void {
  if (slug === lit) return;
  lit = slug;
  for (const element of document.querySelectorAll('.lit')) element.classList.remove('lit');
  if (slug === undefined) return;
  for (const element of document.querySelectorAll(`[data-slug="${CSS.escape(slug)}"]`)) {
    element.classList.add('lit');
    // What lies on top is what can be seen.
    if (element instanceof SVGElement) element.parentNode?.append(element);
  }
}
const slugOf = ({ target }: Event) =>
  target instanceof Element
    ? (target.closest('[data-slug]')?.getAttribute('data-slug') ?? undefined)
    : undefined;
main?.addEventListener('pointerover', (event) => light(slugOf(event)));
main?.addEventListener('focusin', (event) => light(slugOf(event)));
main?.addEventListener('pointerleave', () => light(undefined));
