/** On every page: `/` moves the focus to the search box, as readers of such sites expect. */

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
