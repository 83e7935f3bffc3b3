/**
 * HTML as a value: a template that escapes whatever is put into it, so that forgetting to escape is
 * not possible and not escaping has a name that stands out in a review.
 */

/** Markup that is safe to send. Only `html` and `rawHtml` make it. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

/** What a template takes. Null and undefined leave nothing behind. */
export type HtmlValue = string | number | Html | null | undefined | readonly HtmlValue[];

/**
 * Markup with escaped values: ``html`<p>${text}</p>` ``. An attribute's value must stand in quotes,
 * since escaping protects nothing outside of them.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let markup = parts[0] ?? '';
  for (const [index, value] of values.entries()) {
    // Its end alone: a pattern is looked for from every place of a text, and pages are long.
    const end = markup.slice(-MAX_NAME);
    if (UNQUOTED.test(end)) throw new TypeError(`unquoted attribute after ${end}`);
    markup += markupOf(value) + (parts[index + 1] ?? '');
  }
  return new Html(markup);
}

/** An attribute whose value does not begin with a quote; a query within one is none. */
const UNQUOTED = /\s[\w:-]+=$/;
const MAX_NAME = 64;

/** Text that is markup already and comes from this program, never from data. */
export function rawHtml(markup: string): Html {
  return new Html(markup);
}

/**
 * The address if following it is harmless, else `#`: web addresses and addresses relative to this
 * site. Schemes are judged by a URL parser, since browsers ignore control characters in them too.
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

function escapeText(text: string): string {
  return /[&<>"']/.test(text)
    ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
    : text;
}
