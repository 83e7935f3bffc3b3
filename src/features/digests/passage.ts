/** Passages of text with links, written once for both markup and plain text. */
import { type Html, html } from '../../lib/html.ts';

export type Passage = { html: Html; text: string };

type Value = string | number | Passage;

/** A template tag for words and nested passages: ``passage`${one} leads.` `` */
export function passage(parts: TemplateStringsArray, ...values: readonly Value[]): Passage {
  let markup = html``;
  let text = '';
  for (const [index, part] of parts.entries()) {
    const value = values[index];
    const known = value === undefined ? [] : [value];
    markup = html`${markup}${part}${known.map((one) => (isPassage(one) ? one.html : one))}`;
    text += part + known.map((one) => (isPassage(one) ? one.text : String(one))).join('');
  }
  return { html: markup, text };
}

export function linked(name: string, url: string): Passage {
  return { html: html`<a href="${url}"><bdi>${name}</bdi></a>`, text: name };
}

/** Joins sentences, skipping undefined ones. */
export function sentences(list: readonly (Passage | undefined)[]): Passage {
  return joined(
    list.filter((one) => one !== undefined),
    ' ',
    ' ',
  );
}

/** `a, b and c` */
export function namesOf(list: readonly Passage[]): Passage {
  return joined(list, ', ', ' and ');
}

function joined(list: readonly Passage[], between: string, last: string): Passage {
  return list.reduce<Passage>(
    (all, one, index) =>
      index === 0 ? one : passage`${all}${index === list.length - 1 ? last : between}${one}`,
    passage``,
  );
}

function isPassage(value: Value): value is Passage {
  return typeof value === 'object';
}
