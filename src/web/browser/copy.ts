/**
 * Adds a button to everything that is there to be copied: elements with `data-copy`, and the files of
 * charts, links with `data-copies`.
 */

const SAID_FOR_MS = 2_000;

export function addCopyButtons(root: ParentNode): void {
  for (const block of root.querySelectorAll<HTMLElement>('[data-copy]')) {
    if (block.previousElementSibling?.classList.contains('copy')) continue;
    const button = copyButton('Copy', () => copyText(block));
    const label = block.getAttribute('aria-label');
    if (label !== null) button.setAttribute('aria-description', label);
    block.before(button);
  }
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-copies]')) {
    const line = link.parentElement;
    const name = `Copy ${link.dataset['copies']}`;
    if (!line || [...line.children].some(({ textContent }) => textContent === name)) continue;
    line.append(copyButton(name, () => copyFile(link.href)));
  }
}

/** @param copy says what the button shows then */
function copyButton(name: string, copy: () => Promise<string>): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = name;
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    button.textContent = await copy();
    setTimeout(() => {
      button.textContent = name;
    }, SAID_FOR_MS);
  });
  return button;
}

/** Selects the text where the browser refuses to write to the clipboard. */
async function copyText(block: HTMLElement): Promise<string> {
  try {
    await navigator.clipboard.writeText(block.textContent);
    return 'Copied';
  } catch {
    getSelection()?.selectAllChildren(block);
    return 'Selected: press Ctrl+C';
  }
}

/** A picture, or a text. The clipboard takes a promise, since it is open only as long as the click is fresh. */
async function copyFile(address: string): Promise<string> {
  const isPicture = new URL(address).pathname.endsWith('.png');
  const type = isPicture ? 'image/png' : 'text/plain';
  const file = fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`${address} gives ${response.status}`);
    return new Blob([await response.arrayBuffer()], { type });
  });
  try {
    await navigator.clipboard.write([new ClipboardItem({ [type]: file })]);
    return 'Copied';
  } catch {
    return 'Not copied: open the link';
  }
}

addCopyButtons(document);
document.addEventListener('list-shown', () => addCopyButtons(document));
