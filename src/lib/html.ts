/**
 * HTML as a value: a template tag that escapes every interpolated value. Escaping cannot be
 * forgotten, and skipping it takes a call to `rawHtml`, which stands out in a review.
 */

/** Markup that is safe to send. Only `html` and `rawHtml` create it. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

/** Values that a template may interpolate. Null and undefined produce nothing. */
export type HtmlValue = string | number | Html | null | undefined | readonly HtmlValue[];

/**
 * Markup with escaped values: ``html`<p>${text}</p>` ``. Attribute values must be quoted, because
 * escaping is not sufficient in unquoted ones.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let markup = parts[0] ?? '';
  for (const [index, value] of values.entries()) {
    // Looking at the end of a long text that was put together copies all of it.
    if ((parts[index] || markup).endsWith('=')) {
      const end = markup.slice(-MAX_NAME);
      if (UNQUOTED.test(end)) throw new TypeError(`unquoted attribute after ${end}`);
    }
    markup += markupOf(value) + (parts[index + 1] ?? '');
  }
  return new Html(markup);
}

/** An attribute without an opening quote. A `name=` in a query string is not preceded by a space. */
const UNQUOTED = /\s[\w:-]+=$/;
const MAX_NAME = 64;

/** Text that is already markup and comes from this program, never from data. */
export function rawHtml(markup: string): Html {
  return new Html(markup);
}

/**
 * The address if it is safe to link to, else `#`. Web addresses and addresses relative to this site
 * are safe. The scheme is checked with a URL parser, because browsers ignore control characters in
 * it.
 */
export function safeHref(url: string): string {
  const base = 'https://relative.invalid';
  if (!URL.canParse(url, base)) return '#';
  const { protocol } = new URL(url, base);
  return protocol === 'https:' || protocol === 'http:' ? url : '#';
}

function markupOf(value: HtmlValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  if (value instanceof Html) return value.toString();
  return value.map(markupOf).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const CHARACTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ENTITIES).map(([character, entity]) => [entity, character]),
);

/** @param text that `html` has escaped */
export function unescapeText(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? '');
}

function escapeText(text: string): string {
  return /[&<>"']/.test(text)
    ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
    : text;
}
