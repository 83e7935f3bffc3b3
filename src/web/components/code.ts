/** Code to copy, with its button, which a module adds; and badges with theirs. */
import type { Addresses } from '../../lib/addresses.ts';
import { type Html, html } from '../../lib/html.ts';
import { onThisSite } from './links.ts';

/** @param label describes it to readers who do not see it */
export function codeBlock(label: string, code: string): Html {
  return html`<div class="code"><pre data-copy="" role="group" tabindex="0" aria-label="${label}"><code>${code}</code></pre></div>`;
}

/** A badge, and the lines that put it on a page. @param alt the text of the badge @param target the page that it should lead to */
export function badgeCode(
  { badge, alt, target }: { badge: string; alt: string; target: string },
  addresses: Addresses,
): Html {
  const name = alt.replace(/[[\]]/g, '');
  const markup = html`<a href="${target}"><img src="${badge}" alt="${alt}"></a>`.toString();
  return html`<p class="preview"><a href="${onThisSite(target, addresses)}"><img src="${onThisSite(badge, addresses)}" alt="${alt}"></a></p>
${codeBlock(`${alt}, Markdown`, `[![${name}](${badge})](${target})`)}
${codeBlock(`${alt}, HTML`, markup)}`;
}
