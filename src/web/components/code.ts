/** Code to copy: a block with its button, which a module adds. */
import { type Html, html } from '../../lib/html.ts';

/** @param label describes it to readers who do not see it */
export function codeBlock(label: string, code: string): Html {
  return html`<div class="code"><pre data-copy="" role="group" tabindex="0" aria-label="${label}"><code>${code}</code></pre></div>`;
}
