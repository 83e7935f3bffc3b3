/** Adds a button to everything that is there to be copied: elements with `data-copy`. */

const SAID_FOR_MS = 2_000;

export function addCopyButtons(root: ParentNode): void {
  for (const block of root.querySelectorAll<HTMLElement>('[data-copy]')) {
    if (block.previousElementSibling?.classList.contains('copy')) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.setAttribute('aria-live', 'polite');
    const label = block.getAttribute('aria-label');
    if (label !== null) button.setAttribute('aria-description', label);
    button.addEventListener('click', async () => {
      const isCopied = await copied(block);
      button.textContent = isCopied ? 'Copied' : 'Selected: press Ctrl+C';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, SAID_FOR_MS);
    });
    block.before(button);
  }
}

/** Selects the text where the browser refuses to write to the clipboard. */
async function copied(block: HTMLElement): Promise<boolean> {
  const field = block instanceof HTMLTextAreaElement ? block : undefined;
  try {
    await navigator.clipboard.writeText(field?.value ?? block.textContent);
    return true;
  } catch {
    if (field) field.select();
    else getSelection()?.selectAllChildren(block);
    return false;
  }
}

addCopyButtons(document);
