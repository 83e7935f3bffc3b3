/** On every page: `/` moves the focus to the search box, and a week that is picked is shown at once. */

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]');

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event.target)) return;
  const box = document.querySelector<HTMLInputElement>('form.find input');
  if (!box) return;
  event.preventDefault();
  box.focus();
  box.select();
});

document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement && 'submits' in target.dataset)
    target.form?.requestSubmit();
});

/** The watch list that was opened last in this browser: links to the list lead back to it. */
try {
  const key = 'bellwether-watch-list';
  if (location.pathname === '/watch' && location.search !== '')
    localStorage.setItem(key, location.search);
  const list = localStorage.getItem(key) ?? '';
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href="/watch"]'))
    link.href = `/watch${list}`;
} catch {
  // Storage is forbidden.
}
