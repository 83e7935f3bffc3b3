/** Repositories that add nothing to a number: those where nothing happened, and those not counted. */
import { type Html, html } from '../../../lib/html.ts';

export function leftAside(
  quiet: readonly string[],
  notCounted: readonly { repository: string; reason: string }[],
  heading: string,
): Html | null {
  if (quiet.length + notCounted.length === 0) return null;
  return html`${quiet.length === 0 ? null : html`<p><small>${heading}: ${quiet.join(', ')}.</small></p>`}${
    notCounted.length === 0
      ? null
      : html`<p>Not counted, since not all of these days are known:</p>
<ul class="plain-list">${notCounted.map(({ repository, reason }) => html`<li>${repository}: ${reason}</li>\n`)}</ul>`
  }`;
}
