/** Shows another view of a chart at once, where a plain link would load the page again. */

document.addEventListener('click', async (event) => {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const target = event.target instanceof Element ? event.target : null;
  const link = target?.closest<HTMLAnchorElement>('a[data-view]');
  const section = link?.closest('section[id]');
  if (!link || !section) return;
  event.preventDefault();
  try {
    const response = await fetch(link.href);
    if (!response.ok) throw new Error(`${link.href} gives ${response.status}`);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const shown = page.getElementById(section.id);
    if (!shown) throw new Error(`${link.href} has no ${section.id}`);
    const next = document.importNode(shown, true);
    section.replaceWith(next);
    next.querySelector<HTMLElement>('[data-view][aria-current]')?.focus();
    history.replaceState(null, '', link.href);
  } catch {
    location.href = link.href;
  }
});
