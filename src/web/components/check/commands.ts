/** Commands to copy: a shell block with its button, which a module adds. */
import { type Html, html } from '../../../lib/html.ts';

/** @param label what the lines are, for whoever does not see them */
export function commandBlock(label: string, lines: readonly string[]): Html {
  return html`<div class="copyable"><pre class="command" data-copy="" tabindex="0" role="region" aria-label="${label}"><code>${lines.join('\n')}</code></pre></div>`;
}
