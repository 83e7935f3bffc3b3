/** Repositories of a check: those that count, at once or folded, and those that add nothing. */
import { type Html, html } from '../../../lib/html.ts';
import { counted } from '../format.ts';

/** Repositories whose commands are shown at once. */
const MAX_OPEN = 3;

/** The commands of each repository; beyond the first few, folded away. */
export function commandsOfAll<T>(all: readonly T[], commandsOf: (one: T) => Html): Html {
  const others = all.slice(MAX_OPEN);
  return html`${all.slice(0, MAX_OPEN).map(commandsOf)}${
    others.length === 0
      ? null
      : html`<details><summary>${counted(others.length, 'more repository', 'more repositories')}</summary>
${others.map(commandsOf)}</details>`
  }`;
}

/** @param quiet where nothing happened, said under the heading */
export function leftAside(
  quiet: readonly { repository: string }[],
  notCounted: readonly { repository: string; reason: string }[],
  heading: string,
): Html | null {
  if (quiet.length + notCounted.length === 0) return null;
  return html`${quiet.length === 0 ? null : html`<p><small>${heading}: ${quiet.map(({ repository }) => repository).join(', ')}.</small></p>`}${
    notCounted.length === 0
      ? null
      : html`<p>Not counted, because some of these days are missing:</p>
<ul class="plain-list">${notCounted.map(({ repository, reason }) => html`<li>${repository}: ${reason}</li>\n`)}</ul>`
  }`;
}
