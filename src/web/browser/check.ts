/** Opens the check of a number over the page that shows it, instead of leaving it. */
import { addCopyButtons } from './copy.ts';

let dialog: HTMLDialogElement | undefined;

document.addEventListener('click', async (event) => {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const target = event.target instanceof Element ? event.target : null;
  const link = target?.closest<HTMLAnchorElement>('a[data-check]');
  if (!link) return;
  event.preventDefault();
  try {
    await show(link.href);
  } catch {
    // The page itself says what is wrong.
    location.href = link.href;
  }
});

async function show(href: string): Promise<void> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${href} gives ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const article = page.querySelector('article.check');
  if (!article) throw new Error(`${href} shows no check`);
  dialog ??= makeDialog();
  const content = document.importNode(article, true);
  content.querySelector('h1')?.setAttribute('id', 'check-title');
  const open = document.createElement('a');
  open.href = href;
  open.textContent = 'Open as a page';
  open.className = 'open-page';
  dialog.querySelector('.open-page')?.remove();
  dialog.querySelector('article')?.remove();
  dialog.append(open, content);
  addCopyButtons(dialog);
  if (!dialog.open) {
    dialog.showModal();
    history.pushState({ isCheck: true }, '');
  }
  dialog.scrollTop = 0;
}

// Back closes what was opened over the page, and closing it takes its step back.
addEventListener('popstate', () => dialog?.close());

function makeDialog(): HTMLDialogElement {
  const made = document.createElement('dialog');
  made.className = 'check-dialog';
  made.setAttribute('aria-labelledby', 'check-title');
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'close';
  close.textContent = 'Close';
  close.addEventListener('click', () => made.close());
  made.append(close);
  made.addEventListener('close', () => {
    if (history.state?.isCheck) history.back();
  });
  // A click outside the content closes it, as the Escape key does.
  made.addEventListener('click', (event) => {
    if (event.target === made) made.close();
  });
  document.body.append(made);
  return made;
}
